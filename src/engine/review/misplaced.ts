import type { Cells, Finding } from '../../model.ts';
import { splitName } from '../../sheets/names/split-name.ts';

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

/** The column of a cell, and those that it belongs to. */
export interface CellMove {
  readonly from: string;
  readonly to: readonly string[];
}

const FULL_NAME: CellMove = { from: 'name', to: ['firstName', 'lastName'] };

/** The correct column of the cell of an error; null for other errors. */
export function getCellMove({ code, column }: Pick<Finding, 'code' | 'column'>): CellMove | null {
  if (code === 'full_name_missing') return FULL_NAME;
  const target = column === null ? undefined : BELONGS[code];
  return target === undefined || target === column ? null : { from: column!, to: [target] };
}

/** The cells that a move changes; null if there is nothing to move, or a cell would be replaced. */
export function cellsAfterMove(cells: Cells, { from, to }: CellMove): Cells | null {
  const text = cells[from];
  if (text === undefined || to.some((column) => cells[column] !== undefined)) return null;
  if (to !== FULL_NAME.to) return { [from]: '', [to[0]!]: text };
  const { firstName, lastName } = splitName(text);
  return firstName === undefined ? null : { [from]: '', firstName, lastName };
}
