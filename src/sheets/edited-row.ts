import { maskBankDetails } from '../mask-bank-details.ts';
import { createProblem } from '../messages.ts';
import type { Cells, Finding, RowEdit, RowEdits, SheetRow } from '../model.ts';
import { getDecimals } from '../money.ts';
import { readAmountText } from './cells/amount-text.ts';
import { COLUMNS } from './headers/columns.ts';

/** A column that no edit changes: the merchant, and the reference of a row that was tried. */
const isFixedCell = (name: string, tried: boolean) => name === 'merchant' || (name === 'paymentReference' && tried);

/** The cells of an earlier payment, with the reference that was derived for it. */
export const withReference = (cells: Cells, reference: string | null): Cells => ({
  ...(reference ? { paymentReference: reference } : {}),
  ...cells,
});

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
    if (text === undefined || text === before[column] || getDecimals(currency.toUpperCase()) === 3) return [];
    const read = readAmountText(text);
    if (read.kind !== 'ambiguous') return [];
    return [
      { column, ...createProblem('amount_ambiguous.typed', { one: read.point, other: read.comma }), value: text },
    ];
  });
  return [...remaining, ...ambiguous];
}

/** The error of a row whose fields the reader could not separate: no cell is certain to be in its column. */
export const shiftedCells = (findings: readonly Finding[]): Finding | undefined =>
  findings.find(({ column, severity }) => column === null && severity === 'error');

/** The columns in which two versions of a row differ. */
export function changedColumns(before: Cells, now: Cells): readonly string[] {
  return COLUMNS.flatMap(({ name }) => ((before[name] ?? '').trim() === (now[name] ?? '') ? [] : [name]));
}

/** A row with the uploader's edits. */
export function editedRow(row: SheetRow, edits: RowEdits, tried = false): SheetRow {
  const edit = edits.get(row.row);
  if (edit === undefined || shiftedCells(row.findings)) return row;
  const cells = editedCells(row.cells, edit, tried);
  if (changedColumns(row.cells, cells).length === 0) return row;
  return { ...row, cells, before: row.cells, findings: findingsAfterEdit(row.findings, row.cells, cells) };
}

/**
 * A user's edit of a row after a form was sent with these cells. A cell equal to the row or the earlier edit, in full
 * or masked as shown, is not a new edit; null reverts an edit to the row's value.
 */
export function nextEdit(
  before: Cells,
  edit: RowEdit,
  sent: Readonly<Record<string, string | null>>,
  tried: boolean,
): RowEdit {
  const next: Record<string, string> = {};
  for (const { name } of COLUMNS) {
    const [text, now, written] = [sent[name], edit[name], before[name] ?? ''];
    const edited = text === undefined || (now !== undefined && text !== null && isShownAs(now, text)) ? now : text;
    if (isFixedCell(name, tried)) continue;
    if (edited !== undefined && edited !== null && !isShownAs(written, edited)) next[name] = edited.trim();
    // The row may have an earlier edit, which its sheet, read again, does not have.
    else if (now !== undefined) next[name] = written;
  }
  return next;
}

/** Browsers change or drop the line breaks of a form field even if the user does not touch it. */
function isShownAs(written: string, sent: string): boolean {
  return [written, maskBankDetails(written)].map(onOneLine).includes(onOneLine(sent));
}

function onOneLine(text: string): string {
  return text.replace(/[\r\n]/g, '').trim();
}
