/** Words that end the name of a street in English. "St" is left out: it also begins names of towns. */
const WORDS = new Set(
  'street road rd lane avenue ave drive square terrace place row quay close court way crescent'.split(' '),
);
/** "Church Street West" may be the street, and "Chester le Street" the town. */
const MAY_BELONG = /^(?:north|south|east|west|upper|lower|[nsew]{1,2})$/i;
const TRIQ = /^(?:triq|sqaq|vjal|pjazza|misraħ)\b/iu;

const isWord = (word: string) => WORDS.has(word.toLowerCase().replace(/\.$/, ''));

/** Whether a text is a street and no town: "Main Street", "Triq San Pawl". */
export function isStreetName(text: string): boolean {
  const last = text.split(' ').at(-1)!;
  return isWord(last) || /^st\.?$/i.test(last) || TRIQ.test(text);
}

/** Street and town of a line without a comma: "12 High Street Leeds LS1 4AP"; null if it is not clear where it ends. */
export function cutBehindStreet(line: string): { readonly street: string; readonly town: string } | null {
  const words = line.split(' ');
  const at = words.findLastIndex(isWord);
  const street = words.slice(0, at + 1).join(' ');
  const next = words[at + 1];
  if (at < 1 || next === undefined || !/\d/.test(street)) return null;
  if (!/^\p{L}/u.test(next) || MAY_BELONG.test(next) || words[at - 1]!.toLowerCase() === 'le') return null;
  return { street, town: words.slice(at + 1).join(' ') };
}
