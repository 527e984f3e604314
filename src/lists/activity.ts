import { parseRunId } from '../ledger/merchants/scope.ts';
import type { EventNames } from '../ledger/views/event-names.ts';
import type { HistoryEvent } from '../ledger/views/history.ts';
import { as } from '../references/value.ts';
import { actorWords, eventText, eventTitle } from './event-text/event-text.ts';
import { filterBy } from './filters.ts';
import { defineList, type ListColumn, toPage } from './list.ts';
import { ofRun } from './of-run.ts';

/** An event with the names of what it mentions. */
export interface NamedEvent extends HistoryEvent {
  readonly names: EventNames;
}

export const DETAILS: ListColumn<NamedEvent> = {
  name: 'details',
  title: 'Details',
  wide: true,
  compact: 'line',
  value: (event) => eventText(event.names, event),
};

/** The events of a run, latest first. From the audit, which cannot be changed. */
export const activityList = defineList({
  name: 'activity',
  title: 'Activity',
  caption: 'Events',
  role: 'viewer',
  of: 'run',
  filters: { run: filterBy.run({ label: 'Run', summary: 'the run' }) },
  columns: [
    {
      name: 'at',
      title: 'When',
      type: 'time',
      compact: 'line',
      value: ({ at }: NamedEvent) => as.time(at, { exact: true }),
    },
    { name: 'who', title: 'Who', type: 'text', compact: 'line', value: ({ actor }) => actorWords(actor) },
    { name: 'event', title: 'Event', type: 'text', names: true, value: ({ kind, data }) => eventTitle(kind, data) },
    DETAILS,
  ],
  read: ofRun(async ({ ledger: { db } }, scope, { run, after, limit }) => {
    const [{ selectHistory }, { selectEventNames }] = await Promise.all([
      import('../ledger/views/history.ts'),
      import('../ledger/views/event-names.ts'),
    ]);
    const found = await selectHistory(db, scope, { run, before: parseRunId(after ?? undefined), limit: limit + 1 });
    const page = toPage(found, limit, ({ seq }) => String(seq));
    return { ...page, rows: namedEvents(page.rows, await selectEventNames(db, scope, page.rows)) };
  }),
  empty: { what: 'No events yet.', page: 'Decisions and changes appear here.' },
  perPage: 100,
  path: '/runs/:run/history',
  command: {
    name: 'activity',
    group: 'Review',
    summary: 'the events of a run: who did what, and when',
    examples: [['payrun activity 12', 'the latest events of run 12']],
    most: 200,
  },
});

export const namedEvents = <Event extends HistoryEvent>(events: readonly Event[], names: EventNames) =>
  events.map((event) => ({ ...event, names }));
