/** Belongs to the last name before it: "Max Muster jun." */
const SUFFIX = /^(?:jun|jr|junior|sen|sr|senior|ii|iii|iv|fils|père|filho|neto|júnior|hijo|h|mba|phd|md|esq)\.?$/i;
/** Particles that begin a last name: "Ludwig van Beethoven", "Ana de la Cruz". */
const PARTICLES = new Set(
  'van von vom zu zur zum der den des de da do dos das di del della dei du la le les los las y e el al bin binti bint ibn ben abu af av ter ten te op st san santa mac mc d l v. v.d.'.split(
    ' ',
  ),
);
const TITLE =
  /^(?:herrn?|hr|fr|frau|mr|mrs|ms|miss|dr|med|dent|jur|phil|h\.c|rer\.?|nat|habil|prof|ing|dipl-ing|sr|sra|srta|m|mme|mlle|dott|dott\.ssa|dhr|mevr|pan|pani)\.?$/i;
/** An office or a profession in front of a name. */
const OFFICE =
  /^(?:(?:ober)?gerichtsvollzieher(?:in)?|ogv|(?:insolvenz|zwangs|nachlass)verwalter(?:in)?|notar(?:in)?|rechtsanw[aä]lt(?:in)?|steuerberater(?:in)?|ra|huissier|notaire|ma[iî]tre|me|avocate?|notaio|avv(?:ocato)?|(?:gerechts)?deurwaarder|notaris|notari[oa]|abogad[oa]|procuradora?|advogad[oa]|advokat|komornik|notariusz|adwokat|exekutor|exek[uú]tor|inh(?:aber(?:in)?)?)\.?$/i;
/** May also be a first name or its initial. */
const SHORT_TITLE = /^\p{L}\.?$/u;
const isTitle = (word: string) => TITLE.test(word) || OFFICE.test(word);
/** Before the last name of a couple or a family, whose first names are not known. */
const TOGETHER =
  /^(?:herrn? (?:und|u\.|&) frau|frau (?:und|u\.|&) herrn?|eheleute|ehepaar|fam(?:ilie|ille|iglia|ilia|ily|\.)|mr\.? (?:and|&) mrs\.?|m\.? (?:et|&) mme\.?|sig\.? e sig\.?ra|sr\.? [ye] sra\.?|dhr\.? en mevr\.?)\s+/i;
const AND = /^(?:und|u\.|&|\+|and|et|y|e|i|en|och|og|ja|a)$/i;
/** Titles of nobility, which belong to the last name: "Max Graf von Muster". */
const NOBLE =
  /^(?:graf|gräfin|reichsgraf|freiherr|freifrau|freiin|fürst|fürstin|prinz|prinzessin|herzog|herzogin|edler|edle|ritter)$/i;
/** Notes next to a name: "Ina Muster (geb. Otto)", "c/o Otto". */
const NOTES = /[()/;|\\[\]]/;
/** Behind the first word, it does not show which of them it belongs to: "Muster jun. Max". */
const GENERATION = /^(?:jun|jr|junior|sen|sr|senior)\.?$/i;
/** May also join two last names: "José Ortega y Gasset". */
const JOINS_LAST_NAMES = /^[yeia]$/i;
/** In capitals, without being initials such as JP: "Ng" is a last name. */
const INITIALS = /^(?!NG$)[^AEIOUY]{1,2}$/;
/** Written with the last name first. */
const LAST_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+$/u;
const CAPITALS = /^(?=[^\p{Ll}]*\p{Lu}[^\p{Ll}]*\p{Lu})[^\p{Ll}]+$/u;

/** The first and the last name of a person; the first is undefined if the name is a single word. */
export interface SplitName {
  readonly firstName?: string;
  readonly lastName: string;
}

/**
 * Splits the full name of a person. The last name is the part before a comma, the words in capitals if the others are
 * not ("MUSTER Ina"), otherwise the last word, with its particles ("van der Berg") and what follows it ("jun.").
 * A couple has both first names: "Ina und Max" "Muster".
 */
export function splitName(name: string): SplitName {
  if (NOTES.test(name)) return { lastName: name };
  const [, before, after] = /^([^,]+),([^,]+)$/.exec(name) ?? [];
  if (before !== undefined && after !== undefined) {
    const [last, rest] = [before.trim(), after.trim()];
    // "Max Muster, jun."
    if (rest.split(/\s+/).every((word) => isTitle(word) && !SHORT_TITLE.test(word))) return { lastName: name };
    if (!SUFFIX.test(rest)) return { firstName: rest, lastName: last };
    return splitName(`${last} ${rest}`);
  }
  if (TOGETHER.test(name)) {
    const rest = splitName(name.replace(TOGETHER, ''));
    return rest.firstName === undefined ? { lastName: name } : rest;
  }
  const words = name.split(/\s+/).filter((word) => word !== '');
  while (words.length > 2 && isTitle(words[0]!)) words.shift();
  if (words.length < 2) return { lastName: words[0] ?? name };
  if (isTitle(words[0]!) && !SHORT_TITLE.test(words[0]!)) return { lastName: name };
  if (words.every((word) => LAST_FIRST.test(word))) return { firstName: words.slice(1).join(' '), lastName: words[0]! };
  if (words.length > 2 && GENERATION.test(words[1]!)) return { lastName: name };
  if (isParticle(words[0]!)) return particlesFirst(words, name);
  // "Muster Ina und Max"; two first names alone are not taken apart.
  if (AND.test(words.at(-2)!) && words.length !== 2) {
    const isUnclear = words.length === 3 || JOINS_LAST_NAMES.test(words.at(-2)!) || words.some(isParticle);
    return isUnclear ? { lastName: name } : { firstName: words.slice(1).join(' '), lastName: words[0]! };
  }
  const shouted = words.filter(
    (word) => CAPITALS.test(word.replace(/^Ma?c(?=\p{Lu})/u, 'MC')) && !SUFFIX.test(word) && !INITIALS.test(word),
  );
  if (shouted.length > 0 && shouted.length < words.length && words.some((word) => /^\p{Lu}\p{Ll}/u.test(word))) {
    const own = words.filter((word) => !shouted.includes(word));
    // Only in front: initials behind a first name are in capitals too.
    if (words.slice(0, shouted.length).every((word) => shouted.includes(word)) && !SUFFIX.test(own[0]!))
      return { firstName: own.join(' '), lastName: shouted.join(' ') };
  }
  let at = words.length - 1;
  while (at > 1 && SUFFIX.test(words[at]!)) at--;
  while (at > 1 && (isParticle(words[at - 1]!) || (words[at - 1] === 'und' && isParticle(words[at]!)))) at--;
  if (NOBLE.test(words[at - 1]!) && isParticle(words[at]!)) at--;
  if (at === 0) return { lastName: name };
  return { firstName: words.slice(0, at).join(' '), lastName: words.slice(at).join(' ') };
}

const isParticle = (word: string) => PARTICLES.has(word) && word === word.toLowerCase();

/** "van der Berg Jan": of more words, it does not show where the last name ends. */
function particlesFirst(words: readonly string[], name: string): SplitName {
  const at = words.findIndex((word) => !isParticle(word)) + 1;
  if (at === 0 || words.length !== at + 1) return { lastName: name };
  return { firstName: words[at]!, lastName: words.slice(0, at).join(' ') };
}
