import type { Context } from 'hono';
import {
  formatOfAnswers,
  isMatchable,
  missingColumns,
  stepAfterReading,
  storedSheetOf,
  unusedOf,
} from '../../../engine/review/match-columns.ts';
import { mapFile, requireReadable } from '../../../engine/review/save-format.ts';
import { applyRowEdits } from '../../../engine/review/submit-edits.ts';
import { readUploadedSheet } from '../../../engine/runs/read-uploaded-sheet.ts';
import { isMistake } from '../../../errors.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import { columnLabel } from '../../../references/column-label.ts';
import { readForm } from '../../bodies/read-form.ts';
import { pathWith } from '../../components/pager.ts';
import { columnsPath, fixPath, runPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { get, post } from '../route.ts';
import { columnsError, columnsForm, fieldOf } from './columns-form.ts';

/**
 * `GET /runs/:run/columns`: the columns of an upload that is not submitted. `POST` stores what its maker says they are,
 * and reads the sealed sheet again in the same run, so that no second run could pay it.
 */
export function runColumns(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db } = appContext.ledger;

  const runOf = (context: Context, { currentUser }: View) =>
    selectRun(db, currentUser.merchants, runIdOf(context.req.param('run')));

  return (app) => {
    get(app, deps, '/runs/:run/columns', 'maker', async (context, view) => {
      const run = await runOf(context, view);
      if (!run) return null;
      if (!(await isMatchable(appContext, view.currentUser, run))) return context.redirect(runPath(run.id));
      const missing = await missingColumns(appContext, run);
      const error =
        missing.length === 0
          ? await whyAsked(run)
          : `Missing in all or nearly all rows: ${missing.map(columnLabel).join(', ')}. Choose the columns of your file that have ${missing.length === 1 ? 'it' : 'them'}.`;
      return form(view, run, error, () => undefined);
    });

    post(app, deps, '/runs/:run/columns', 'maker', async (context, view) => {
      const run = await runOf(context, view);
      if (!run) return null;
      if (!(await isMatchable(appContext, view.currentUser, run))) return context.redirect(runPath(run.id), 303);
      const fields = await readForm(context);
      const answer = (name: string) => fields[name]?.trim() || undefined;
      try {
        const map = await mapFile(appContext, storedSheetOf(appContext, run), run.options);
        const format = formatOfAnswers(map, answer('name') ?? '', (at) => answer(fieldOf(at)));
        await requireReadable(appContext, storedSheetOf(appContext, run), run.options, format);
        await applyRowEdits(appContext, run.id, actorOf(context), format);
      } catch (error) {
        if (!isMistake(error) || !(await isMatchable(appContext, view.currentUser, run))) throw error;
        return context.html(await form(view, run, columnsError(error), answer), 422);
      }
      await readUploadedSheet(appContext, run.id);
      return context.redirect(await pathAfterReading(deps, view.currentUser, run.id), 303);
    });
  };

  async function whyAsked(run: RunView): Promise<string> {
    const meant = (await unusedOf(appContext, run))
      .filter(({ looksUsed }) => looksUsed)
      .map(({ header }) => `"${header}"`);
    if (meant.length === 0) return 'Look at the columns, and say what each of them is.';
    return `Not used yet, although ${meant.length === 1 ? 'it looks' : 'they look'} like something that is paid by: ${meant.join(', ')}. Confirm what ${meant.length === 1 ? 'it is' : 'each of them is'}, or choose "Not used".`;
  }

  async function form(view: View, run: RunView, error: string, answer: (name: string) => string | undefined) {
    const map = await mapFile(appContext, storedSheetOf(appContext, run), run.options);
    const name = run.options.format?.name ?? map.source;
    return columnsForm(view, {
      of: { run: run.id },
      name: run.sheet ?? '',
      map: { ...map, source: name },
      error,
      answer,
    });
  }
}

/** The page to go on with after a sheet was read. While it is being read, the page of the run goes on there. */
export async function pathAfterReading({ appContext }: PageDeps, user: CurrentUser, run: bigint): Promise<string> {
  const step = await stepAfterReading(appContext, user, run);
  return {
    reading: pathWith(runPath(run), { next: 'check' }),
    columns: columnsPath(run),
    rows: fixPath(run),
    run: runPath(run),
  }[step];
}
