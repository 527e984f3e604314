import { runIdOf } from '../../../ledger/merchants/scope.ts';
import { type EventNames, selectEventNames } from '../../../ledger/views/event-names.ts';
import { type HistoryEvent, selectHistory } from '../../../ledger/views/history.ts';
import { selectRun } from '../../../ledger/views/run-view.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { pager, pathWith } from '../../components/pager.ts';
import { runPath } from '../../components/paths.ts';
import { exactMoment } from '../../components/relative-time.ts';
import { empty, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { actorCell, actorWords, eventText, eventTitle } from '../../event-text/event-text.ts';
import type { Feature } from '../../feature.ts';
import { get } from '../route.ts';

const PAGE = 100;

/** `GET /runs/:run/history`: all events of a run, latest first. */
export function runHistory(deps: PageDeps): Feature {
  const { ledger } = deps.appContext;
  return (app) => {
    get(app, deps, '/runs/:run/history', 'viewer', async (context, view) => {
      const scope = view.currentUser.merchants;
      const run = await selectRun(ledger.db, scope, runIdOf(context.req.param('run')));
      if (!run) return null;
      const before = runIdOf(context.req.query('before'));
      const found = await selectHistory(ledger.db, scope, { run: run.id, before, limit: PAGE + 1 });
      const shown = found.slice(0, PAGE);
      const names = await selectEventNames(ledger.db, scope, shown);
      const path = `${runPath(run.id)}/history`;
      return layout(view, {
        title: `Activity of run ${run.id}`,
        heading: html`Activity of <a href="${runPath(run.id)}">run ${run.id}</a>`,
        main: html`<p class="quiet">From the audit, which cannot be changed. The audit log verifies it.</p>
${eventTable(view, shown, names)}
${pages(path, before, found.length > PAGE ? found[PAGE - 1]!.seq : null)}`,
      });
    });
  };
}

const pages = (path: string, before: bigint | null, next: bigint | null): Markup | '' =>
  pager({ first: before === null ? null : path, next: next === null ? null : pathWith(path, { before: next }) });

/** Events with their texts, which never contain bank details. */
export function eventTable(view: View, events: readonly HistoryEvent[], names: EventNames): Markup {
  return table(
    'Events',
    [
      { title: 'When', compact: 'line', cell: ({ at }) => exactMoment(view, at) },
      { title: 'Who', compact: 'line', cell: (event) => actorCell(actorWords(event.actor), event) },
      { title: 'Event', names: true, cell: ({ kind, data }) => eventTitle(kind, data) },
      { title: 'Details', wide: true, compact: 'line', cell: (event) => eventText(view, names, event) },
    ],
    events,
    empty('No events yet.', 'Decisions and changes show here.'),
    { stacks: true },
  );
}
