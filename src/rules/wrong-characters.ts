import type { Finding } from '../model.ts';
import { normalizeIban } from './banks/iban.ts';
import { slipInIban } from './banks/suggest-repair.ts';
import { UNSEEN, UNWANTED } from './check-text.ts';
import { IBAN_SHAPES } from './countries/countries.ts';
import { findInvalidCharacter, toAscii } from './normalize-code.ts';

/** A letter among digits: "12O.50". Two letters may be a currency sign. */
const LETTER = /(?<!\p{L})\p{L}(?!\p{L})/u;
const isOfNoCode = (character: string) => findInvalidCharacter(character) !== null;

/** Whether a character alone makes its cell wrong, by the code of the error. */
const WRONG: Readonly<Record<string, ((character: string, at: number, text: string) => boolean) | undefined>> = {
  iban_characters: isOfNoCode,
  bic_characters: isOfNoCode,
  account_number_characters: isOfNoCode,
  branch_code_characters: isOfNoCode,
  bank_code_characters: isOfNoCode,
  amount_negative: (character) => /[-−–()]/.test(character),
  amount_form: isLetterAmongDigits,
  dob_form: isLetterAmongDigits,
  pay_on_form: isLetterAmongDigits,
  email_form: (character, at, text) =>
    /[\s,;:<>()"[\]]/.test(character) || (character === '@' && text.indexOf('@') < at),
  text_characters: (character) => UNWANTED.test(character),
  text_unseen: (character) => UNSEEN.test(character),
  cell_unreadable: (character) => character === '\ufffd',
};

/** The places of a code, from 0, that alone make it wrong, by the code of the error. */
const PLACES: Readonly<Record<string, ((text: string) => readonly number[]) | undefined>> = {
  iban_structure: outsideStructure,
  iban_check_digits: (text) => slipPlaces('iban_check_digits', text),
  iban_national_check: (text) => slipPlaces('iban_national_check', text),
  iban_country_unknown: () => [0, 1],
  bic_country_unknown: () => [4, 5],
  bic_test: () => [7],
};

/** The positions of the characters in a cell that an error is about; none if it is not known to be single ones. */
export function wrongCharacters({ code }: Pick<Finding, 'code'>, text: string): readonly number[] {
  const places = PLACES[code]?.(text) ?? [];
  if (places.length > 0) return positionsOf(text, places);
  const isWrong = WRONG[code];
  if (!isWrong) return [];
  return [...text.matchAll(/./gsu)].flatMap(({ 0: character, index }) =>
    isWrong(character, index, text) ? index : [],
  );
}

function isLetterAmongDigits(_: string, at: number, text: string): boolean {
  return /\d/.test(text) && LETTER.test(text.slice(Math.max(0, at - 1), at + 2)) && /\p{L}/u.test(text[at]!);
}

/** The places that the registry's structure of the country does not allow, if the length is right. */
function outsideStructure(text: string): readonly number[] {
  const iban = normalizeIban(text) ?? '';
  const shape = IBAN_SHAPES[iban.slice(0, 2)];
  if (shape?.length !== iban.length) return [];
  const example = shape.example.replaceAll(' ', '');
  return [...iban].flatMap((character, at) =>
    shape.pattern.test(example.slice(0, at) + character + example.slice(at + 1)) ? [] : at,
  );
}

function slipPlaces(code: string, text: string): readonly number[] {
  const slip = slipInIban(code, text);
  if (slip === null) return [];
  return slip[0] === 'repair.swapped' ? [slip[1].first - 1, slip[1].second - 1] : [slip[1].place - 1];
}

/** The positions of a code's characters in a text with separators, and perhaps the word IBAN before it. */
function positionsOf(text: string, places: readonly number[]): readonly number[] {
  const at = [...toAscii(text).matchAll(/[A-Za-z0-9]/g)].map(({ index }) => index);
  const before = at.length - (normalizeIban(text) ?? '').length;
  return places.flatMap((place) => at[place + before] ?? []);
}
