import { sentence } from '../../messages.ts';
import type { Cells, Finding, Problem } from '../../model.ts';
import { COUNTRIES } from '../countries/countries.ts';
import { normalizeCode } from '../normalize-code.ts';
import { checkIban, normalizeIban } from './iban.ts';
import type { LocalColumn } from './local-field.ts';

const CHARACTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const IBAN_FAULTS: ReadonlySet<string> = new Set(['iban_check_digits', 'iban_structure', 'iban_national_check']);
const LOST_ZEROS = /_zeros_lost$/;

/** A search for a corrected IBAN takes 0.1 ms. If all IBANs of a sheet are wrong, they have another cause. */
const MOST = 2_000;
const ABOUT_NUMBERS = /^iban_|_zeros_lost$/;

/**
 * Adds a corrected bank number to the problems of a row if its check digits prove it. One suggester serves one sheet,
 * and stops after 2,000 problems with bank numbers.
 */
export function createBankNumberSuggester(): (problems: readonly Problem[], cells: Cells) => readonly Problem[] {
  let left = MOST;
  return (problems, cells) => {
    if (problems.length === 0 || left <= 0) return problems;
    return problems.map((problem) => {
      if (!ABOUT_NUMBERS.test(problem.code) || left <= 0) return problem;
      left--;
      const suggestion = suggestRepair(problem, cells);
      if (suggestion === null) return problem;
      return { ...problem, message: `${problem.message} ${suggestion}` };
    });
  };
}

/**
 * Suggests a correction of an invalid bank number, as a sentence; null unless the check digits leave exactly one. For
 * an IBAN it tries one other character and two swapped neighbors, including structure and national check. For a number
 * with a check digit it tries lost leading zeros. It never suggests a digit of an ABA, CLABE or CBU: with a weighted
 * sum modulo ten, every position has a digit that fits.
 */
export function suggestRepair({ code, column }: Finding, cells: Cells): string | null {
  if (column === null) return null;
  const text = cells[column];
  if (text === undefined) return null;
  const slip = column === 'iban' ? slipInIban(code, text) : null;
  if (slip !== null) return sentence(slip[0], slip[1]);
  if (LOST_ZEROS.test(code)) return repairZeros(column as LocalColumn, text, cells);
  return null;
}

/** The only typing error that explains an invalid IBAN, with its places from 1; null if there are several. */
export const slipInIban = (code: string, text: string): Slip | null =>
  IBAN_FAULTS.has(code) ? repairIban(normalizeIban(text) ?? '') : null;

function repairZeros(column: LocalColumn, text: string, cells: Cells): string | null {
  const country = (cells.accountCountry ?? cells.country ?? '').toUpperCase();
  const rule = Object.hasOwn(COUNTRIES, country) ? COUNTRIES[country]![column] : null;
  const value = normalizeCode(text);
  if (!rule?.checkDigits || rule.digits === undefined || value === null) return null;
  const padded = value.padStart(rule.digits, '0');
  if (!rule.pattern.test(padded) || !rule.checkDigits(padded)) return null;
  return sentence(rule.digits - value.length === 1 ? 'repair.zero' : 'repair.zeros');
}

function repairIban(iban: string): Slip | null {
  if (iban.length < 15 || iban.length > 34) return null;
  let found: Slip | null = null;
  const seen = new Set<string>();
  for (const [candidate, slip] of [...swaps(iban), ...substitutions(iban)]) {
    if (seen.has(candidate) || checkIban(candidate).findings.length > 0) continue;
    if (found !== null) return null;
    seen.add(candidate);
    found = slip;
  }
  return found;
}

/** The typing error, as a message and its details. */
type Slip =
  | readonly [code: 'repair.swapped', details: { readonly first: number; readonly second: number }]
  | readonly [code: 'repair.character', details: { readonly place: number; readonly character: string }];
type Candidate = readonly [iban: string, slip: Slip];

function* swaps(iban: string): Generator<Candidate> {
  for (let at = 0; at + 1 < iban.length; at++) {
    if (iban[at] === iban[at + 1]) continue;
    const swapped = iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2);
    if (restOf(swapped.slice(4) + swapped.slice(0, 4)) === 1)
      yield [swapped, ['repair.swapped', { first: at + 1, second: at + 2 }]];
  }
}

function restOf(moved: string): number {
  let rest = 0;
  for (let at = 0; at < moved.length; at++) rest = appended(rest, numberOf(moved, at));
  return rest;
}

function appended(rest: number, value: number): number {
  return (rest * (value < 10 ? 10 : 100) + value) % 97;
}

/** 0 to 35. */
function numberOf(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code < 58 ? code - 48 : code - 55;
}

/**
 * Every IBAN that differs in one character and has valid check digits. Only some dozen of more than a thousand do; the
 * remainders before and after the character find them without checking each candidate in full.
 */
function* substitutions(iban: string): Generator<Candidate> {
  const length = iban.length;
  const moved = iban.slice(4) + iban.slice(0, 4);
  const behind: { rest: number; power: number }[] = [];
  behind[length] = { rest: 0, power: 1 };
  for (let at = length - 1; at >= 0; at--) {
    const { rest, power } = behind[at + 1]!;
    const value = numberOf(moved, at);
    behind[at] = { rest: (value * power + rest) % 97, power: (power * (value < 10 ? 10 : 100)) % 97 };
  }
  let before = 0;
  for (let at = 0; at < length; at++) {
    const { rest, power } = behind[at + 1]!;
    const place = (at + 4) % length;
    const [from, to] = place < 2 ? [10, 36] : place < 4 ? [0, 10] : [0, 36];
    for (let value = from; value < to; value++) {
      if ((appended(before, value) * power + rest) % 97 !== 1) continue;
      const character = CHARACTERS[value]!;
      if (character === moved[at]) continue;
      yield [
        iban.slice(0, place) + character + iban.slice(place + 1),
        ['repair.character', { place: place + 1, character }],
      ];
    }
    before = appended(before, numberOf(moved, at));
  }
}
