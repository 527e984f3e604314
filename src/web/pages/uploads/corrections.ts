import type { Context } from 'hono';
import {
  type CorrectableRow,
  correctRows,
  isWrong,
  openEdits,
  saveEdits,
} from '../../../engine/review/correct-rows.ts';
import { type CorrectionProgress, correctionProgress } from '../../../engine/review/correction-progress.ts';
import { moveAllMisplaced, moveMisplaced, replaceInRows } from '../../../engine/review/edit-all.ts';
import { isMatchable } from '../../../engine/review/match-columns.ts';
import { applyRowEdits, correctsInPlace, payCorrected } from '../../../engine/review/submit-edits.ts';
import { readUploadedSheet } from '../../../engine/runs/read-uploaded-sheet.ts';
import { type Form, readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import { parseRunId, parseUuid } from '../../../ledger/merchants/scope.ts';
import { countRowsToFix, type RowToFix, selectRowsToFix } from '../../../ledger/views/correctable-rows.ts';
import { selectProblems } from '../../../ledger/views/run-problems.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import type { RowEdit } from '../../../model.ts';
import { amount, counted, figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pager } from '../../components/pager.ts';
import { fixPath, pathWith, runPath } from '../../components/paths.ts';
import { rowQuery } from '../../components/query.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { getActor } from '../../session/get-actor.ts';
import { get, post } from '../route.ts';
import { allOfAKind, askedError, correctionFilters, errorKey } from './correction-filters.ts';
import { correctionForm, correctionRow } from './correction-form.ts';
import { unusedPart } from './unused-columns.ts';
import { uploadSteps } from './upload-steps.ts';

const PAGE = 25;

/**
 * `GET /runs/:run/fix?error=&after=`: a form to correct the rows that were not paid. `POST` keeps what was typed, as
 * the edits of this user. `intent=pay`: if the run is not submitted yet, its sheet is read again with the edits.
 * Otherwise a new run is made of the edited rows that are valid now: a sheet of its own, linked to this run, which must
 * be submitted like any uploaded sheet.
 */
export function corrections(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db } = appContext.ledger;

  const runOf = (context: Context, view: View) =>
    selectRun(db, view.currentUser.merchants, parseRunId(context.req.param('run')));

  async function fixPage(context: Context, view: View, run: RunView, feedback: Feedback = {}): Promise<Markup> {
    const scope = view.currentUser.merchants;
    const after = rowQuery(context);
    const groups = await selectProblems(db, scope, run.id);
    const error = askedError(groups, context.req.query('error'));
    const rows = await selectRowsToFix(db, scope, run.id, { after, limit: PAGE, error });
    const corrector = { run: run.id, by: view.currentUser.name };
    const [form, inPlace, progress] = await Promise.all([
      correctRows(appContext, corrector, rows),
      correctsInPlace(appContext, run.id, view.currentUser.name),
      correctionProgress(appContext, corrector, scope, error),
    ]);
    const matchable = inPlace && (await isMatchable(appContext, view.currentUser, run));
    const path = fixPath(run.id);
    const asked = error === null ? {} : { error: errorKey(error) };
    const last = rows.at(-1);
    return layout(view, {
      title: `Correct run ${run.id}`,
      heading: `${inPlace ? 'New run' : 'Correct'}: ${run.sheet ?? `run ${run.id}`}`,
      about: html`<a href="${runPath(run.id)}">Run ${run.id}</a>. ${inPlace ? 'These rows have errors and are not paid.' : 'These rows were not paid.'} Changes are saved as you type.`,
      ...(feedback.notice ? { notice: feedback.notice } : {}),
      main: html`${feedback.error ? html`<p class="notice bad" role="alert" id="${FORM_ERROR}">${feedback.error}</p>` : ''}${inPlace ? uploadSteps('Rows', run.id, { isMatchable: matchable }) : ''}${matchable ? await unusedPart(view, deps, run) : ''}${
        rows.length === 0 && error === null
          ? empty('There is nothing to correct here.', html`<a href="${runPath(run.id)}">Back to the run</a>.`)
          : html`${correctionFilters(view, path, groups, error)}
<div data-part="kinds">${allOfAKind(view, path, groups, error, progress.values)}</div>
${
  rows.length === 0
    ? empty('No rows have this error.', html`<a href="${path}">Show all rows to correct</a>.`)
    : correctionForm(view, {
        action: pathWith(path, { ...asked, after: after < 0 ? null : after }),
        ...form,
        submit: submitLabel(view, inPlace, progress),
        about: inPlace ? IN_PLACE_ABOUT : AS_RUN_ABOUT,
        progress: progressPart(view, progress),
        error: feedback.error ? FORM_ERROR : undefined,
      })
}
${pager({ first: after < 0 ? null : pathWith(path, asked), next: rows.length < PAGE || !last ? null : pathWith(path, { ...asked, after: last.row }) })}`
      }`,
    });
  }

  /** Stores what the form has, and returns the rows that it is about. */
  async function save(context: Context, view: View, run: RunView, form: Form): Promise<readonly RowToFix[]> {
    const typed = typedOf(form);
    const rows = await selectRowsToFix(db, view.currentUser.merchants, run.id, { ids: [...typed.keys()] });
    await saveEdits(
      appContext,
      run.id,
      rows,
      ({ of, edit }) => sentCells(typed.get(of.id) ?? nothingTyped(), edit),
      getActor(context),
    );
    return rows;
  }

  /** Continues after corrections: to the page to submit, or back to this page if a changed row is still wrong. */
  async function submit(context: Context, view: View, run: RunView): Promise<Response | Markup> {
    const by = getActor(context);
    const { changed } = await openEdits(appContext, run.id, by.name);
    const wrong = changed.filter(isWrong).length;
    if (await correctsInPlace(appContext, run.id, by.name)) {
      await applyRowEdits(appContext, run.id, by);
      await readUploadedSheet(appContext, run.id);
      const read = await selectRun(db, view.currentUser.merchants, run.id);
      if (wrong === 0 || !read?.intake_at) return context.redirect(runPath(run.id), 303);
      const invalid = await countRowsToFix(db, view.currentUser.merchants, run.id);
      return fixPage(context, view, read, { error: stillWrong(view, changed.length - wrong, invalid) });
    }
    const created = await payCorrected(appContext, run.id, by);
    if (created === null) return fixPage(context, view, run, { error: nothingToReview(view, wrong) });
    await readUploadedSheet(appContext, created);
    return context.redirect(runPath(created), 303);
  }

  return (app) => {
    get(app, deps, '/runs/:run/fix', 'maker', async (context, view) => {
      const run = await runOf(context, view);
      return run && fixPage(context, view, run);
    });

    post(app, deps, '/runs/:run/fix', 'maker', async (context, view) => {
      const run = await runOf(context, view);
      if (!run) return null;
      const form = await readForm(context);
      if (form.intent === 'replace' || form.intent === 'move')
        return fixPage(context, view, run, { notice: await editAll(context, view, run, form) });
      const rows = await save(context, view, run, form);
      if (form.move !== undefined)
        return fixPage(context, view, run, { notice: await moveOne(context, run, rows, form.move) });
      if (form.intent === 'pay') return submit(context, view, run);
      const corrector = { run: run.id, by: view.currentUser.name };
      const { columns, rows: now } = await correctRows(appContext, corrector, rows);
      if (form.intent !== 'save') return fixPage(context, view, run, { notice: correctionSummary(view, now) });
      // The page that saves a row while it is typed needs only the row and the parts that depend on it.
      const scope = view.currentUser.merchants;
      const groups = await selectProblems(db, scope, run.id);
      const error = askedError(groups, context.req.query('error'));
      const progress = await correctionProgress(appContext, corrector, scope, error);
      const inPlace = await correctsInPlace(appContext, run.id, view.currentUser.name);
      const kinds = allOfAKind(view, fixPath(run.id), groups, error, progress.values);
      return html`<ol>${now.map((row) => correctionRow(view, columns, row))}</ol><div data-part="kinds">${kinds}</div>${progressPart(view, progress)}<p data-part="submit">${submitLabel(view, inPlace, progress)}</p>`;
    });
  };

  /** Moves the cell `<payment>.<column>` to the column that its error names. */
  async function moveOne(context: Context, run: RunView, rows: readonly RowToFix[], cell: string): Promise<string> {
    const [id, column = null] = cell.split('.');
    const row = rows.find((one) => one.id === id);
    if (row === undefined) return NOT_MOVED;
    const moved = await moveMisplaced(appContext, { run: run.id, rows: [row], column }, getActor(context));
    return moved === 0 ? NOT_MOVED : `Moved in row ${row.row}.`;
  }

  /** Replaces a value, or moves the cells, in all rows with an error. */
  async function editAll(context: Context, view: View, run: RunView, { intent, kind, from = '', to = '' }: Form) {
    const scope = view.currentUser.merchants;
    const error = askedError(await selectProblems(db, scope, run.id), kind);
    const same = error && { run: run.id, scope, error };
    const by = getActor(context);
    if (intent === 'move') {
      const moved = same && (await moveAllMisplaced(appContext, same, by));
      return moved ? `Moved in ${counted(view, moved, 'row')}.` : NOT_MOVED;
    }
    const rows = same && (await replaceInRows(appContext, same, { from, to }, by));
    return rows ? `${counted(view, rows, 'row')} changed.` : 'No row has this value.';
  }
}

interface Feedback {
  readonly notice?: string;
  readonly error?: string;
}

const FORM_ERROR = 'correction-error';
const NOT_MOVED = 'Nothing was moved: no such cells remain, or the other column already has a value.';

const stillWrong = (view: View, corrected: number, wrong: number): string =>
  `${counted(view, corrected, 'row')} corrected, ${figure(view, wrong)} still ${wrong === 1 ? 'has' : 'have'} errors. Correct them, or continue without them.`;

const nothingToReview = (view: View, wrong: number): string =>
  wrong === 0
    ? 'You have not corrected any rows yet. Change a cell, then continue.'
    : `${counted(view, wrong, 'row')} that you changed still ${wrong === 1 ? 'has' : 'have'} errors. Correct ${wrong === 1 ? 'it' : 'them'}, then continue.`;

const IN_PLACE_ABOUT =
  'Payrun rechecks the file with your corrections. You will see the total before you submit. Your entries replace hidden bank details and IDs.';
const AS_RUN_ABOUT =
  'Only corrected rows are paid. You review them before you submit. Your entries replace hidden bank details and IDs.';

/** The label of the primary button. In place, the whole file is submitted on the next page. */
const submitLabel = (view: View, inPlace: boolean, { corrected }: CorrectionProgress): string =>
  inPlace ? 'Continue' : corrected === 0 ? 'Review payments' : `Review ${counted(view, corrected, 'payment')}`;

function progressPart(view: View, { rows, corrected, sums }: CorrectionProgress): Markup {
  return html`<p data-part="progress"><strong>${figure(view, corrected)} of ${counted(view, rows, 'row')} corrected</strong>${sums.map((sum, i) => html`${i === 0 ? ': ' : ', '}${amount(view, sum)}`)}</p>`;
}

function correctionSummary(view: View, rows: readonly CorrectableRow[]): string {
  const changed = rows.filter(({ edited }) => edited.length > 0);
  const right = changed.filter((row) => !isWrong(row));
  if (changed.length === 0) return 'Nothing was changed.';
  return `${figure(view, right.length)} of ${figure(view, changed.length)} changed ${changed.length === 1 ? 'row' : 'rows'} can be paid now.`;
}

/** The fields of a form for one row. */
interface TypedRow {
  readonly cells: Record<string, string>;
  readonly replaced: Record<string, string>;
  readonly cleared: string[];
}

const nothingTyped = (): TypedRow => ({ cells: {}, replaced: {}, cleared: [] });

/**
 * `c.<payment>.<column>`: content of a cell; `r.<payment>.<column>`: clears it; `s.<payment>.<column>`: new content of
 * a hidden cell.
 */
function typedOf(form: Form): ReadonlyMap<string, TypedRow> {
  const typed = new Map<string, TypedRow>();
  for (const [name, text] of Object.entries(form)) {
    const [kind, id, column] = name.split('.');
    const payment = parseUuid(id);
    if (payment === null || !column || text === undefined) continue;
    const row = typed.get(payment) ?? nothingTyped();
    typed.set(payment, row);
    if (kind === 'c') row.cells[column] = text;
    if (kind === 's') row.replaced[column] = text.trim();
    if (kind === 'r') row.cleared.push(column);
  }
  return typed;
}

/** A hidden cell whose field is empty keeps its earlier edit, unless the user clears it, or undoes the clearing. */
function sentCells({ cells, replaced, cleared }: TypedRow, edit: RowEdit): Readonly<Record<string, string | null>> {
  const hidden = [...new Set([...Object.keys(replaced), ...cleared])].flatMap((column) => {
    const text = replaced[column] || (cleared.includes(column) ? '' : null);
    return text !== null || edit[column] === '' ? [[column, text] as const] : [];
  });
  return { ...cells, ...Object.fromEntries(hidden) };
}
