import type { Scope } from '../../ledger/merchants/scope.ts';
import { everyRowToFix, type RowError, type RowToFix } from '../../ledger/views/correctable-rows.ts';
import type { Cells, Finding } from '../../model.ts';
import type { Actor } from '../../permissions/actor.ts';
import type { AppContext } from '../context/app-context.ts';
import { type RowToEdit, saveEdits, type TypedCells } from './correct-rows.ts';
import { cellsAfterMove, getCellMove } from './misplaced.ts';
import { isWholeCell } from './same-values.ts';

/** The rows of a run that a user may see, with an error. */
export interface SameError {
  readonly run: bigint;
  readonly scope: Scope;
  readonly error: RowError;
}

/**
 * Replaces a value in all rows that have the error with it. `from`: the value as the error shows it, empty for a blank
 * cell. Returns how many. Throws what `saveEdits` throws.
 */
export async function replaceInRows(
  appContext: AppContext,
  same: SameError,
  { from, to }: { readonly from: string; readonly to: string },
  by: Actor,
): Promise<number> {
  const { code, column } = same.error;
  if (column === null || !isWholeCell(column, from)) return 0;
  const hasValue = (one: Finding) => one.code === code && one.column === column && (one.value ?? '') === from;
  return editAll(appContext, same, ({ problems }) => (problems.some(hasValue) ? { [column]: to } : {}), by);
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
    if (problem.column !== column || (code !== undefined && problem.code !== code)) continue;
    const move = getCellMove(problem);
    const typed = move && cellsAfterMove(cells, move);
    if (typed) return typed;
  }
  return {};
}
