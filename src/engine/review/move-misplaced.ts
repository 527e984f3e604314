import type { Scope } from '../../ledger/merchants/scope.ts';
import { everyRowToFix, type RowError, type RowToFix } from '../../ledger/views/correctable-rows.ts';
import type { Cells, Finding } from '../../model.ts';
import type { Actor } from '../../permissions/actor.ts';
import type { AppContext } from '../context/app-context.ts';
import { saveEdits } from './correct-rows.ts';
import { targetOfMove } from './misplaced.ts';

/** The cells of a row after the cells with such an error moved. A cell that has something is never replaced. */
function movedCells(
  cells: Cells,
  problems: readonly Finding[],
  { code, column }: Partial<RowError>,
): Readonly<Record<string, string>> {
  for (const problem of problems) {
    const target = targetOfMove(problem);
    const text = cells[problem.column ?? ''];
    if (problem.column === null || target === null || text === undefined || cells[target] !== undefined) continue;
    if (problem.column === column && (code === undefined || problem.code === code))
      return { [problem.column]: '', [target]: text };
  }
  return {};
}

/**
 * Moves a cell that is in the wrong column to the column that its error names, in these rows, as an edit of this user.
 * Returns how many rows changed. Throws what `saveEdits` throws.
 */
export async function moveMisplaced(
  appContext: AppContext,
  { run, rows, error }: { readonly run: bigint; readonly rows: readonly RowToFix[]; readonly error: Partial<RowError> },
  by: Actor,
): Promise<number> {
  let moved = 0;
  await saveEdits(
    appContext,
    run,
    rows,
    ({ cells, problems }) => {
      const edit = movedCells(cells, problems, error);
      if (Object.keys(edit).length > 0) moved += 1;
      return edit;
    },
    by,
  );
  return moved;
}

/** The same for all rows of a run that have the error. */
export async function moveAllMisplaced(
  appContext: AppContext,
  { run, scope, error }: { readonly run: bigint; readonly scope: Scope; readonly error: RowError },
  by: Actor,
): Promise<number> {
  let moved = 0;
  for await (const rows of everyRowToFix(appContext.ledger.db, scope, run)) {
    const same = rows.filter(({ problems }) =>
      problems?.some(({ code, column }) => code === error.code && column === error.column),
    );
    if (same.length > 0) moved += await moveMisplaced(appContext, { run, rows: same, error }, by);
  }
  return moved;
}
