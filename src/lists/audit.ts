import { EVENTS } from '../events/events.ts';
import type { AuditEvent, AuditPlace } from '../ledger/views/audit-events.ts';
import { as, type Value } from '../references/value.ts';
import { runNames } from '../reports/run-names.ts';
import { DETAILS, type NamedEvent, namedEvents } from './activity.ts';
import { actorPlace, actorWords, eventTitle } from './event-text/event-text.ts';
import { filterBy } from './filters.ts';
import { defineList } from './list.ts';

type Row = AuditEvent & NamedEvent;

/** Names of the event chains that belong to no run. */
const CHAINS: Readonly<Record<string, string>> = { users: 'Users', system: 'Installation' };

const KINDS = Object.keys(EVENTS)
  .map((kind) => [kind, eventTitle(kind)] as const)
  .toSorted(([, one], [, other]) => one.localeCompare(other));

function subject(chain: string): Value {
  const run = /^run-(\d+)$/.exec(chain)?.[1];
  const recipient = /^recipient-([\da-f-]{36})$/.exec(chain)?.[1];
  if (run) return as.link('history', run, runNames([run]));
  return recipient ? as.link('recipient', recipient, 'Recipient') : (CHAINS[chain] ?? chain);
}

const filterLink = (name: string, value: string, text: string): Value =>
  as.link('filter', String(new URLSearchParams({ [name]: value })), text);

const placeText = ({ micros, chain, seq }: AuditPlace): string => `${micros}.${seq}.${chain}`;

/** The place to continue from; null if it is missing or invalid. */
function placeOf(text: string | null): AuditPlace | null {
  const [, micros, seq, chain] = /^(\d{1,16})\.(\d{1,18})\.([\w-]{1,64})$/.exec(text ?? '') ?? [];
  return micros && seq && chain ? { micros: BigInt(micros), seq: BigInt(seq), chain } : null;
}

/** The events of all chains, latest first; readers of some merchants see only those of their runs and recipients. */
export const auditList = defineList({
  name: 'audit',
  title: 'Audit log',
  caption: 'Events, latest first',
  role: 'auditor',
  filters: {
    who: filterBy.text({ label: 'Person', takes: 'name', summary: 'by this person' }),
    kind: filterBy.choice(KINDS, { label: 'Event', takes: 'kind', summary: 'only this kind of event', open: true }),
    about: filterBy.text({ label: 'User changed', takes: 'name', summary: 'changes to this user' }),
    run: filterBy.run({ label: 'Run', summary: 'about this run' }),
    from: filterBy.day({ label: 'From', summary: 'first day' }),
    to: filterBy.day({ label: 'To', summary: 'last day' }),
  },
  columns: [
    {
      name: 'at',
      title: 'When',
      type: 'time',
      csv: 'time (UTC)',
      value: ({ at }: Row) => as.time(at, { exact: true }),
    },
    { name: 'who', title: 'Person', csv: 'who', value: ({ actor }) => filterLink('who', actor, actorWords(actor)) },
    { name: 'place', title: 'Account and machine', type: 'text', under: 'who', value: actorPlace },
    {
      name: 'event',
      title: 'Event',
      csv: 'what',
      names: true,
      value: ({ kind, data }) => filterLink('kind', kind, eventTitle(kind, data)),
    },
    { name: 'kind', title: 'Kind', doors: ['csv', 'json'], value: ({ kind }) => kind },
    { name: 'of', title: 'Object', doors: ['page', 'terminal'], value: ({ chain }) => subject(chain) },
    { name: 'of', title: 'Of', doors: ['csv', 'json'], value: ({ chain }) => chain },
    { name: 'no', title: 'No.', type: 'text', doors: ['csv', 'json'], value: ({ seq }) => as.count(seq) },
    { name: 'nth', title: 'Number', doors: ['page'], under: 'of', value: ({ seq }) => `event ${seq}` },
    DETAILS,
  ],
  read: async ({ ledger: { db }, config }, scope, { filters, after, limit }) => {
    const [{ selectAudit }, { selectEventNames }] = await Promise.all([
      import('../ledger/views/audit-events.ts'),
      import('../ledger/views/event-names.ts'),
    ]);
    const { who: actor, ...others } = filters;
    const before = placeOf(after);
    const { events, next } = await selectAudit(db, scope, {
      ...others,
      actor,
      before,
      limit,
      timeZone: config.timeZone,
    });
    const names = await selectEventNames(db, scope, events);
    return { rows: namedEvents(events, names), next: next && placeText(next) };
  },
  empty: { what: 'No events yet.', page: 'Decisions and changes appear here.' },
  perPage: 100,
  command: {
    name: 'audit',
    group: 'Review',
    summary: 'the audit log: who did what, and when',
    examples: [
      ['payrun audit --who mia', 'everything that Mia did'],
      ['payrun audit --from 2026-11-01 --until 2026-11-30 --csv', 'all events of a month'],
    ],
    most: 200,
  },
});
