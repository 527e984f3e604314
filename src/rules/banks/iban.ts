import { countrySpecs } from 'ibantools';
import type { Finding } from '../../model.ts';
import { COUNTRIES, IBAN_SHAPES } from '../countries/countries.ts';
import { type Checked, finding, NO_FINDINGS } from '../finding.ts';
import { findInvalidCharacter, LONGEST_CODE, normalizeCode } from '../normalize-code.ts';
import { isBicShape } from './bic-shape.ts';

const WORD = 'IBAN';
const LEADING_WORD = /^\s*iban\s*:?\s*/i;
/** Every IBAN starts with two letters of the country and two check digits. */
const START = /^[A-Z]{2}\d{2}/;
const DIGITS = /^\d+$/;
const EXAMPLE = 'DE89 3704 0044 0532 0130 00';
/** ISO 13616: at most 34 characters; the shortest in the registry has 15. */
const SHORTEST = 15;
const LONGEST = 34;

/** An IBAN in upper case, without the word IBAN before it and without separators; null if it contains a symbol. */
export function normalizeIban(text: string): string | null {
  const code = normalizeCode(text);
  if (code !== null && !code.startsWith(WORD)) return code;
  if (text.length > LONGEST_CODE) return null;
  let rest = normalizeCode(text.replace(LEADING_WORD, ''));
  // IB is not a country code, so the word can be removed safely.
  while (rest?.startsWith(WORD)) rest = rest.slice(WORD.length);
  return rest || null;
}

/**
 * Checks an IBAN by its country's entry in the registry (length, structure), its check digits (02 to 98, mod 97) and,
 * for the countries that have one, the national check of the account number. A country outside the registry is a
 * warning.
 */
export function checkIban(text: string): Checked {
  const value = normalizeIban(text);
  if (value === null) {
    if (text.length > LONGEST_CODE) return wrong(text, 'text_too_long', { length: text.length, most: LONGEST_CODE });
    const character = findInvalidCharacter(text);
    return wrong(text, character === null ? 'iban_not_iban' : 'iban_characters', {
      character: character ?? '',
      example: EXAMPLE,
    });
  }
  const code = value.slice(0, 2);
  const shape = IBAN_SHAPES[code];
  if (!START.test(value)) {
    if (DIGITS.test(value)) return wrong(value, 'account_in_iban_column');
    if (isBicShape(value)) return wrong(value, 'bic_in_iban_column');
    if (!shape || value.length < SHORTEST) return wrong(value, 'iban_not_iban', { example: EXAMPLE });
  }
  if (!shape) return checkUnregistered(value, code);
  const { inWords: country } = COUNTRIES[code]!;
  if (value.length !== shape.length) {
    return wrong(value, 'iban_length', { country, length: value.length, expected: shape.length });
  }
  if (!shape.pattern.test(value)) return wrong(value, 'iban_structure', { country, example: shape.example });
  if (!hasCheckDigits(value)) return wrong(value, 'iban_check_digits');
  if (nationalCheck(code)?.(value.slice(4)) === false) return wrong(value, 'iban_national_check', { country });
  return { value, findings: NO_FINDINGS };
}

function checkUnregistered(value: string, code: string): Checked {
  const country = COUNTRIES[code]?.inWords;
  if (country === undefined) return wrong(value, 'iban_country_unknown', { example: EXAMPLE });
  if (value.length < SHORTEST || value.length > LONGEST) return wrong(value, 'iban_not_iban', { example: EXAMPLE });
  if (!hasCheckDigits(value)) return wrong(value, 'iban_check_digits');
  return wrong(value, 'iban_not_in_registry', { country });
}

function wrong(
  value: string,
  ...[code, details]: [Parameters<typeof finding>[0], Parameters<typeof finding>[2]?]
): Checked {
  return { value, findings: [finding(code, 'iban', details, value)] };
}

/** The country code of an IBAN; '' if the text does not start like one. */
export function ibanCountry(text: string): string {
  const value = normalizeIban(text);
  return value !== null && START.test(value) ? value.slice(0, 2) : '';
}

/** Whether a text is an IBAN by its start, length and check digits: used to find one in another column. */
export function looksLikeIban(text: string): boolean {
  const value = normalizeIban(text);
  return value !== null && value.length >= SHORTEST && START.test(value) && hasCheckDigits(value);
}

/** The error of a text that starts like an IBAN and is long enough for one; null if it is none, or right. */
export function wrongIban(text: string): Finding | null {
  const value = normalizeIban(text) ?? '';
  if (value.length < SHORTEST || !START.test(value) || !IBAN_SHAPES[value.slice(0, 2)]) return null;
  return checkIban(text).findings.find(({ severity }) => severity === 'error') ?? null;
}

/**
 * ISO 7064 mod 97-10 over the IBAN with its first four characters moved to the end. 00, 01 and 99 are never check
 * digits.
 */
function hasCheckDigits(iban: string): boolean {
  const digits = (iban.charCodeAt(2) - 48) * 10 + iban.charCodeAt(3) - 48;
  if (digits < 2 || digits > 98) return false;
  let rest = 0;
  for (let index = 4; index < iban.length; index++) rest = append(rest, iban.charCodeAt(index));
  for (let index = 0; index < 4; index++) rest = append(rest, iban.charCodeAt(index));
  return rest === 1;
}

function append(rest: number, character: number): number {
  return character < 58 ? (rest * 10 + character - 48) % 97 : (rest * 100 + character - 55) % 97;
}

type Check = (bban: string) => boolean;

/** The part of ibantools' table that is used. Its structure table is slow, and wrong for 16 territories. */
type Specs = Readonly<Record<string, { readonly bban_validation_func?: Check } | undefined>>;

const PREFIX = [10, 5, 8, 4, 2, 1];
const ACCOUNT = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1];

/**
 * Czech and Slovak account numbers: the weighted sums of prefix and account are divisible by 11 (decree 169/2011, § 2).
 * ibantools accepts a 1 for the check digit 10, which is never assigned.
 */
const czech: Check = (bban) => isDivisible(bban, 4, PREFIX) && isDivisible(bban, 10, ACCOUNT);

const CHECKS: Readonly<Record<string, Check | undefined>> = {
  ...Object.fromEntries(
    Object.entries(countrySpecs as Specs).flatMap(([code, spec]) =>
      spec?.bban_validation_func ? [[code, spec.bban_validation_func]] : [],
    ),
  ),
  CZ: czech,
  SK: czech,
};

/** The check of bank and account number within an IBAN; undefined for countries without one. */
function nationalCheck(country: string): Check | undefined {
  return CHECKS[country];
}

function isDivisible(digits: string, start: number, weights: readonly number[]): boolean {
  let sum = 0;
  for (let index = 0; index < weights.length; index++) {
    sum += (digits.charCodeAt(start + index) - 48) * weights[index]!;
  }
  return sum % 11 === 0;
}
