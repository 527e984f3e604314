import type { Context } from 'hono';
import {
  getStoredSheet,
  getUnusedColumns,
  isMatchable,
  missingColumns,
  stepAfterReading,
} from '../../../engine/review/match-columns.ts';
import { applyRowEdits } from '../../../engine/review/submit-edits.ts';
import { readUploadedSheet } from '../../../engine/runs/read-uploaded-sheet.ts';
import type { Feature } from '../../../http/feature.ts';
import { parseRunId } from '../../../ledger/merchants/scope.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import { columnLabel } from '../../../references/column-label.ts';
import { columnsPath, fixPath, pathWith, runPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import { getActor } from '../../session/get-actor.ts';
import { addColumnPages, LOOK_AT_THEM, type ReadingLimit, type SheetToMatch } from './columns-form.ts';

/**
 * `GET /runs/:run/columns`: the columns of an upload that is not submitted. `POST` stores the uploader's assignment,
 * and reads the sealed sheet again in the same run, so that no second run could pay it.
 */
export function runColumns(deps: PageDeps, reading: ReadingLimit): Feature {
  const { appContext } = deps;
  const find = async (context: Context, { currentUser }: View): Promise<SheetToMatch | Response | null> => {
    const run = await selectRun(appContext.ledger.db, currentUser.merchants, parseRunId(context.req.param('run')));
    if (!run) return null;
    if (!(await isMatchable(appContext, currentUser, run))) return context.redirect(runPath(run.id), 303);
    return {
      of: { run: run.id },
      name: run.sheet ?? '',
      file: getStoredSheet(appContext, run),
      options: run.options,
      why: () => matchReason(run),
      read: async (format) => {
        await applyRowEdits(appContext, run.id, getActor(context), format);
        await readUploadedSheet(appContext, run.id);
        return pathAfterReading(deps, currentUser, run.id);
      },
    };
  };
  return (app) => addColumnPages(app, deps, '/runs/:run/columns', find, reading);

  async function matchReason(run: RunView): Promise<string> {
    const missing = (await missingColumns(appContext, run)).map(columnLabel);
    if (missing.length > 0)
      return `Missing from all or nearly all rows: ${missing.join(', ')}. Choose the columns in your file that contain ${missing.length === 1 ? 'it' : 'them'}.`;
    const meant = (await getUnusedColumns(appContext, run))
      .filter(({ looksUsed }) => looksUsed)
      .map(({ header }) => `"${header}"`);
    if (meant.length === 0) return LOOK_AT_THEM;
    return `Not used yet, but may be needed to pay: ${meant.join(', ')}. Choose what ${meant.length === 1 ? 'it contains' : 'each of them contains'}, or “Not used”.`;
  }
}

/** The next page after a sheet was read. While it is being read, the run page continues. */
export async function pathAfterReading({ appContext }: PageDeps, user: CurrentUser, run: bigint): Promise<string> {
  const step = await stepAfterReading(appContext, user, run);
  return {
    reading: pathWith(runPath(run), { next: 'check' }),
    columns: columnsPath(run),
    rows: fixPath(run),
    run: runPath(run),
  }[step];
}
