import type { Context } from 'hono';
import { planFigures } from '../../../engine/plan/run-plan.ts';
import { mapFile, requireReadable } from '../../../engine/review/save-format.ts';
import { applyRowEdits, correctsInPlace } from '../../../engine/review/submit-edits.ts';
import { isMistake } from '../../../errors.ts';
import { unusedHeaders } from '../../../intake/map-sheet.ts';
import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { selectRowsToFix } from '../../../ledger/views/correctable-rows.ts';
import { MOST_LOOKED_AT, selectProblems } from '../../../ledger/views/run-problems.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import { hasRole } from '../../../permissions/access.ts';
import { columnLabel } from '../../../references/column-label.ts';
import { readForm } from '../../bodies/read-form.ts';
import { pathWith } from '../../components/pager.ts';
import { columnsPath, fixPath, runPath } from '../../components/paths.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { CurrentUser } from '../../current-user.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { get, post } from '../route.ts';
import { columnsError, columnsForm, isUnknown } from './columns-form.ts';
import { readUploadedSheet } from './read-uploaded-sheet.ts';
import { formatOfAnswers } from './submitted-columns.ts';
import { storedSheetOf, unusedOf } from './unused-columns.ts';

/** Time to wait for the sheet to be read again; a sheet of a few thousand rows normally takes less. */
const READ_MS = 8_000;
/** A value that is missing in this part of the rows is more likely in a column that was not recognized. */
const NEARLY_ALL = 0.9;

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
      if (!(await isMatchable(deps, view.currentUser, run))) return context.redirect(runPath(run.id));
      const missing = await missingColumns(deps, run);
      const error =
        missing.length === 0
          ? await whyAsked(run)
          : `Missing in all or nearly all rows: ${missing.map(columnLabel).join(', ')}. Choose the columns of your file that have ${missing.length === 1 ? 'it' : 'them'}.`;
      return form(view, run, error, () => undefined);
    });

    post(app, deps, '/runs/:run/columns', 'maker', async (context, view) => {
      const run = await runOf(context, view);
      if (!run) return null;
      if (!(await isMatchable(deps, view.currentUser, run))) return context.redirect(runPath(run.id), 303);
      const fields = await readForm(context);
      const answer = (name: string) => fields[name]?.trim() || undefined;
      try {
        const map = await mapFile(appContext, storedSheetOf(deps, run), run.options);
        const format = formatOfAnswers(map, answer('name') ?? '', answer);
        await requireReadable(appContext, storedSheetOf(deps, run), run.options, format);
        await applyRowEdits(appContext, run.id, actorOf(context), format);
      } catch (error) {
        if (!isMistake(error) || !(await isMatchable(deps, view.currentUser, run))) throw error;
        return context.html(await form(view, run, columnsError(error), answer), 422);
      }
      await readUploadedSheet(appContext, run.id, READ_MS);
      return context.redirect(await pathAfterReading(deps, view.currentUser, run.id), 303);
    });
  };

  async function whyAsked(run: RunView): Promise<string> {
    const meant = (await unusedOf(deps, run)).filter(({ looksUsed }) => looksUsed).map(({ header }) => `"${header}"`);
    if (meant.length === 0) return 'Look at the columns, and say what each of them is.';
    return `Not used yet, although ${meant.length === 1 ? 'it looks' : 'they look'} like something that is paid by: ${meant.join(', ')}. Confirm what ${meant.length === 1 ? 'it is' : 'each of them is'}, or choose "Not used".`;
  }

  async function form(view: View, run: RunView, error: string, answer: (name: string) => string | undefined) {
    const map = await mapFile(appContext, storedSheetOf(deps, run), run.options);
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

/**
 * Whether this user may match the columns of a run again: its maker, before it is submitted. A format applies to all
 * merchants, so only with access to all of them.
 */
export async function isMatchable(
  { appContext }: PageDeps,
  { name, role, merchants }: CurrentUser,
  run: RunView | null,
): Promise<boolean> {
  if (run === null || merchants !== null || !hasRole(role, 'maker')) return false;
  return run.understood?.format !== 'pain.001' && (await correctsInPlace(appContext, run.id, name));
}

/**
 * The page that asks for the columns of a run that was just read, if a value is missing in nearly all of its rows and
 * its sheet has unknown columns with values; else null. Nobody is asked about a header that a user already explained.
 */
export async function columnsToAsk(deps: PageDeps, user: CurrentUser, id: bigint): Promise<string | null> {
  const { appContext } = deps;
  const run = await selectRun(appContext.ledger.db, user.merchants, id);
  if (run === null || run.options.format !== undefined || !(await isMatchable(deps, user, run))) return null;
  const unused = new Set(unusedHeaders(run.understood));
  if (unused.size === 0 || (await missingColumns(deps, run)).length === 0) return null;
  const { columns } = await mapFile(appContext, storedSheetOf(deps, run), run.options);
  // A header that is only nearly a known one was not used either.
  const asks = columns.some((one) => unused.has(one.header) && (isUnknown(one) || one.by !== null));
  return asks ? columnsPath(id) : null;
}

/**
 * The page to go on with after a sheet was read: its columns if they have to be asked for, or its rows with errors if
 * they are corrected in the run itself. While it is being read, the page of the run, which goes on there afterwards.
 */
export async function pathAfterReading(deps: PageDeps, user: CurrentUser, run: bigint): Promise<string> {
  const { appContext } = deps;
  const { name, merchants } = user;
  const found = await selectRun(appContext.ledger.db, merchants, run);
  if (found !== null && found.intake_at === null && found.finished_at === null)
    return pathWith(runPath(run), { next: 'check' });
  const asked = (await columnsToAsk(deps, user, run)) ?? (await columnsThatLookUsed(deps, user, run));
  if (asked !== null) return asked;
  const wrong = await selectRowsToFix(appContext.ledger.db, merchants, run, { after: -1, limit: 1 });
  return wrong.length > 0 && (await correctsInPlace(appContext, run, name)) ? fixPath(run) : runPath(run);
}

/**
 * The page that asks for the columns of a run that was just read, if one with values is not used although it looks like
 * one that decides how much is paid, or to whom; else null.
 */
async function columnsThatLookUsed(deps: PageDeps, user: CurrentUser, id: bigint): Promise<string | null> {
  const run = await selectRun(deps.appContext.ledger.db, user.merchants, id);
  if (run === null || run.options.format !== undefined || !(await isMatchable(deps, user, run))) return null;
  return (await unusedOf(deps, run)).some(({ looksUsed }) => looksUsed) ? columnsPath(id) : null;
}

/** The columns whose value is missing in nearly all rows. */
async function missingColumns({ appContext }: PageDeps, { id, rows }: RunView): Promise<readonly string[]> {
  const { db } = appContext.ledger;
  if (!rows || ((await planFigures(db, [id])).counts.invalid ?? 0) < rows * NEARLY_ALL) return [];
  const groups = await selectProblems(db, null, id);
  const enough = Math.min(rows, MOST_LOOKED_AT) * NEARLY_ALL;
  const missing = groups.filter(
    (one) => one.state === 'invalid' && one.code.endsWith('_missing') && one.rows >= enough,
  );
  return [...new Set(missing.flatMap(({ column }) => column ?? []))];
}
