import type { Cells, Finding } from '../model.ts';
import { IBAN_SHAPES } from './countries.generated.ts';
import { COUNTRIES } from './countries.ts';
import type { Country } from './country.ts';
import { finding } from './finding.ts';
import { checkIban, looksLikeIban, normaliseIban } from './iban.ts';
import { checkLocalField, type LocalColumn } from './local-field.ts';
import { normaliseCode } from './normalise.ts';

const LOCAL: readonly LocalColumn[] = ['branchId', 'bankId', 'accountNum'];

/** Reads the IBAN, or the account number with its codes, into `fields`. */
export function readBankNumbers(
  cells: Cells,
  country: Country,
  fields: Record<string, string>,
  found: Finding[],
): void {
  if (cells.iban !== undefined) readIban(cells, cells.iban, country, fields, found);
  else if (country.iban === 'required') found.push(missingIban(cells, country));
  else readLocal(cells, country, fields, found);
}

function readIban(
  cells: Cells,
  text: string,
  country: Country,
  fields: Record<string, string>,
  found: Finding[],
): void {
  const { value, findings } = checkIban(text);
  const code = value.slice(0, 2);
  fields.iban = value;
  const unregistered = findings[0]?.code === 'iban_not_in_registry';
  if (findings.length > 0 && !unregistered) {
    found.push(...findings);
    return;
  }
  if (code !== country.code && code !== country.ibanCode) {
    const names = { found: COUNTRIES[code]!.inWords, expected: country.inWords };
    found.push(finding('iban_country_mismatch', 'iban', names, value));
  } else if (unregistered && country.iban === 'no' && country.confidence !== '') {
    found.push(finding('iban_not_used', 'iban', { country: country.inWords, needed: neededInWords(country) }, value));
  } else {
    found.push(...findings);
    compareWithIban(cells, value, country, found);
  }
}

function missingIban(cells: Cells, country: Country): Finding {
  const { accountNum, swiftBic } = cells;
  if (accountNum !== undefined && looksLikeIban(accountNum)) {
    return finding('iban_in_account_column', 'accountNum', {}, accountNum);
  }
  if (swiftBic !== undefined && looksLikeIban(swiftBic)) return finding('iban_in_bic_column', 'swiftBic', {}, swiftBic);
  const shape = IBAN_SHAPES[country.ibanCode ?? ''];
  const details = { country: country.inWords, length: shape?.length ?? '', code: country.ibanCode ?? '' };
  return finding('iban_missing', 'iban', details);
}

/** "the routing number and the account number" */
function neededInWords({ branchId, bankId, accountNum }: Country): string {
  const names: string[] = [];
  for (const rule of [branchId, bankId, accountNum]) if (rule?.need === 'required') names.push(`the ${rule.name}`);
  return `${names.slice(0, -1).join(', ')}${names.length > 1 ? ' and ' : ''}${names.at(-1)}`;
}

/** An account number beside an IBAN is not sent, so it must not name another account. */
function compareWithIban(cells: Cells, iban: string, country: Country, found: Finding[]): void {
  for (const column of ['branchId', 'accountNum'] as const) {
    const text = cells[column];
    if (text === undefined) continue;
    const code = normaliseIban(text);
    if (code !== null && iban.includes(code)) continue;
    const rule = country[column];
    if (rule) found.push(finding('iban_account_mismatch', column, { name: rule.name }, text));
    else if (column === 'accountNum') {
      found.push(finding('account_number_ignored', column, { country: country.inWords }, text));
    }
  }
}

function readLocal(cells: Cells, country: Country, fields: Record<string, string>, found: Finding[]): void {
  if (areSwapped(cells, country)) {
    const names = { branch: country.branchId!.name, bank: country.bankId!.name };
    found.push(finding('codes_swapped', 'branchId', names, cells.branchId));
  }
  const swapped = found.at(-1)?.code === 'codes_swapped';
  for (const column of LOCAL) {
    const rule = country[column];
    const text = cells[column];
    if (rule === null || (swapped && column !== 'accountNum')) continue;
    if (text === undefined && rule.need !== 'required') continue;
    const { value, findings } = checkLocalField(column, text, rule, country);
    if (findings.length > 0) found.push(...findings);
    fields[column] = value;
  }
  if (country.code === 'NZ') completeBranch(cells, country, fields, found);
}

function areSwapped({ branchId, bankId }: Cells, country: Country): boolean {
  if (!country.branchId || !country.bankId || branchId === undefined || bankId === undefined) return false;
  const branch = normaliseCode(branchId) ?? '';
  const bank = normaliseCode(bankId) ?? '';
  return (
    !country.branchId.pattern.test(branch) &&
    !country.bankId.pattern.test(bank) &&
    country.branchId.pattern.test(bank) &&
    country.bankId.pattern.test(branch)
  );
}

/** A New Zealand account number starts with its bank and branch: taken from there, or compared. */
function completeBranch(cells: Cells, country: Country, fields: Record<string, string>, found: Finding[]): void {
  const { accountNum = '', branchId } = fields;
  const { name, pattern } = country.branchId!;
  if (branchId === undefined) fields.branchId = accountNum.slice(0, 6);
  else if (country.accountNum!.pattern.test(accountNum) && pattern.test(branchId) && !accountNum.startsWith(branchId)) {
    found.push(finding('branch_not_in_account', 'branchId', { name }, cells.branchId));
  }
}
