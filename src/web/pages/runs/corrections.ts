import type { Context } from 'hono';
import { type CorrectableRow, correctRows, payCorrected, type Typed } from '../../../engine/review/correct-rows.ts';
import { runIdOf, uuidOf } from '../../../ledger/merchants/scope.ts';
import { selectRowsToFix } from '../../../ledger/views/rows-to-fix.ts';
import { type RunView, selectRun } from '../../../ledger/views/run-view.ts';
import { readForm } from '../../bodies/read-form.ts';
import { figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { fixPath, runPath } from '../../components/paths.ts';
import { rowQuery } from '../../components/query.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { actorOf } from '../../session/actor-of.ts';
import { get, post } from '../route.ts';
import { correctionGrid } from './correction-grid.ts';
import { readUploadedSheet } from './read-uploaded-sheet.ts';

/** Rows per page, and so per form. */
const PAGE = 25;
/** Time to wait for the new sheet to be read; a sheet of one page normally takes less. */
const READ_MS = 8_000;

/**
 * `GET /runs/:run/fix?after=`: a grid to correct the rows that were not paid. `POST` checks the corrections, or creates
 * a run of the rows that are valid now: a sheet of its own, linked to this run, which must be submitted like any
 * uploaded sheet.
 */
export function corrections(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { db } = appContext.ledger;
  return (app) => {
    const runOf = (context: Context, view: View) =>
      selectRun(db, view.visitor.merchants, runIdOf(context.req.param('run')));

    get(
      app,
      deps,
      '/runs/:run/fix',
      async (context, view) => {
        const run = await runOf(context, view);
        if (!run) return null;
        const after = rowQuery(context);
        const rows = await selectRowsToFix(db, view.visitor.merchants, run.id, { after, limit: PAGE });
        const grid = await correctRows(appContext, run.id, rows, new Map());
        return fixPage(view, run, { ...grid, typed: new Map(), after });
      },
      'maker',
    );

    post(
      app,
      deps,
      '/runs/:run/fix',
      async (context, view) => {
        const run = await runOf(context, view);
        if (!run) return null;
        const form = await readForm(context);
        const typed = typedOf(form);
        const rows = await selectRowsToFix(db, view.visitor.merchants, run.id, { ids: [...typed.keys()] });
        const after = rowQuery(context);
        if (form.deed === 'pay') {
          const made = await payCorrected(appContext, run.id, rows, typed, actorOf(context));
          if (made !== null) {
            await readUploadedSheet(appContext, made, READ_MS);
            return context.redirect(runPath(made), 303);
          }
        }
        const grid = await correctRows(appContext, run.id, rows, typed);
        const none = form.deed === 'pay' ? 'No row was changed and is right now. Nothing was paid.' : null;
        return fixPage(view, run, { ...grid, typed, after, said: none ?? verdict(view, grid.rows) });
      },
      'maker',
    );
  };
}

interface Grid {
  readonly columns: Parameters<typeof correctionGrid>[1]['columns'];
  readonly rows: readonly CorrectableRow[];
  readonly typed: ReadonlyMap<string, Typed>;
  readonly after: number;
  readonly said?: string;
}

function fixPage(view: View, run: RunView, { columns, rows, typed, after, said }: Grid): Markup {
  const path = fixPath(run.id);
  const last = rows.at(-1);
  return layout(view, {
    title: `Correct run ${run.id}`,
    heading: html`Correct <a href="${runPath(run.id)}">run ${run.id}</a>${run.sheet === null ? '' : html`: ${run.sheet}`}`,
    ...(said ? { notice: said } : {}),
    main:
      rows.length === 0
        ? empty('There is nothing to correct here.', html`<a href="${runPath(run.id)}">Back to the run</a>.`)
        : html`<p>These rows were not paid. Type over what is wrong and check it. Bank details and IDs are hidden: an empty field leaves them as they are, what you type takes their place.</p>
${correctionGrid(view, { action: pathWith(path, { after: after < 0 ? null : after }), columns, rows, typed })}
${pager({ first: after < 0 ? null : path, next: rows.length < PAGE || !last ? null : pathWith(path, { after: last.row }) })}`,
  });
}

function verdict(view: View, rows: readonly CorrectableRow[]): string {
  const changed = rows.filter((row) => row.changed);
  const right = changed.filter(({ problems }) => !problems.some(({ severity }) => severity === 'error'));
  if (changed.length === 0) return 'Nothing was changed.';
  return `${figure(view, right.length)} of ${figure(view, changed.length)} changed ${changed.length === 1 ? 'row' : 'rows'} can be paid now.`;
}

/**
 * `c.<payment>.<column>`: new content of a cell; `r.<payment>.<column>`: empties it; `s.<payment>.<column>`: new
 * content of a hidden cell.
 */
function typedOf(form: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, Typed> {
  const typed = new Map<string, Record<string, string>>();
  for (const [name, text] of Object.entries(form)) {
    const [kind, id, column] = name.split('.');
    const payment = uuidOf(id);
    if (payment === null || !column || text === undefined) continue;
    const row = typed.get(payment) ?? {};
    typed.set(payment, row);
    if (kind === 'c') row[column] = text;
    if (kind === 's' && text.trim() !== '') row[column] = text;
    if (kind === 'r' && !row[column]?.trim()) row[column] = '';
  }
  return typed;
}
