import {
  ALSO_SURNAMES,
  FORM_PARTS,
  FORMS_IN_FRONT,
  LEGAL_FORMS,
  POINTED_FORMS,
  SHORT_FORMS,
  WITH_OTHERS,
} from './legal-forms.ts';
import { OFFICE_ACRONYMS, OFFICE_ENDS, OFFICE_PARTS, OFFICE_WORDS, SURE_ACRONYMS } from './office-words.ts';

const listed = (lists: readonly string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split('|')));
const FORMS = listed(Object.values(LEGAL_FORMS));
const IN_FRONT = listed([FORMS_IN_FRONT]);
const OFFICES = listed(Object.values(OFFICE_WORDS));
const SHORT: ReadonlySet<string> = new Set(SHORT_FORMS.split(' '));
const POINTED: ReadonlySet<string> = new Set([...[...SHORT].map(keyOf), ...POINTED_FORMS.split(' ')]);
const ACRONYMS: ReadonlySet<string> = new Set(OFFICE_ACRONYMS.split(' '));
const SURE: ReadonlySet<string> = new Set(SURE_ACRONYMS.split(' '));
const SURNAMES: ReadonlySet<string> = new Set(ALSO_SURNAMES.split(' '));
/** The most words of an entry in the lists. */
const MOST_WORDS = 4;
const LONGEST = 140;

function keyOf(word: string): string {
  return word.toLowerCase().replace(/[.'’"״׳()/]/g, '');
}

/** Whether a name has a legal form: "Muster GmbH", "Acme, Inc.", "株式会社サンプル". */
export function hasLegalForm(name: string): boolean {
  if (name.length > LONGEST) return false;
  if (FORM_PARTS.test(name) || WITH_OTHERS.test(name)) return true;
  const words = wordsOf(name);
  if (words.length < 2) return false;
  const keys = words.map(keyOf);
  const [first = ''] = words;
  // "Muster UG (haftungsbeschränkt)"
  const end = words.findLastIndex((word) => !/^\(|\)$/.test(word));
  const inFront = startsWith(keys, IN_FRONT) && (first.length > 3 || first === first.toUpperCase());
  return inFront || has(keys.slice(1), FORMS) || (end > 0 && isShortForm(words[end]!, words.slice(0, end).join(' ')));
}

/** Whether a name is that of an office, an insurer, a fund or another body: "Finanzamt Musterstadt". */
export function isOfficeName(name: string): boolean {
  if (name.length > LONGEST) return false;
  if (OFFICE_PARTS.test(name)) return true;
  const words = wordsOf(name);
  const keys = words.map(keyOf);
  if (has(keys, OFFICES) || keys.some((key) => OFFICE_ENDS.test(key)) || words.some((word) => SURE.has(word)))
    return true;
  // "NAV SINGH" is a person.
  return words.some((word) => ACRONYMS.has(word)) && (words.length === 1 || /\p{Ll}/u.test(name));
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

/** "SA" may be the end of "JOAO SA", a person; "S.A." is not, nor is the SA of "Muster SA". */
function isShortForm(word: string, before: string): boolean {
  if (/\p{L}[./]\p{L}/u.test(word)) return POINTED.has(keyOf(word));
  const plain = word.replace(/[.()"]/g, '');
  return SHORT.has(plain) && (!SURNAMES.has(plain) || /\p{Ll}/u.test(before));
}
