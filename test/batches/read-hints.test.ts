import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { processWebhooks } from '../../src/engine/webhooks/process-webhooks.ts';
import { getBatch } from '../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../src/ledger/batches/batch-row.ts';
import { releaseLease } from '../../src/ledger/runs/run.ts';
import { saveSubscription } from '../../src/ledger/webhooks/webhook-subscription.ts';
import { formatMinor } from '../../src/money.ts';
import { createLog } from '../../src/platform/log.ts';
import type { BatchState } from '../../src/states.ts';
import type { ActiveRun } from '../../src/step.ts';
import { createApp } from '../../src/web/app.ts';
import { serveApp, type WebServer } from '../../src/web/serve-app.ts';
import { receiveWebhooks } from '../../src/web/webhooks/receive-webhooks.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import { SIGNING_KEY, webhookSender } from '../support/servers/webhook-sender.ts';
import { addBatch, addTestMerchant, moveThrough, startTestRun } from '../support/test-run.ts';

const STARTED: readonly BatchState[] = ['creating', 'open', 'quoted', 'approved', 'starting', 'started'];

/** A delivery: what it says, and of which payment, unless it is about the batch. */
interface Reported {
  readonly of?: 'payment' | 'batch';
  readonly action: string;
  readonly more?: object;
  readonly payment?: number;
}
const paid = (more: object = {}): Reported => ({ action: 'processed', more });
const failed: Reported = { action: 'failed' };
const returned: Reported = { action: 'returned' };
const ended = (more: object = {}, action = 'completed'): Reported => ({ of: 'batch', action, more });

/** The statuses that the service shows: of the batch, and of its payments. Null: it does not answer. */
type Shown = readonly [batch: string, ...payments: readonly string[]] | null;

describeDatabases('a webhook delivery', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let run: ActiveRun;
  let server: WebServer;
  let calls: string[] = [];
  let shown: Shown = null;
  let read: BatchRow;
  const send = webhookSender(() => server.url);
  let sent = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext({ PAYRUN_OUTAGE_WAIT_MS: '0' }, async (input, init) => {
      const { pathname } = new URL(String(input));
      if (!/^\/v1\/(batches|payments)\/[BP]-/.test(pathname)) return fetch(input, init);
      calls.push(pathname.replace(/^\/v1\/(?:batches\/B|payments\/P)-[^/]+/, (path) => path.slice(4, -39)));
      return answer(pathname);
    });
    await (await appContext.service('default')).call('listBalances', {});
    const { ledger, clock } = appContext;
    run = await startTestRun(ledger, { merchant: 'default' });
    await releaseLease(ledger.db, run.id, run.fence);
    const subscription = { model: '*', action: '*', target: 'http://127.0.0.1', remoteId: 'W' };
    for (const merchant of ['default', 'other']) {
      await addTestMerchant(ledger, merchant);
      await saveSubscription(ledger.db, ledger.vault, { ...subscription, merchant }, SIGNING_KEY);
    }
    const log = createLog('silent');
    const feature = receiveWebhooks({ ledger, clock, log, toleranceMs: 300_000, came: () => {} });
    server = await serveApp(createApp([feature], log), { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const paymentsOf = async (batch: BatchRow) =>
    (
      await appContext.ledger.db.query<{ id: string; state: string; recipient: string; minor: bigint; source: bigint }>(
        `select id, state, paid_recipient_remote_id as recipient, minor, paid_source_minor as source from payrun.payment
         where batch_id = $1 order by row`,
        [batch.id],
      )
    ).rows;
  const batchView = (batch: BatchRow, status: string) => {
    return { id: batch.remote_id, status, totalPayments: batch.payments, currency: 'EUR' };
  };
  const paymentView = (batch: BatchRow, one: Awaited<ReturnType<typeof paymentsOf>>[number], status: string) => {
    const amount = formatMinor(one.minor, 'EUR');
    return {
      ...{ id: `P-${one.id}`, externalId: one.id, status, batch: { id: batch.remote_id } },
      ...{ recipient: { id: one.recipient, email: 'ada@example.com' }, fees: '0.00', recipientFees: '0.00' },
      ...{ sourceAmount: amount, sourceCurrency: 'EUR', targetAmount: amount, targetCurrency: 'EUR' },
    };
  };
  const answer = async (path: string) => {
    const notFound = { ok: false, errors: [{ code: 'not_found', message: 'Object not found' }] };
    if (shown === null) return Response.json({ ok: false, errors: [] }, { status: 503 });
    const [status, ...statuses] = shown;
    if (status === 'gone') return Response.json(notFound, { status: 404 });
    const payments = (await paymentsOf(read)).map((one, n) => paymentView(read, one, statuses[n]!));
    if (path.endsWith('/payments')) {
      const meta = { page: 1, pages: 1, records: payments.length };
      return Response.json({ ok: true, payments, meta });
    }
    const payment = payments.find(({ id }) => path.endsWith(id));
    return Response.json({ ok: true, ...(payment ? { payment } : { batch: batchView(read, status) }) });
  };
  const deliveryOf = async (batch: BatchRow, { of = 'payment', action, more, payment: n = 0 }: Reported) => {
    if (of === 'batch') {
      const view = batchView(batch, action === 'completed' ? 'complete' : action);
      return { model: 'batch', action, body: { batch: { ...view, ...more } } };
    }
    const view = paymentView(batch, (await paymentsOf(batch))[n]!, action);
    return { model: 'payment', action, body: { payment: { ...view, ...more } } };
  };
  const tell = async (batch: BatchRow, ...reported: readonly Reported[]) => {
    // Each is signed at a later second, even if the clock stands: the same signature is the same delivery.
    for (const one of reported)
      expect(await send(await deliveryOf(batch, one), { age: 200 - (++sent % 200) })).toBe(200);
  };
  const newBatch = async (payments = 1, through = STARTED) => {
    const rows = Array.from({ length: payments }, () => ({}));
    return moveThrough(appContext.ledger, await addBatch(appContext.ledger, run, rows), ...through);
  };
  const lastDeliveries = async (count: number) =>
    (
      await appContext.ledger.db.query<{ state: string; note: string | null }>(
        'select state, note from payrun.webhook_delivery order by id desc limit $1',
        [count],
      )
    ).rows.reverse();
  const inLedger = async (batch: BatchRow) => ({
    batch: (await getBatch(appContext.ledger.db, batch.id)).state,
    payments: (await paymentsOf(batch)).map(({ state }) => state),
  });
  const process = (batch: BatchRow, now: Shown) => {
    [read, shown, calls] = [batch, now, []];
    return processWebhooks(appContext);
  };

  interface Case {
    readonly name: string;
    readonly payments?: number;
    readonly through?: readonly BatchState[];
    /** What comes, what the service shows then, and which calls ask for it. */
    readonly steps: readonly (readonly [came: readonly Reported[], shown: Shown, calls?: readonly string[]])[];
    /** The states of the batch and of its payments in the end. */
    readonly become: readonly [BatchState, ...string[]];
    /** The states of the deliveries. */
    readonly were: readonly string[];
  }
  const BATCH = ['batches'];
  const LIST = ['batches', 'batches/payments'];
  const PAYMENT = ['payments'];
  const SETTLED = [[ended()], ['complete', 'processed'], LIST] as const;
  const UNPAID = [[ended()], ['complete', 'failed'], LIST] as const;
  const lie = (name: string, more: object): Case => ({
    name: `a payment ${name}: nothing is recorded until its batch is read`,
    steps: [
      [[paid(more)], ['complete', 'failed']],
      [[ended()], ['complete', 'failed'], LIST],
    ],
    become: ['settled', 'failed'],
    were: ['covered', 'read'],
  });
  const CASES: readonly Case[] = [
    {
      name: 'a payment of a started batch: read when the batch ends',
      steps: [[[paid()], ['complete', 'processed']]],
      become: ['started', 'batched'],
      were: ['covered'],
    },
    {
      name: 'the end of a batch: its payments are read',
      steps: [SETTLED],
      become: ['settled', 'processed'],
      were: ['read'],
    },
    {
      name: 'the end of a batch that failed',
      steps: [[[ended({}, 'failed')], ['failed', 'failed'], LIST]],
      become: ['settled', 'failed'],
      were: ['read'],
    },
    {
      name: 'a payment and its batch at once: one read',
      steps: [[[paid(), ended()], ['complete', 'processed'], LIST]],
      become: ['settled', 'processed'],
      were: ['read', 'read'],
    },
    {
      name: 'the batch, then its payment',
      steps: [SETTLED, [[paid()], ['complete', 'processed']]],
      become: ['settled', 'processed'],
      were: ['read', 'covered'],
    },
    {
      name: 'the end of a batch twice',
      steps: [SETTLED, [[ended()], ['complete', 'processed']]],
      become: ['settled', 'processed'],
      were: ['read', 'covered'],
    },
    {
      name: 'an end that the service does not confirm',
      steps: [
        [[ended()], ['processing', 'processing'], BATCH],
        [[paid()], ['processing', 'processing']],
      ],
      become: ['started', 'batched'],
      were: ['read', 'covered'],
    },
    {
      name: 'a batch that is being processed',
      steps: [[[ended({}, 'processing')], ['complete', 'processed']]],
      become: ['started', 'batched'],
      were: ['covered'],
    },
    {
      name: 'the last payment of a batch that had ended before it',
      payments: 2,
      steps: [
        [[ended()], ['complete', 'processed', 'processing'], LIST],
        [[{ ...paid(), payment: 0 }], ['complete', 'processed', 'processing']],
        [[{ ...failed, payment: 1 }], ['complete', 'processed', 'failed'], LIST],
      ],
      become: ['settled', 'processed', 'failed'],
      were: ['read', 'covered', 'read'],
    },
    lie('with another amount', { sourceAmount: '999.00' }),
    lie('in another currency', { sourceCurrency: 'USD' }),
    lie('to another recipient', { recipient: { id: 'R-2' } }),
    lie('in another batch', { batch: { id: 'B-2' } }),
    lie('with an ID of another payment', { id: 'P-2' }),
    lie('of a form that cannot be read', { sourceAmount: 10, status: { $: 1 } }),
    {
      name: 'the end of a batch of another size and currency',
      steps: [[[ended({ totalPayments: 9, currency: 'USD', status: 'evaporated' })], ['complete', 'processed'], LIST]],
      become: ['settled', 'processed'],
      were: ['read'],
    },
    {
      name: 'a return days after',
      steps: [SETTLED, [[returned], ['complete', 'returned'], PAYMENT]],
      become: ['settled', 'returned'],
      were: ['read', 'read'],
    },
    {
      name: 'a return that the service does not confirm',
      steps: [SETTLED, [[returned], ['complete', 'processed'], PAYMENT]],
      become: ['settled', 'processed'],
      were: ['read', 'read'],
    },
    {
      name: 'a return of a payment that the service does not show',
      steps: [SETTLED, [[returned], ['gone'], PAYMENT]],
      become: ['settled', 'processed'],
      were: ['read', 'read'],
    },
    {
      name: 'processed after returned: older news',
      steps: [
        [[returned, ended()], ['complete', 'returned'], LIST],
        [[paid()], ['complete', 'processed']],
      ],
      become: ['settled', 'returned'],
      were: ['read', 'read', 'covered'],
    },
    {
      name: 'failed after processed, which the service does not confirm',
      steps: [SETTLED, [[failed], ['complete', 'processed'], PAYMENT]],
      become: ['settled', 'processed'],
      were: ['read', 'read'],
    },
    {
      name: 'failed after processed, which the service confirms: a user has to',
      steps: [SETTLED, [[failed], ['complete', 'failed'], PAYMENT]],
      become: ['settled', 'unknown'],
      were: ['read', 'read'],
    },
    {
      name: 'processed after failed, which the service does not confirm',
      steps: [UNPAID, [[paid()], ['complete', 'failed'], LIST]],
      become: ['settled', 'failed'],
      were: ['read', 'read'],
    },
    {
      name: 'processed after failed, which the service confirms',
      steps: [UNPAID, [[paid()], ['complete', 'processed'], LIST]],
      become: ['settled', 'processed'],
      were: ['read', 'read'],
    },
    {
      name: 'failed a second time',
      steps: [UNPAID, [[failed], ['complete', 'processed']]],
      become: ['settled', 'failed'],
      were: ['read', 'covered'],
    },
    {
      name: 'a read that is lost is repeated',
      steps: [
        [[ended()], null, BATCH],
        [[], ['complete', 'processed'], LIST],
      ],
      become: ['settled', 'processed'],
      were: ['read'],
    },
    {
      name: 'a lost read of a return is repeated',
      steps: [SETTLED, [[returned], null, PAYMENT], [[], ['complete', 'returned'], PAYMENT]],
      become: ['settled', 'returned'],
      were: ['read', 'read'],
    },
    {
      name: 'the end of a batch that the service does not show',
      steps: [[[ended()], ['gone'], BATCH]],
      become: ['unknown', 'batched'],
      were: ['read'],
    },
    {
      name: 'an unconfirmed batch that the service shows again',
      steps: [
        [[ended()], ['gone'], BATCH],
        [[paid()], ['complete', 'processed'], [...BATCH, ...LIST]],
      ],
      become: ['settled', 'processed'],
      were: ['read', 'read'],
    },
    {
      name: 'a batch that awaits approval and was not sent',
      through: ['creating', 'open', 'quoted'],
      steps: [[[ended({}, 'processing')], ['open', 'pending'], BATCH]],
      become: ['quoted', 'batched'],
      were: ['read'],
    },
    {
      name: 'a batch that awaits approval and was sent in the payout service',
      through: ['creating', 'open', 'quoted'],
      steps: [[[paid()], ['complete', 'processed'], [...BATCH, ...LIST]]],
      become: ['settled', 'processed'],
      were: ['read'],
    },
  ];
  describe('is a hint to read:', () => {
    it.each(CASES)('G1, G8: $name', async ({ payments = 1, through, steps, become, were }) => {
      const batch = await newBatch(payments, through);
      for (const [came, now, asked = []] of steps) {
        await tell(batch, ...came);
        await process(batch, now);
        expect(calls).toEqual(now === null ? expect.arrayContaining([...asked]) : asked);
      }
      const [state, ...states] = become;
      expect(await inLedger(batch)).toEqual({ batch: state, payments: states });
      expect((await lastDeliveries(were.length)).map((one) => one.state)).toEqual(were);
      for (const { state, minor, source } of await paymentsOf(batch))
        if (state === 'processed') expect(source).toBe(minor);
    });
  });

  it('of a return writes an event once, and the results of the run again', async () => {
    const batch = await newBatch();
    await tell(batch, ended());
    await process(batch, ['complete', 'processed']);
    for (const _ of [1, 2]) {
      await tell(batch, returned);
      await process(batch, ['complete', 'returned']);
    }
    const { rows } = await appContext.ledger.db.query(
      `select kind from payrun.event where data->>'batch' = $1 and kind in ('payments_returned', 'batch_settled') order by seq`,
      [batch.id],
    );
    expect(rows).toEqual([{ kind: 'batch_settled' }, { kind: 'payments_returned' }]);
  });

  it('waits for the start to be recorded', async () => {
    const batch = await newBatch(1, STARTED.slice(0, -1));
    await tell(batch, ended());
    await process(batch, ['complete', 'processed']);
    expect(await lastDeliveries(1)).toMatchObject([{ state: 'new' }]);
    expect(calls).toEqual([]);
    await moveThrough(appContext.ledger, batch, 'started');
    await process(batch, ['complete', 'processed']);
    expect(await inLedger(batch)).toEqual({ batch: 'settled', payments: ['processed'] });
  });

  it('about other ledgers, other merchants or a discarded batch is ignored, and says why', async () => {
    const batch = await newBatch();
    const gone = await newBatch(1, ['creating', 'open']);
    await appContext.ledger.db.query(`update payrun.payment set state = 'ready', batch_id = null where batch_id = $1`, [
      gone.id,
    ]);
    const free = { ...gone, remote_id: gone.remote_id };
    await moveThrough(appContext.ledger, gone, 'void');
    await send(await deliveryOf(batch, paid({ externalId: randomUUID() })));
    await send(await deliveryOf(batch, paid()), { merchant: 'other' });
    await send({ model: 'batch', action: 'completed', body: { batch: { id: 'B-nobody', status: 'complete' } } });
    await send(await deliveryOf(free, ended()));
    const { strangers } = await process(batch, ['complete', 'processed']);
    expect(strangers).toMatchObject([
      { merchant: 'default', note: 'Payrun has no such payment.' },
      { merchant: 'other', note: 'Payrun has no such payment.' },
      { model: 'batch', note: 'Payrun has no such batch.' },
      { model: 'batch', note: 'Payrun ended this batch without a payment. Check it in the payout service.' },
    ]);
    expect((await lastDeliveries(4)).map(({ state }) => state)).toEqual(Array(4).fill('ignored'));
    expect(calls).toEqual([]);
    expect(await inLedger(batch)).toEqual({ batch: 'started', payments: ['batched'] });
  });

  it('leaves a run to the process that has it', async () => {
    const batch = await newBatch();
    await tell(batch, ended());
    await appContext.ledger.db.query(
      `update payrun.run set lease_until = now() + interval '1 minute', lease_owner = 'elsewhere:1:1'`,
    );
    await process(batch, ['complete', 'processed']);
    expect(await lastDeliveries(1)).toMatchObject([{ state: 'new' }]);
    await appContext.ledger.db.query('update payrun.run set lease_until = null, lease_owner = null');
    await process(batch, ['complete', 'processed']);
    expect((await inLedger(batch)).payments).toEqual(['processed']);
  });
});
