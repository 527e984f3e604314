import type { EndpointCounts } from '../ledger/endpoints/endpoint.ts';
import type { EndpointMessage } from '../ledger/endpoints/endpoint-message.ts';
import { as, type Value } from '../references/value.ts';
import { filterBy } from './filters.ts';
import { countColumn, defineList, fileColumn, toPage } from './list.ts';

/** The endpoints of programs. No secret is shown. */
export const endpointList = defineList({
  name: 'endpoints',
  title: 'Endpoints',
  role: 'admin',
  installation: true,
  filters: {},
  columns: [
    { name: 'name', title: 'Endpoint', names: true, value: ({ name }: EndpointCounts) => name },
    { name: 'url', title: 'URL', csv: 'URL', wide: true, value: ({ url }) => url },
    { name: 'types', title: 'Messages', value: ({ types }) => types.join(', ') },
    { name: 'merchants', title: 'Merchants', value: ({ merchants }) => merchants?.join(', ') ?? 'All' },
    countColumn('waiting', 'Waiting', ({ waiting }: EndpointCounts) => waiting),
    countColumn('givenUp', 'Failed', ({ given_up }: EndpointCounts) => given_up),
    { name: 'lastSent', title: 'Last sent', value: ({ last_sent }) => as.time(last_sent) ?? 'Never' },
    { name: 'by', title: 'Added by', minor: true, value: ({ made_by }) => made_by },
    { name: 'added', title: 'Added', minor: true, value: ({ made_at }) => as.time(made_at) },
  ],
  read: async ({ ledger: { db } }, scope) => {
    const { listEndpoints } = await import('../ledger/endpoints/endpoint.ts');
    return { rows: scope === null ? await listEndpoints(db) : [], next: null };
  },
  empty: {
    what: 'There are no endpoints.',
    page: 'Add one below.',
    command: '`payrun endpoints add NAME --url URL` adds one.',
  },
  perPage: 1_000,
  command: {
    name: 'endpoints list',
    group: 'Automation',
    summary: 'the URLs that receive changes to runs and payments',
    examples: [['payrun endpoints list', 'with the number of waiting messages']],
    most: 1_000,
  },
  document: ({ name, url, types, merchants, waiting, ...endpoint }) => ({
    ...{ name, url, types, merchants, waiting },
    givenUp: endpoint.given_up,
    lastSent: endpoint.last_sent?.toISOString() ?? null,
    formerSecretUntil: endpoint.former_until?.toISOString() ?? null,
    addedBy: endpoint.made_by,
    added: endpoint.made_at.toISOString(),
  }),
});

const STATES = [
  ['waiting', 'Waiting', 'wait'],
  ['sent', 'Sent', 'good'],
  ['given_up', 'Failed', 'bad'],
] as const;

function messageStatus({ state }: EndpointMessage): Value {
  const [code, text, tone] = STATES.find(([one]) => one === state)!;
  return as.status(tone, text, code);
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** The messages to endpoints, latest first. */
export const messageList = defineList({
  name: 'messages',
  title: 'Messages',
  caption: 'Messages to endpoints, latest first',
  role: 'admin',
  installation: true,
  filters: {
    endpoint: filterBy.text({ label: 'Endpoint', takes: 'name', summary: 'to this endpoint' }),
    state: filterBy.choice(
      STATES.map(([code, text]) => [code, text] as const),
      { label: 'Status', takes: 'state', summary: 'with this status' },
    ),
    run: filterBy.run({ label: 'Run', summary: 'about this run and its payments' }),
  },
  columns: [
    { name: 'type', title: 'Message', type: 'text', names: true, value: ({ type }: EndpointMessage) => type },
    {
      name: 'about',
      title: 'About',
      doors: ['page'],
      value: ({ run_id, payment_id }) =>
        payment_id === null ? as.link('run', run_id, `Run ${run_id}`) : as.link('payment', payment_id, 'Payment'),
    },
    {
      name: 'ofRun',
      title: 'Run',
      doors: ['page'],
      under: 'about',
      value: ({ run_id, payment_id }) => (payment_id === null ? null : `of run ${run_id}`),
    },
    { name: 'run', title: 'Run', doors: ['terminal', 'csv', 'json'], value: ({ run_id }) => String(run_id) },
    fileColumn('payment', 'Payment', ({ payment_id }: EndpointMessage) => payment_id),
    { name: 'endpoint', title: 'Endpoint', unless: 'same', value: ({ endpoint }) => endpoint },
    { name: 'at', title: 'Changed', type: 'time', value: ({ at }) => as.time(at) },
    { name: 'status', title: 'Status', value: messageStatus },
    countColumn('attempts', 'Attempts', ({ attempts }: EndpointMessage) => attempts),
    { name: 'code', title: 'Last error', unless: 'empty', value: ({ last_code }) => last_code },
    {
      name: 'next',
      title: 'Next attempt',
      type: 'time?',
      unless: 'empty',
      value: ({ state, next_at }) => as.time(state === 'waiting' ? next_at : null),
    },
    { name: 'id', title: 'ID', doors: ['terminal', 'csv', 'json'], value: ({ id }) => id },
  ],
  read: async ({ ledger: { db } }, scope, { filters: { endpoint, state, run }, after, limit }) => {
    if (scope !== null) return { rows: [], next: null };
    const { selectMessages } = await import('../ledger/endpoints/endpoint-message.ts');
    const place = after !== null && isUuid(after) ? after : null;
    const found = await selectMessages(db, { endpoint, state, run, after: place, limit: limit + 1 });
    return toPage(found, limit, ({ id }) => id);
  },
  empty: { what: 'There are no messages.', page: 'A message is created when a run or a payment changes.' },
  perPage: 50,
  command: {
    name: 'endpoints messages',
    group: 'Automation',
    summary: 'messages to endpoints: sent, waiting and failed',
    examples: [
      ['payrun endpoints messages --state given_up', 'what did not arrive within three days'],
      ['payrun endpoints messages --endpoint erp --run 12', 'messages to erp about run 12'],
    ],
    most: 200,
  },
});
