import type { IntakeSource } from '../../intake/intake-source.ts';
import type { RowEdit, RowEdits } from '../../ledger/payments/row-edit.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { problemOf } from '../../messages.ts';
import type { Cells, Finding, SheetRow } from '../../model.ts';
import { decimalsOf } from '../../money.ts';
import { readAmountText } from '../../sheets/cells/amount-text.ts';
import { COLUMNS } from '../../sheets/headers/columns.ts';

/** A column that no edit changes: the merchant, and the reference of a row that was tried. */
const stays = (name: string, tried: boolean) => name === 'merchant' || (name === 'paymentReference' && tried);

/** The cells of a row with what a user typed over. `tried`: it was sent before, so its reference cannot change. */
export function editedCells(before: Cells, edit: RowEdit, tried = false): Cells {
  const cells: Record<string, string> = {};
  for (const { name } of COLUMNS) {
    const text = ((stays(name, tried) ? undefined : edit[name]) ?? before[name] ?? '').trim();
    if (text !== '') cells[name] = text;
  }
  return cells;
}

/**
 * A user's edit of a row after a form was sent with these cells. A cell that says what the row or the earlier edit
 * says, in full or masked as it was shown, is not a new edit; null takes an edit back to what the row says.
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
    if (stays(name, tried)) continue;
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

/** The rows of a sheet with the edits that its maker made on the page. */
export function withRowEdits(source: IntakeSource, edits: RowEdits): IntakeSource {
  if (edits.size === 0) return source;
  return {
    async *rows(most) {
      for await (const rows of source.rows(most)) yield rows.map((row) => editedRow(row, edits));
    },
    noticed: () => source.noticed?.() ?? { totals: { difference: null } },
  };
}
