import { ASKED_SHORT, ASKED_WORDS, DEGREES, POINTED_LETTERS } from './asked-words.ts';
import {
  ALSO_INITIALS,
  ALSO_SURNAMES,
  FORM_PARTS,
  FORMS_IN_FRONT,
  LEGAL_FORMS,
  POINTED_FORMS,
  SHORT_FORMS,
  SUCCESSORS,
  WITH_COMPANIONS,
  WITH_OTHERS,
} from './legal-forms.ts';
import { OFFICE_ACRONYMS, OFFICE_ENDS, OFFICE_PARTS, OFFICE_WORDS, SURE_ACRONYMS } from './office-words.ts';
import { TRADE_ENDS, TRADE_WORDS } from './trade-words.ts';

const listed = (lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split('|')));
const FORMS = listed([...Object.values(LEGAL_FORMS), SUCCESSORS]);
const IN_FRONT = listed([FORMS_IN_FRONT]);
const OFFICES = listed(Object.values(OFFICE_WORDS));
const ASKED = listed([...Object.values(TRADE_WORDS), ...Object.values(ASKED_WORDS)]);
const ASKED_LETTERS: ReadonlySet<string> = new Set(ASKED_SHORT.split(' '));
const ASKED_POINTED: ReadonlySet<string> = new Set([...ASKED_LETTERS].map(keyOf));
const DEGREE: ReadonlySet<string> = new Set(DEGREES.split(' '));
const SHORT: ReadonlySet<string> = new Set(SHORT_FORMS.split(' '));
const POINTED: ReadonlySet<string> = new Set([...[...SHORT].map(keyOf), ...POINTED_FORMS.split(' ')]);
const INITIALS: ReadonlySet<string> = new Set(ALSO_INITIALS.split(' '));
const ACRONYMS: ReadonlySet<string> = new Set(OFFICE_ACRONYMS.split(' '));
const SURE: ReadonlySet<string> = new Set(SURE_ACRONYMS.split(' '));
const SURNAMES: ReadonlySet<string> = new Set(ALSO_SURNAMES.split(' '));
/** "t/a": without the stroke, Ho and Ta are last names. */
const TRADING_AS = /^(?:t\/a|h\/o|d\/b\/a)$/i;
/** The most words of an entry in the lists. */
const MOST_WORDS = 4;
const LONGEST = 140;
/** A longer word of an office is a compound, and one with the ending of "bankası" is Turkish: no last name. */
const SURNAME = /^.{1,7}[^ıi]$/u;
/** "Deutsche Post", "Diakonisches Werk" */
const OF_A_PLACE = /^(?:deutsche[rs]?|british|canadian|australian|national|united|\p{L}{4,}ische[rs]?)$/u;
/** "Evangelische Kirche": no first name ends like this. */
const ADJECTIVE = /isch(?:e[rs]?)?$/;

function keyOf(word: string): string {
  return word.toLowerCase().replace(/[.'’"״׳()/]/g, '');
}

/** Whether a name has a legal form: "Muster GmbH", "Acme, Inc.", "株式会社サンプル". */
export function hasLegalForm(name: string): boolean {
  if (name.length > LONGEST) return false;
  if ([FORM_PARTS, WITH_OTHERS, WITH_COMPANIONS].some((form) => form.test(name))) return true;
  const words = wordsOf(name);
  if (words.length < 2) return false;
  const keys = words.map(keyOf);
  const [first = ''] = words;
  // "Muster UG (haftungsbeschränkt)"
  const end = words.findLastIndex((word) => !/^\(|\)$/.test(word));
  const inFront = startsWith(keys, IN_FRONT) && (first.length > 3 || first === first.toUpperCase());
  return (
    inFront ||
    has(keys.slice(1), FORMS) ||
    words.slice(1).some(isPointedForm) ||
    (end > 0 && isShortForm(words[end]!, words.slice(0, end).join(' ')))
  );
}

/** Whether a name is that of an office, an insurer, a fund or another body: "Finanzamt Musterstadt". */
export function isOfficeName(name: string): boolean {
  if (name.length > LONGEST) return false;
  if (OFFICE_PARTS.test(name)) return true;
  const words = wordsOf(name);
  const keys = words.map(keyOf);
  if (keys.some((key) => OFFICE_ENDS.test(key)) || words.some((word) => SURE.has(word))) return true;
  if (has(keys, OFFICES) && !isSurname(name, words, keys)) return true;
  // "NAV SINGH" is a person.
  return words.some((word) => ACRONYMS.has(word)) && (words.length === 1 || /\p{Ll}/u.test(name));
}

/** Whether the only word of an office is where a last name is: "Hans Amt", "Stadt, Jan", "CAJA Ana". */
function isSurname(name: string, words: readonly string[], keys: readonly string[]): boolean {
  if (words.length < 2 || ADJECTIVE.test(keys[0]!)) return false;
  const isFirst = /^[^\s,]+,/.test(name) || /^\p{Lu}{2,}\s.*\p{Ll}/u.test(name);
  const at = isFirst ? 0 : words.length - 1;
  const found = keys.filter((_, from) => startsWith(keys.slice(from), OFFICES));
  // In lower case it is no name: "Göteborgs kommun".
  const isWritten = /^\p{Lu}/u.test(words[at]!) || !/\p{Lu}/u.test(name);
  return found.length === 1 && OFFICES.has(keys[at]!) && SURNAME.test(keys[at]!) && isWritten;
}

/** Whether a name is that of a business or of a person with such a last name: "Kita Sonnenschein", "Hans Amt". */
export function isUnclearName(name: string): boolean {
  if (name.length > LONGEST || isBusinessName(name)) return false;
  const words = wordsOf(name);
  const keys = words.map(keyOf);
  if (words.length > 1 && OF_A_PLACE.test(keys[0]!)) return true;
  if (
    has(keys, OFFICES) ||
    has(keys, ASKED) ||
    words.some((word) => TRADING_AS.test(word)) ||
    keys.some((key) => TRADE_ENDS.test(key))
  )
    return true;
  return words.length > 1 && (isAsked(words[0]!, name) || isAsked(words.at(-1)!, name) || hasLetters(words.at(-1)!));
}

/** "PHU Nowak", "P.H.U. Nowak", "Muster EI". */
function isAsked(word: string, name: string): boolean {
  return word.includes('.') ? ASKED_POINTED.has(keyOf(word)) : ASKED_LETTERS.has(word) && /\p{Ll}/u.test(name);
}

/** "Muster s.p.", but not "Ada Lovelace M.A." */
function hasLetters(word: string): boolean {
  return POINTED_LETTERS.test(word) && !DEGREE.has(keyOf(word));
}

export function isBusinessName(name: string): boolean {
  return hasLegalForm(name) || isOfficeName(name);
}

/** Words with their points; "S. A. R. L." is one. */
function wordsOf(name: string): readonly string[] {
  return name
    .normalize('NFKC')
    .replace(/(?<=(?:^|[\s.])\p{L}\.) (?=\p{L}\.)/gu, '')
    .split(/[\s,;]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function has(keys: readonly string[], list: ReadonlySet<string>): boolean {
  return keys.some((_, at) => startsWith(keys.slice(at), list));
}

function startsWith(keys: readonly string[], list: ReadonlySet<string>): boolean {
  for (let most = 1; most <= Math.min(MOST_WORDS, keys.length); most++)
    if (list.has(keys.slice(0, most).join(' '))) return true;
  return false;
}

/** "Muster S.a.s. di Rossi Mario": three letters with points, which are no initials. */
function isPointedForm(word: string): boolean {
  return /^(?:\p{L}\.){3}$/u.test(word) && POINTED.has(keyOf(word));
}

/** "SA" may be the end of "JOAO SA", a person; "S.A." is not, nor is the SA of "Muster SA". "A.G." may be initials. */
function isShortForm(word: string, before: string): boolean {
  const key = keyOf(word);
  if (/\p{L}[./]\p{L}/u.test(word)) return POINTED.has(key) && !INITIALS.has(key);
  const plain = word.replace(/[.()"]/g, '');
  return SHORT.has(plain) && (!SURNAMES.has(plain) || /\p{Ll}/u.test(before));
}
