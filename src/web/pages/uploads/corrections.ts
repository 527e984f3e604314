import type { Context } from 'hono';
import {
  type CorrectableRow,
  correctRows,
  isWrong,
  openEdits,
  saveEdits,
} from '../../../engine/review/correct-rows.ts';
import { moveAllMisplaced, moveMisplaced, replaceInRows, wrongValues } from '../../../engine/review/edit-all.ts';
import { isMatchable } from '../../../engine/review/match-columns.ts';
import { applyRowEdits, correctsInPlace, payCorrected } from '../../../engine/review/submit-edits.ts';
import { readUploadedSheet } from '../../../engine/runs/read-uploaded-sheet.ts';
import { type Form, readForm } from '../../../http/bodies/read-form.ts';
import type { Feature } from '../../../http/feature.ts';
import { runIdOf, uuidOf } from '../../../ledger/merchants/scope.ts';
import { rowEditsOf } from '../../../ledger/payments/row-edit.ts';
import { countInvalidRows, type RowToFix, selectRowsToFix } from '../../../ledger/views/correctable-rows.ts';
import { selectProblems } from '../../../ledger/views/run-problems.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import type { RowEdit } from '../../../model.ts';
import { figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { fixPath, runPath } from '../../components/paths.ts';
import { rowQuery } from '../../components/query.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actorOf } from '../../session/actor-of.ts';
import { get, post } from '../route.ts';
import { askedError, correctionFilters, errorKey } from './correction-filters.ts';
import { correctionGrid, correctionRow, neededColumns } from './correction-grid.ts';
import { unusedPart } from './unused-columns.ts';
import { uploadSteps } from './upload-steps.ts';

/** Rows per page, and so per form. */
const PAGE = 25;

/**
 * `GET /runs/:run/fix?error=&after=`: a grid to correct the rows that were not paid. `POST` keeps what was typed, as
 * the edits of this user. `intent=pay`: if the run is not submitted yet, its sheet is read again with the edits.
 * Otherwise a new run is made of the edited rows that are valid now: a sheet of its own, linked to this run, which must
 * be submitted like any uploaded sheet.
 */
export function corrections(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db, vault } = appContext.ledger;

  const runOf = (context: Context, view: View) =>
    selectRun(db, view.currentUser.merchants, runIdOf(context.req.param('run')));

  async function fixPage(context: Context, view: View, run: RunView, said: Said = {}): Promise<Markup> {
    const scope = view.currentUser.merchants;
    const after = rowQuery(context);
    const groups = await selectProblems(db, scope, run.id);
    const error = askedError(groups, context.req.query('error'));
    const rows = await selectRowsToFix(db, scope, run.id, {
      after,
      limit: PAGE,
      error,
    });
    const edits = await rowEditsOf(db, vault, { run: run.id, by: view.currentUser.name });
    const [grid, inPlace, values] = await Promise.all([
      correctRows(appContext, run.id, rows, edits),
      correctsInPlace(appContext, run.id, view.currentUser.name),
      error === null ? [] : wrongValues(appContext, { run: run.id, scope, error }, view.currentUser.name),
    ]);
    const matchable = inPlace && (await isMatchable(appContext, view.currentUser, run));
    const path = fixPath(run.id);
    const asked = error === null ? {} : { error: errorKey(error) };
    const last = rows.at(-1);
    const label = inPlace ? IN_PLACE.submit : await reviewLabel(view, run.id);
    return layout(view, {
      title: `Correct run ${run.id}`,
      heading: `${inPlace ? 'New run' : 'Correct'}: ${run.sheet ?? `run ${run.id}`}`,
      about: html`<a href="${runPath(run.id)}">Run ${run.id}</a>. ${inPlace ? 'These rows have errors and are not paid.' : 'These rows were not paid.'} Changes are saved as you type.`,
      ...(said.notice ? { notice: said.notice } : {}),
      main: html`${said.error ? html`<p class="notice bad" role="alert" id="${GRID_ERROR}">${said.error}</p>` : ''}${inPlace ? uploadSteps('Rows', run.id, { isMatchable: matchable }) : ''}${matchable ? await unusedPart(view, deps, run) : ''}${
        rows.length === 0 && error === null
          ? empty('There is nothing to correct here.', html`<a href="${runPath(run.id)}">Back to the run</a>.`)
          : html`${correctionFilters(view, { path, groups, error, values })}
${
  rows.length === 0
    ? empty('No row has this error any more.', html`<a href="${path}">Show all rows to correct</a>.`)
    : correctionGrid(view, {
        action: pathWith(path, { ...asked, after: after < 0 ? null : after }),
        ...grid,
        submit: label,
        about: inPlace ? IN_PLACE.about : AS_RUN.about,
        error: said.error ? GRID_ERROR : undefined,
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
      ({ of, edit }) => sentCells(typed.get(of.id) ?? NOTHING_TYPED, edit),
      actorOf(context),
    );
    return rows;
  }

  const reviewLabel = async (view: View, run: bigint): Promise<string> => {
    const { changed } = await openEdits(appContext, run, view.currentUser.name);
    const right = changed.filter((row) => !isWrong(row)).length;
    return right === 0 ? 'Review payments' : `Review ${counted(view, right, 'payment')}`;
  };

  /** Goes on with the corrections: to the page to submit, or back here if a row that was changed is still wrong. */
  async function submit(context: Context, view: View, run: RunView): Promise<Response | Markup> {
    const by = actorOf(context);
    const { changed } = await openEdits(appContext, run.id, by.name);
    const wrong = changed.filter(isWrong).length;
    if (await correctsInPlace(appContext, run.id, by.name)) {
      await applyRowEdits(appContext, run.id, by);
      await readUploadedSheet(appContext, run.id);
      const read = await selectRun(db, view.currentUser.merchants, run.id);
      if (wrong === 0 || !read?.intake_at) return context.redirect(runPath(run.id), 303);
      const invalid = await countInvalidRows(db, view.currentUser.merchants, run.id);
      return fixPage(context, view, read, { error: stillWrong(view, changed.length - wrong, invalid) });
    }
    const made = await payCorrected(appContext, run.id, by);
    if (made === null) return fixPage(context, view, run, { error: nothingToReview(view, wrong) });
    await readUploadedSheet(appContext, made);
    return context.redirect(runPath(made), 303);
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
      const edits = await rowEditsOf(db, vault, { run: run.id, by: view.currentUser.name });
      const grid = await correctRows(appContext, run.id, rows, edits);
      // The page that saves a cell when it is left needs its row only.
      if (form.intent === 'save')
        return html`<table><tbody>${grid.rows.map((row) => correctionRow(grid.columns, row, neededColumns(grid.columns, grid.rows)))}</tbody></table>${(await correctsInPlace(appContext, run.id, view.currentUser.name)) ? '' : html`<p data-submit>${await reviewLabel(view, run.id)}</p>`}`;
      return fixPage(context, view, run, { notice: correctionSummary(view, grid.rows) });
    });
  };

  /** Moves the cell `<payment>.<column>` to the column that its error names. */
  async function moveOne(context: Context, run: RunView, rows: readonly RowToFix[], cell: string): Promise<string> {
    const [id, column = null] = cell.split('.');
    const row = rows.find((one) => one.id === id);
    if (row === undefined) return NOT_MOVED;
    const moved = await moveMisplaced(appContext, { run: run.id, rows: [row], column }, actorOf(context));
    return moved === 0 ? NOT_MOVED : `Moved in row ${row.row}.`;
  }

  /** Replaces a value, or moves the cells, in all rows with the error that is shown. */
  async function editAll(context: Context, view: View, run: RunView, { intent, from = '', to = '' }: Form) {
    const scope = view.currentUser.merchants;
    const error = askedError(await selectProblems(db, scope, run.id), context.req.query('error'));
    const same = error && { run: run.id, scope, error };
    const by = actorOf(context);
    if (intent === 'move') {
      const moved = same && (await moveAllMisplaced(appContext, same, by));
      return moved ? `Moved in ${counted(view, moved, 'row')}.` : NOT_MOVED;
    }
    const rows = same && (await replaceInRows(appContext, same, { from, to }, by));
    return rows ? `${counted(view, rows, 'row')} changed.` : 'No row has this value any more.';
  }
}

/** What the page says about the last action. */
interface Said {
  readonly notice?: string;
  readonly error?: string;
}

const GRID_ERROR = 'grid-error';
const NOT_MOVED = 'Nothing was moved: no such cell is left, or the other column already has something.';

const counted = (view: View, n: number, one: string): string => `${figure(view, n)} ${n === 1 ? one : `${one}s`}`;

const stillWrong = (view: View, corrected: number, wrong: number): string =>
  `${counted(view, corrected, 'row')} corrected, ${figure(view, wrong)} still ${wrong === 1 ? 'has' : 'have'} errors. Correct them, or continue without them.`;

const nothingToReview = (view: View, wrong: number): string =>
  wrong === 0
    ? 'You have not corrected a row yet. Change a cell, then continue.'
    : `${counted(view, wrong, 'row')} that you changed still ${wrong === 1 ? 'has' : 'have'} errors. Correct ${wrong === 1 ? 'it' : 'them'}, then continue.`;

const IN_PLACE = {
  submit: 'Continue',
  about:
    'The file is checked again with your corrections. You see the total before you submit it. Bank details and IDs are hidden: what you type replaces them.',
} as const;
const AS_RUN = {
  about:
    'Only rows that were changed and are right are paid; you see them once more before you submit them. Bank details and IDs are hidden: what you type replaces them.',
} as const;

function correctionSummary(view: View, rows: readonly CorrectableRow[]): string {
  const changed = rows.filter(({ edited }) => edited.length > 0);
  const right = changed.filter((row) => !isWrong(row));
  if (changed.length === 0) return 'Nothing was changed.';
  return `${figure(view, right.length)} of ${figure(view, changed.length)} changed ${changed.length === 1 ? 'row' : 'rows'} can be paid now.`;
}

/** The fields of a form for one row. */
interface TypedRow {
  /** The content of cells that are shown. */
  readonly cells: Readonly<Record<string, string>>;
  /** New content of hidden cells. */
  readonly anew: Readonly<Record<string, string>>;
  /** Cells to clear. */
  readonly cleared: readonly string[];
}

const NOTHING_TYPED: TypedRow = { cells: {}, anew: {}, cleared: [] };

/**
 * `c.<payment>.<column>`: content of a cell; `r.<payment>.<column>`: clears it; `s.<payment>.<column>`: new content of
 * a hidden cell.
 */
function typedOf(form: Form): ReadonlyMap<string, TypedRow> {
  const typed = new Map<string, { cells: Record<string, string>; anew: Record<string, string>; cleared: string[] }>();
  for (const [name, text] of Object.entries(form)) {
    const [kind, id, column] = name.split('.');
    const payment = uuidOf(id);
    if (payment === null || !column || text === undefined) continue;
    const row = typed.get(payment) ?? { cells: {}, anew: {}, cleared: [] };
    typed.set(payment, row);
    if (kind === 'c') row.cells[column] = text;
    if (kind === 's') row.anew[column] = text.trim();
    if (kind === 'r') row.cleared.push(column);
  }
  return typed;
}

/** A hidden cell whose field is empty stays as it was edited before, unless it is to be cleared, or no longer. */
function sentCells({ cells, anew, cleared }: TypedRow, edit: RowEdit): Readonly<Record<string, string | null>> {
  const hidden = [...new Set([...Object.keys(anew), ...cleared])].flatMap((column) => {
    const text = anew[column] || (cleared.includes(column) ? '' : null);
    return text !== null || edit[column] === '' ? [[column, text] as const] : [];
  });
  return { ...cells, ...Object.fromEntries(hidden) };
}
