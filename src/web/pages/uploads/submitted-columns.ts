import { canonicalColumns, NOT_USED, type SheetMap } from '../../../intake/map-sheet.ts';
import type { SavedSheetFormat } from '../../../ledger/runs/sheet-format.ts';
import { columnLabel } from '../../../references/column-label.ts';
import { usageError } from '../../../references/usage-error.ts';

/** Maximum length of the name of a format. */
export const LONGEST_NAME = 80;

/** The form field for the column at this index, among the columns with a header. */
export const fieldOf = (at: number): string => `column-${at}`;

/**
 * The column format from a submitted form. Throws `usage` if a column is not assigned, if two headers have the same
 * column, or if the same header text appears twice with different columns: formats identify columns by header text.
 */
export function formatOfAnswers(
  { header, columns }: SheetMap,
  name: string,
  answer: (field: string) => string | undefined,
): SavedSheetFormat {
  if (name === '' || name.length > LONGEST_NAME) throw usageError('format_name_invalid', { most: LONGEST_NAME });
  const known = new Set([...canonicalColumns(), NOT_USED]);
  const chosen: Record<string, string> = {};
  const taken = new Map<string, string>();
  for (const [at, { header: text }] of columns.entries()) {
    const column = answer(fieldOf(at)) ?? '';
    if (!known.has(column)) throw usageError('column_not_chosen', { header: text });
    if (Object.hasOwn(chosen, text) && (column !== NOT_USED || chosen[text] !== NOT_USED))
      throw usageError('header_twice', { header: text });
    const other = column === NOT_USED ? undefined : taken.get(column);
    if (other !== undefined)
      throw usageError('column_chosen_twice', { other, header: text, column: columnLabel(column) });
    taken.set(column, text);
    chosen[text] = column;
  }
  return { name, header, columns: chosen };
}
