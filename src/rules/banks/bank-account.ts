import type { Cells, Environment, Finding } from '../../model.ts';
import { checkBankCharacters, checkText } from '../check-text.ts';
import { COUNTRIES, checkCountry } from '../countries/countries.ts';
import type { Country } from '../countries/country.ts';
import { checkCurrency } from '../countries/currencies.ts';
import { finding, isRefused, NO_FINDINGS } from '../finding.ts';
import { isConverted } from '../normalize-code.ts';
import { isNamedGiro, readBankNumbers } from './bank-numbers.ts';
import { checkBic } from './bic.ts';
import { namesAgree } from './holder-name.ts';
import { checkIban, ibanCountry, looksLikeIban } from './iban.ts';

/** Facts about the row besides the bank details. */
interface BankContext {
  readonly environment: Environment;
  /**
   * The holder's name if the sheet has none; '' if the recipient's name is missing, which is reported for the
   * recipient.
   */
  readonly recipientName: string | null;
  /**
   * Country of the recipient's address; '' if it is missing or invalid, which is reported for the address; null if
   * there is no address.
   */
  readonly addressCountry: string | null;
}

export interface BankReading {
  /** The account by the contract's field names, without separators; complete only if no finding is an error. */
  readonly fields: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

const TEXTS = ['accountHolderName', 'bankAddress', 'bankCity', 'bankRegion'] as const;
const CODES = ['iban', 'swiftBic', 'branchId', 'bankId', 'accountNum'] as const;

/**
 * Reads a bank account from the sheet's columns. Its country is `accountCountry`, otherwise that of the IBAN, otherwise
 * that of the address. Its currency is `accountCurrency`, otherwise the country's own. Its holder is
 * `accountHolderName`, otherwise the recipient. If the account is identified by its IBAN, `iban` is set and
 * `accountNum` is not.
 */
export function readBankAccount(cells: Cells, context: BankContext): BankReading {
  const found: Finding[] = [];
  const fields: Record<string, string> = {};
  const country = bankCountry(cells, context, found);
  if (!country) return { fields, findings: found };
  fields.currency = readCurrency(cells.accountCurrency, country, found);
  fields.country = country.code;
  for (const column of TEXTS) {
    const text = cells[column];
    if (text === undefined || !checkText(text, column, found)) continue;
    fields[column] = text;
    checkBankCharacters(text, column, column === 'accountHolderName' ? 'name' : 'text', found);
  }
  if (cells.accountHolderName === undefined) {
    if (context.recipientName === null) found.push(finding('holder_name_missing', 'accountHolderName'));
    else fields.accountHolderName = context.recipientName;
  } else if (context.recipientName && !namesAgree(cells.accountHolderName, context.recipientName)) {
    found.push(finding('holder_differs', 'accountHolderName', {}, cells.accountHolderName));
  }
  for (const column of CODES) {
    const text = cells[column];
    if (text !== undefined && isConverted(text)) found.push(finding('digits_converted', column, {}, text));
  }
  readBankNumbers(cells, country, fields, found);
  readBank(cells, country, context, fields, found);
  return { fields, findings: found.length === 0 ? NO_FINDINGS : found };
}

/** The same for a sheet, whose column of account numbers may have IBANs in some rows. */
export function readAccountOfSheet(cells: Cells, context: BankContext): BankReading {
  const byIban = ibanInAccountColumn(cells, context);
  if (byIban === null) return readBankAccount(cells, context);
  const { fields, findings } = readBankAccount(byIban, context);
  const column = 'accountNum';
  return { fields, findings: findings.map((one) => (one.column === 'iban' ? { ...one, column } : one)) };
}

/**
 * The cells with the IBAN in its own column, if the account number is one and can be nothing else: complete, with right
 * check digits, of the country that the row pays to, and without a branch or bank code. Otherwise null, and the row has
 * an error.
 */
function ibanInAccountColumn(cells: Cells, { addressCountry }: BankContext): Cells | null {
  const { iban, accountNum, branchId, bankId } = cells;
  if (accountNum === undefined || iban !== undefined || branchId !== undefined || bankId !== undefined) return null;
  if (!looksLikeIban(accountNum)) return null;
  const { accountNum: _, accountCountry, ...others } = cells;
  const { value, findings } = checkIban(accountNum);
  const named =
    accountCountry === undefined ? (addressCountry ?? '') : checkCountry(accountCountry, 'accountCountry').value;
  const country = COUNTRIES[named];
  if (findings.length > 0 || (country?.iban !== 'required' && country?.iban !== 'optional')) return null;
  const ofIban = value.slice(0, 2);
  if (ofIban !== country.code && ofIban !== country.ibanCode) return null;
  return { ...others, ...(accountCountry === undefined ? {} : { accountCountry }), iban: accountNum };
}

/**
 * The country of an account: `accountCountry`, otherwise that of the IBAN, otherwise that of the address. Undefined if
 * no rule applies, because the country is unknown or can never receive transfers; the reason is in `found`, or was
 * reported for the address.
 */
function bankCountry(cells: Cells, context: BankContext, found: Finding[]): Country | undefined {
  const { accountCountry, iban } = cells;
  if (accountCountry !== undefined) {
    const { value, findings } = checkCountry(accountCountry, 'accountCountry');
    found.push(...findings);
    if (findings.length > 0 && iban !== undefined) found.push(...checkIban(iban).findings);
    return receiving(COUNTRIES[value], 'accountCountry', found);
  }
  const ofIban = iban === undefined || isNamedGiro(iban) ? '' : ibanCountry(iban);
  if (COUNTRIES[ofIban]) return receiving(COUNTRIES[ofIban], 'iban', found);
  const ofAddress = COUNTRIES[ofIban === '' ? (context.addressCountry ?? '') : ''];
  if (iban !== undefined && !ofAddress) {
    // The IBAN's country is unknown: the check of the IBAN reports why.
    found.push(...checkIban(iban).findings);
    return undefined;
  }
  if (context.addressCountry === null) {
    found.push(finding('country_missing', 'accountCountry'));
    return undefined;
  }
  return receiving(ofAddress, 'country', found);
}

function receiving(country: Country | undefined, column: string, found: Finding[]): Country | undefined {
  if (!country || country.receives === 'yes') return country;
  const never = country.receives === 'never';
  found.push(finding(never ? 'country_never_receives' : 'country_restricted', column, { country: country.inWords }));
  return never ? undefined : country;
}

function readCurrency(text: string | undefined, country: Country, found: Finding[]): string {
  if (text === undefined) return country.currency;
  const { value, findings } = checkCurrency(text, 'accountCurrency');
  if (findings.length > 0) found.push(...findings);
  return value;
}

/** Reads the BIC, and checks that the country's required address fields of the bank are present. */
function readBank(
  cells: Cells,
  country: Country,
  context: BankContext,
  fields: Record<string, string>,
  found: Finding[],
): void {
  if (cells.swiftBic !== undefined) {
    // An IBAN in this column is already reported as the missing IBAN.
    if (found.some(({ code }) => code === 'iban_in_bic_column' || code === 'iban_bic_swapped')) return;
    const { value, findings } = checkBic(cells.swiftBic, context.environment);
    fields.swiftBic = value;
    if (findings.length > 0) found.push(...findings);
    else compareCountry(value, country, found);
  } else if (country.swiftBic === 'required') {
    found.push(finding('bic_missing', 'swiftBic', { country: country.inWords, example: `BANK${country.code}22` }));
  } else if (country.swiftBic === 'advised' && !isRefused(found)) {
    found.push(finding('bic_advised', 'swiftBic', { country: country.inWords }));
  }
  const names = { country: country.inWords };
  if (country.bankAddress === 'required' && cells.bankAddress === undefined) {
    found.push(finding('bank_address_missing', 'bankAddress', names));
  }
  if (country.bankCity === 'required' && cells.bankCity === undefined) {
    found.push(finding('bank_city_missing', 'bankCity', names));
  }
}

/** 1.2 % of real accounts have a BIC of another country, so this is only a warning. */
function compareCountry(bic: string, country: Country, found: Finding[]): void {
  const code = bic.slice(4, 6);
  // Guernsey's banks have British IBANs, and those of Mayotte French ones.
  const ofBic = COUNTRIES[code]!;
  if (code === country.code || (ofBic.ibanCode !== null && ofBic.ibanCode === country.ibanCode)) return;
  const names = { found: ofBic.inWords, expected: country.inWords };
  found.push(finding('bic_country_differs', 'swiftBic', names, bic));
}
