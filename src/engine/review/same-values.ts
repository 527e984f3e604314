import type { RowError, SameValue } from '../../ledger/views/correctable-rows.ts';
import { editDistance } from '../../platform/edit-distance.ts';
import { columnNamed, isSensitive } from '../../sheets/headers/columns.ts';
import { type CorrectableColumn, correctableColumn, type OpenedRow } from './correct-rows.ts';

/** A value that several rows have in the column of an error, and its replacement. */
export interface ReplaceableValue {
  readonly error: RowError;
  readonly column: CorrectableColumn;
  /** Empty if the cells are blank. */
  readonly from: string;
  /** The user's input in one of them, or the one allowed value that differs in a letter; empty if unknown. */
  readonly to: string;
  /** The rows that still have it. */
  readonly rows: number;
}

/** Whether a value as an error shows it is the whole cell, so that equal values are equal cells. */
export const isWholeCell = (column: string, value: string): boolean =>
  !isSensitive(column) && column !== 'dob' && !value.includes('***') && !value.endsWith('…');

/** The values to replace in several rows. `changed`: the rows that the user edited. */
export function replaceableValues(
  same: readonly SameValue[],
  changed: readonly OpenedRow[],
): readonly ReplaceableValue[] {
  return same.flatMap(({ code, column, value, rows }): readonly ReplaceableValue[] => {
    const known = columnNamed(column);
    if (!known) return [];
    const { choices, codes, ...rest } = correctableColumn(known);
    const words = [...choices, ...codes];
    // A blank amount or e-mail address has no value that is right for several rows.
    if (!isWholeCell(column, value) || (value === '' && words.length === 0)) return [];
    const numbers = new Set(rows);
    const edited = changed.filter((row) => numbers.has(row.of.row) && row.edited.includes(column));
    const right = edited.find(
      ({ problems }) => !problems.some((one) => one.severity === 'error' && one.column === column),
    );
    const left = rows.length - edited.length;
    if (left < (right ? 1 : 2)) return [];
    const to = right?.cells[column] ?? nearestWord(value, words);
    return [{ error: { code, column }, column: { ...rest, choices, codes }, from: value, to, rows: left }];
  });
}

/** The one word that differs in a letter, or in two that are swapped. */
function nearestWord(value: string, words: readonly string[]): string {
  if (value.length < 3) return '';
  const near = words.filter((word) => editDistance(word.toLowerCase(), value.toLowerCase(), 1) === 1);
  return near.length === 1 ? near[0]! : '';
}
