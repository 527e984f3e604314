import type { Scope } from '../../ledger/merchants/scope.ts';
import { rowEditsOf } from '../../ledger/payments/row-edit.ts';
import { everyRowToFix, type RowError, type RowToFix } from '../../ledger/views/correctable-rows.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import type { Cells, Finding } from '../../model.ts';
import type { Actor } from '../../permissions/actor.ts';
import { isSensitive } from '../../sheets/headers/columns.ts';
import type { AppContext } from '../context/app-context.ts';
import { correctRows, type RowToEdit, saveEdits, type TypedCells } from './correct-rows.ts';
import { targetOfMove } from './misplaced.ts';

/** The rows of a run that a user may see, with an error. */
export interface SameError {
  readonly run: bigint;
  readonly scope: Scope;
  readonly error: RowError;
}

/** A value that rows with one error have in its column, as it is shown, and in how many rows. */
export interface WrongValue {
  readonly value: string;
  readonly rows: number;
}

/** Values offered at most. */
const MOST_VALUES = 20;

/**
 * The values that rows with an error have now, the most frequent first; none if its column is masked or it has none.
 */
export async function wrongValues(appContext: AppContext, same: SameError, by: string): Promise<readonly WrongValue[]> {
  const { run, scope, error } = same;
  const { column } = error;
  if (column === null || isSensitive(column)) return [];
  const { db, vault } = appContext.ledger;
  const edits = await rowEditsOf(db, vault, { run, by });
  const found = new Map<string, number>();
  for await (const page of everyRowToFix(db, scope, run, error))
    for (const { shown } of (await correctRows(appContext, run, page, edits)).rows) {
      const value = shown[column] ?? '';
      found.set(value, (found.get(value) ?? 0) + 1);
    }
  return [...found]
    .map(([value, rows]) => ({ value, rows }))
    .sort((a, b) => b.rows - a.rows)
    .slice(0, MOST_VALUES);
}

/** Replaces a value in all rows that have the error. Returns how many. Throws what `saveEdits` throws. */
export async function replaceInRows(
  appContext: AppContext,
  same: SameError,
  { from, to }: { readonly from: string; readonly to: string },
  by: Actor,
): Promise<number> {
  const { column } = same.error;
  if (column === null || isSensitive(column)) return 0;
  return editAll(
    appContext,
    same,
    ({ cells }) => (maskBankDetails(cells[column] ?? '') === from ? { [column]: to } : {}),
    by,
  );
}

/**
 * Moves the cells of all rows with the error to the column that it names. Returns how many. Throws what `saveEdits`
 * throws.
 */
export const moveAllMisplaced = (appContext: AppContext, same: SameError, by: Actor): Promise<number> =>
  editAll(appContext, same, ({ cells, problems }) => movedCells(cells, problems, same.error), by);

/** Moves such a cell in these rows. */
export const moveMisplaced = (
  appContext: AppContext,
  { run, rows, column }: { readonly run: bigint; readonly rows: readonly RowToFix[]; readonly column: string | null },
  by: Actor,
): Promise<number> =>
  saveEdits(appContext, run, rows, ({ cells, problems }) => movedCells(cells, problems, { column }), by);

async function editAll(
  appContext: AppContext,
  { run, scope, error }: SameError,
  typed: (row: RowToEdit) => TypedCells,
  by: Actor,
): Promise<number> {
  let edited = 0;
  for await (const page of everyRowToFix(appContext.ledger.db, scope, run, error))
    edited += await saveEdits(appContext, run, page, typed, by);
  return edited;
}

/** The cells of a row after the cell with such an error moved. A cell that has something is never replaced. */
function movedCells(cells: Cells, problems: readonly Finding[], { code, column }: Partial<RowError>): TypedCells {
  for (const problem of problems) {
    const target = targetOfMove(problem);
    const text = cells[problem.column ?? ''];
    if (problem.column === null || target === null || text === undefined || cells[target] !== undefined) continue;
    if (problem.column === column && (code === undefined || problem.code === code))
      return { [problem.column]: '', [target]: text };
  }
  return {};
}
