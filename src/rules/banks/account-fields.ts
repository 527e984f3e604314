import type { Environment, Finding } from '../../model.ts';
import { finding } from '../finding.ts';
import { checkEmail } from '../people/contact.ts';
import { readBankAccount } from './bank-account.ts';

/** The contract's field names, if they differ from the sheet's columns. */
const TO_COLUMN: Readonly<Record<string, string>> = {
  country: 'accountCountry',
  currency: 'accountCurrency',
  emailAddress: 'paypalEmail',
};
const TO_FIELD: Readonly<Record<string, string>> = {
  accountCountry: 'country',
  accountCurrency: 'currency',
  paypalEmail: 'emailAddress',
};

export interface AccountFieldsContext {
  readonly environment: Environment;
}

/**
 * Checks an account in the contract's shape (the body of POST /v1/recipients/:id/accounts) with the rules of a sheet's
 * row. `column` of a finding is the contract's field name.
 */
export function checkAccountFields(
  fields: Readonly<Record<string, unknown>>,
  context: AccountFieldsContext,
): Finding[] {
  const cells: Record<string, string> = {};
  for (const [field, value] of Object.entries(fields)) {
    if (value === null || value === undefined || value === '') continue;
    const column = TO_COLUMN[field] ?? field;
    if (typeof value === 'string') cells[column] = value;
  }
  const { type } = fields;
  const findings =
    type === 'bank-transfer'
      ? readBankAccount(cells, { environment: context.environment, recipientName: null, addressCountry: null }).findings
      : type === 'paypal'
        ? checkEmail(cells.paypalEmail ?? '', 'paypalEmail').findings
        : [finding(type ? 'payout_method_unknown' : 'payout_method_missing', 'type')];
  return findings.map((found) => ({ ...found, column: found.column && (TO_FIELD[found.column] ?? found.column) }));
}

/** The contract's error code for a finding: `empty_field` if a value is missing, otherwise `invalid_field`. */
export function contractCode(found: Finding): 'empty_field' | 'invalid_field' {
  return found.code.endsWith('_missing') ? 'empty_field' : 'invalid_field';
}
