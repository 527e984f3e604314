import type { IntakeSource } from '../../intake/intake-source.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import type { Cells, RowEdit, RowEdits } from '../../model.ts';
import { editedRow, isFixedCell } from '../../sheets/edited-row.ts';
import { COLUMNS } from '../../sheets/headers/columns.ts';

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
