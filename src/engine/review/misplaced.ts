import type { Finding } from '../../model.ts';

/** The column that the cell belongs to, by the error that says so. */
const BELONGS: Readonly<Record<string, string>> = {
  account_in_iban_column: 'accountNum',
  bic_in_iban_column: 'swiftBic',
  iban_in_account_column: 'iban',
  iban_in_bic_column: 'iban',
  iban_in_code_column: 'iban',
  branch_in_bank_column: 'branchId',
  bank_in_branch_column: 'bankId',
};

/** The column that the cell of an error is moved to; null if the error is another one. */
export function targetOfMove({ code, column }: Pick<Finding, 'code' | 'column'>): string | null {
  const target = column === null ? undefined : BELONGS[code];
  return target === undefined || target === column ? null : target;
}
