import { problemOf } from '../messages.ts';
import type { Cells, Finding, RowEdit, RowEdits, SheetRow } from '../model.ts';
import { decimalsOf } from '../money.ts';
import { readAmountText } from './cells/amount-text.ts';
import { COLUMNS } from './headers/columns.ts';

/** A column that no edit changes: the merchant, and the reference of a row that was tried. */
export const isFixedCell = (name: string, tried: boolean) =>
  name === 'merchant' || (name === 'paymentReference' && tried);

/** The cells of a row with what a user typed over. `tried`: it was sent before, so its reference cannot change. */
export function editedCells(before: Cells, edit: RowEdit, tried = false): Cells {
  const cells: Record<string, string> = {};
  for (const { name } of COLUMNS) {
    const text = ((isFixedCell(name, tried) ? undefined : edit[name]) ?? before[name] ?? '').trim();
    if (text !== '') cells[name] = text;
  }
  return cells;
}

/**
 * The reader's findings that still count after an edit: those of the whole row and of cells that did not change; and an
 * error for a typed amount with two meanings, as in a sheet: "1.240" is 1.24 or 1,240, depending on the locale.
 */
export function findingsAfterEdit(findings: readonly Finding[], before: Cells, cells: Cells): readonly Finding[] {
  const remaining = findings.filter(({ column }) => column === null || cells[column] === before[column]);
  const typed = { amount: cells.currency, targetAmount: cells.targetCurrency };
  const ambiguous = Object.entries(typed).flatMap(([column, currency = '']) => {
    const text = cells[column];
    if (text === undefined || text === before[column] || decimalsOf(currency.toUpperCase()) === 3) return [];
    const read = readAmountText(text);
    if (read.kind !== 'ambiguous') return [];
    return [{ column, ...problemOf('amount_ambiguous.typed', { one: read.point, other: read.comma }), value: text }];
  });
  return [...remaining, ...ambiguous];
}

/** The error of a row whose fields the reader could not separate: no cell is certain to be in its column. */
export const shiftedCells = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ column, severity }) => column === null && severity === 'error');

/** A row of a sheet with the edits of its maker. */
export function editedRow(row: SheetRow, edits: RowEdits): SheetRow {
  const edit = edits.get(row.row);
  if (edit === undefined || shiftedCells(row.findings)) return row;
  const cells = editedCells(row.cells, edit);
  return { ...row, cells, findings: findingsAfterEdit(row.findings, row.cells, cells) };
}
