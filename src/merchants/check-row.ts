import type { Cells, Finding } from '../model.ts';
import { isSpreadsheetError } from '../references/spreadsheet-error.ts';
import { MERCHANT_COLUMNS, type MerchantColumn, shownCell } from './columns.ts';
import { isProvince, merchantCurrency } from './field-rules.ts';

/** All columns of the funding account that the service requires; only `bankEnabled` is optional. */
const BANK = [
  'bankAccountName',
  'bankCurrency',
  'bankCountry',
  'bankBranchId',
  'bankId',
  'bankInstitution',
  'bankTransit',
  'bankAccountNum',
];
/**
 * Columns that may not be sent together with a verification of the account for checks (contract, PATCH payout method).
 */
const CHECK_DETAILS = MERCHANT_COLUMNS.map(({ name }) => name).filter(
  (name) => /^check/.test(name) && !/^check(Verification\d|Enabled)$/.test(name),
);
/** An earlier results workbook shows this instead of a secret. */
const MASKED = /^\*{3}/;

/**
 * All errors of a row, by the field rules of the contract. `creating`: the sub-merchant is to be created, so every
 * column that its creation takes is required.
 */
export function checkMerchantRow(cells: Cells, creating: boolean): readonly Finding[] {
  const found = MERCHANT_COLUMNS.flatMap((entry) => checkCell(entry, cells[entry.name], creating));
  const isBad = (name: string) => found.some(({ column }) => column === name);
  const addProblem = (name: string, message: string) => {
    if (!isBad(name)) found.push(problem('merchant_field', name, message, cells[name]));
  };

  const country = cells.country?.toUpperCase();
  const currency = cells.currency?.toUpperCase();
  if (country && !isBad('country')) {
    const own = merchantCurrency(country);
    if (own === null) addProblem('country', 'country must be US, GB, CA, AU or a euro-area country.');
    else if (currency && currency !== own)
      addProblem('currency', `currency must be ${own}, the currency that goes with ${country}.`);
    const business = cells.businessCountry?.toUpperCase();
    if (business && business !== country)
      addProblem('businessCountry', `businessCountry must be equal to country, ${country}.`);
    if (country === 'CA' && cells.businessRegion && !isProvince(cells.businessRegion))
      addProblem('businessRegion', 'businessRegion must be a province of Canada, such as ON or Ontario.');
  }
  const given = BANK.filter((name) => cells[name] !== undefined);
  if (given.length > 0 || cells.bankEnabled !== undefined)
    for (const name of BANK)
      if (cells[name] === undefined) addProblem(name, `${name} is required with a funding account.`);
  const [one, two] = [cells.checkVerification1, cells.checkVerification2];
  if ((one === undefined) !== (two === undefined))
    addProblem(
      one === undefined ? 'checkVerification1' : 'checkVerification2',
      'Enter both checkVerification1 and checkVerification2, or neither.',
    );
  const checkColumn = CHECK_DETAILS.find((name) => cells[name] !== undefined);
  if (one !== undefined && checkColumn !== undefined)
    addProblem(
      'checkVerification1',
      `A verification goes without other details of the account for checks: leave ${checkColumn} empty.`,
    );
  return found;
}

function checkCell(entry: MerchantColumn, value: string | undefined, creating: boolean): Finding[] {
  const { name, needed, sensitive, example } = entry;
  if (value === undefined) {
    if (needed !== 'always' && !(needed === 'creation' && creating)) return [];
    return [problem('merchant_field_missing', name, `${name} is missing, such as ${example}.`)];
  }
  if (sensitive && MASKED.test(value))
    return [
      problem(
        'merchant_field_masked',
        name,
        `${name} is masked, as in results. Type the full value, or leave the cell empty to keep it.`,
        value,
      ),
    ];
  const wrong = isSpreadsheetError(value)
    ? 'shows an error. Correct the formula or type the value'
    : entry.wrong(value);
  return wrong === null ? [] : [problem('merchant_field', name, `${name} ${wrong}, such as ${example}.`, value)];
}

/** An error of a cell. Its value is shortened, and masked if it is a secret. */
export function problem(code: string, column: string | null, message: string, value?: string): Finding {
  const shown = value === undefined ? undefined : shownCell(column, value).slice(0, 80).toWellFormed();
  return { code, column, severity: 'error', message, ...(shown === undefined ? {} : { value: shown }) };
}
