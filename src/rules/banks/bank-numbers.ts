import type { Cells, Finding } from '../../model.ts';
import { COUNTRIES, IBAN_SHAPES } from '../countries/countries.ts';
import type { Country } from '../countries/country.ts';
import { finding, isRefused } from '../finding.ts';
import { checkDirectories } from './bank-directories.ts';
import { findMisplaced } from './find-misplaced.ts';
import { checkIban, looksLikeIban, normalizeIban, wrongIban } from './iban.ts';
import { checkLocalField, type LocalColumn } from './local-field.ts';

const LOCAL: readonly LocalColumn[] = ['branchId', 'bankId', 'accountNum'];

/** Reads the IBAN, or the account number with its codes, into `fields`. */
export function readBankNumbers(
  cells: Cells,
  country: Country,
  fields: Record<string, string>,
  found: Finding[],
): void {
  const before = found.length;
  if (cells.iban !== undefined) readIban(cells, cells.iban, country, fields, found);
  else if (country.iban === 'required') found.push(missingIban(cells, country));
  else readLocal(cells, country, fields, found);
  if (!isRefused(found.slice(before))) found.push(...checkDirectories(country.code, fields));
}

function readIban(
  cells: Cells,
  text: string,
  country: Country,
  fields: Record<string, string>,
  found: Finding[],
): void {
  const { value, findings } = checkIban(text);
  if (findings[0]?.code === 'bic_in_iban_column' && cells.swiftBic !== undefined && looksLikeIban(cells.swiftBic)) {
    found.push(finding('iban_bic_swapped', 'iban', {}, value));
    return;
  }
  if (isNamedGiro(text) || (country.code === 'SE' && isGiro(text))) {
    found.push(finding('giro_iban_missing', 'iban', ibanDetails(COUNTRIES.SE!), text));
    return;
  }
  const code = value.slice(0, 2);
  fields.iban = value;
  const fault = findings[0]?.code;
  const ofCountry = code === country.code || code === country.ibanCode;
  if (country.iban === 'no' && country.confidence !== '' && (ofCountry || NO_IBAN.has(fault ?? ''))) {
    found.push(finding('iban_not_used', 'iban', { country: country.inWords, needed: neededInWords(country) }, value));
  } else if (fault !== undefined && fault !== 'iban_not_in_registry') {
    found.push(...findings);
  } else if (!ofCountry) {
    const names = { found: COUNTRIES[code]!.inWords, expected: country.inWords };
    found.push(finding('iban_country_mismatch', 'iban', names, value));
  } else {
    found.push(...findings);
    compareWithIban(cells, value, country, found);
  }
}

/**
 * Errors of a text that is not an IBAN. If the country does not use IBANs, it is probably an account number, and the
 * message says which columns to use.
 */
const NO_IBAN: ReadonlySet<string> = new Set(['iban_not_iban', 'iban_country_unknown', 'bic_in_iban_column']);

function missingIban(cells: Cells, country: Country): Finding {
  for (const column of ['accountNum', 'swiftBic', 'branchId', 'bankId'] as const) {
    const text = cells[column];
    if (text !== undefined && looksLikeIban(text)) {
      return finding(IBAN_ELSEWHERE[column], column, { name: CODE_NAMES[column] ?? '' }, text);
    }
  }
  const account = cells.accountNum?.trim();
  if (account === undefined) return finding('iban_missing', 'iban', ibanDetails(country));
  const wrong = wrongIban(account);
  if (wrong !== null) return { ...wrong, column: 'accountNum' };
  const isSwedish =
    country.code === 'SE' || isNamedGiro(account) || (account.includes('-') && nearSweden(cells, country));
  return isSwedish && isGiro(account)
    ? finding('giro_iban_missing', 'iban', ibanDetails(COUNTRIES.SE!))
    : finding('bban_iban_missing', 'iban', ibanDetails(country));
}

function ibanDetails(country: Country): Readonly<Record<string, string | number>> {
  const shape = IBAN_SHAPES[country.ibanCode ?? ''];
  return { country: country.inWords, length: shape?.length ?? '', example: shape?.example ?? '' };
}

/** Countries where accounts in Sweden are common, and no national account number looks like a giro number. */
const NEAR_SWEDEN: ReadonlySet<string> = new Set(['AX', 'DK', 'EE', 'FI', 'LT', 'LV', 'NO']);

function nearSweden({ currency, targetCurrency }: Cells, { code }: Country): boolean {
  return NEAR_SWEDEN.has(code) || currency === 'SEK' || targetCurrency === 'SEK';
}

const IBAN_ELSEWHERE = {
  accountNum: 'iban_in_account_column',
  swiftBic: 'iban_in_bic_column',
  branchId: 'iban_in_code_column',
  bankId: 'iban_in_code_column',
} as const;
const CODE_NAMES: Readonly<Record<string, string>> = { branchId: 'branch code', bankId: 'bank code' };

/** "the routing number and the account number" */
function neededInWords({ branchId, bankId, accountNum }: Country): string {
  const names: string[] = [];
  for (const rule of [branchId, bankId, accountNum]) if (rule?.need === 'required') names.push(`the ${rule.name}`);
  return `${names.slice(0, -1).join(', ')}${names.length > 1 ? ' and ' : ''}${names.at(-1)}`;
}

/** Numbers next to an IBAN are not sent, so they must not name another account. */
function compareWithIban(cells: Cells, iban: string, country: Country, found: Finding[]): void {
  for (const column of LOCAL) {
    const text = cells[column];
    if (text === undefined) continue;
    const code = normalizeIban(text);
    if (code !== null && iban.includes(code)) continue;
    const rule = country[column];
    if (rule) found.push(finding('iban_account_mismatch', column, { name: rule.name }, text));
    else {
      const ignored = column === 'accountNum' ? 'account_number_ignored' : 'code_not_used';
      found.push(finding(ignored, column, { country: country.inWords }, text));
    }
  }
}

function readLocal(cells: Cells, country: Country, fields: Record<string, string>, found: Finding[]): void {
  const wrong: Finding[] = [];
  for (const column of LOCAL) {
    const rule = country[column];
    const text = cells[column];
    if (text === undefined && rule?.need !== 'required') continue;
    if (rule === null) {
      wrong.push(finding('code_not_used', column, { country: country.inWords }, text));
      continue;
    }
    const { value, findings } = checkLocalField(column, text, rule, country);
    if (findings.length > 0) wrong.push(...findings);
    fields[column] = value;
  }
  if (wrong.length > 0) found.push(...explained(wrong, cells, country));
  if (country.code === 'NZ') completeBranch(cells, country, fields, found);
}

/** Reports numbers in the wrong columns once, instead of an error for each. */
function explained(wrong: readonly Finding[], cells: Cells, country: Country): readonly Finding[] {
  const misplaced = findMisplaced(cells, country);
  if (!misplaced) return wrong;
  const explains: readonly (string | null)[] = misplaced.explains;
  return [misplaced.finding, ...wrong.filter(({ column }) => !explains.includes(column))];
}

/**
 * A New Zealand account number starts with its bank and branch: an empty branch is taken from it, and any other is
 * compared with it.
 */
function completeBranch(cells: Cells, country: Country, fields: Record<string, string>, found: Finding[]): void {
  const { accountNum = '', branchId } = fields;
  const { name, pattern } = country.branchId!;
  if (branchId === undefined) fields.branchId = accountNum.slice(0, 6);
  else if (country.accountNum!.pattern.test(accountNum) && pattern.test(branchId) && !accountNum.startsWith(branchId)) {
    found.push(finding('branch_not_in_account', 'branchId', { name }, cells.branchId));
  }
}

/** Sweden: a Bankgiro (123-4567, 1234-5678) or Plusgiro number (12345-6), whose last digit is a check digit (Luhn). */
const GIRO = /^(?:(?:bankgiro|bg|plusgiro|pg)[ :]*)?(\d{3,4}-?\d{4}|\d{1,7}-\d|\d{2,3} \d{2} \d{2}-\d)$/i;
const NAMED = /^(?:bankgiro|bg|plusgiro|pg)\b/i;

function isGiro(text: string): boolean {
  const digits = [...(GIRO.exec(text.trim())?.[1] ?? '').replace(/\D/g, '')].map(Number).reverse();
  const doubled = digits.map((digit, at) => (at % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2));
  return digits.length > 0 && doubled.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}

/** "BG 5805-6201", which is no IBAN of Bulgaria. */
export function isNamedGiro(text: string): boolean {
  return NAMED.test(text.trim()) && isGiro(text);
}
