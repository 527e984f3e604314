import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { processWebhooks } from '../../../src/engine/webhooks/process-webhooks.ts';
import { type BatchRow, getBatch } from '../../../src/ledger/batches/batch.ts';
import { releaseLease } from '../../../src/ledger/runs/run.ts';
import { saveSubscription } from '../../../src/ledger/webhooks/webhook-subscription.ts';
import { formatMinor } from '../../../src/money.ts';
import { createLog } from '../../../src/platform/log.ts';
import type { BatchState } from '../../../src/states.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { createApp } from '../../../src/web/app.ts';
import { serveApp, type WebServer } from '../../../src/web/serve-app.ts';
import { receiveWebhooks } from '../../../src/web/webhooks/receive-webhooks.ts';
import { describeDatabases } from '../../support/database.ts';
import { testPayroll } from '../../support/payroll.ts';
import { SIGNING_KEY, webhookSender } from '../../support/servers/webhook-sender.ts';
import { addBatch, moveThrough, startTestRun } from '../../support/test-run.ts';

const STARTED: readonly BatchState[] = ['creating', 'open', 'quoted', 'approved', 'starting', 'started'];

/** What a delivery says, where it says something else than the ledger's payment with this status. */
interface Reported {
  readonly of?: 'payment' | 'batch';
  readonly action: string;
  readonly more?: object;
  /** Of the first payment, unless it is told. */
  readonly payment?: number;
}

const paid = (more: object = {}): Reported => ({ action: 'processed', more });
const failed: Reported = { action: 'failed', more: { failureMessage: 'Account closed' } };
const returned: Reported = { action: 'returned', more: { returnedReason: ['Refused by the bank'] } };
const ended = (more: object = {}, action = 'completed'): Reported => ({ of: 'batch', action, more });

describeDatabases('a webhook delivery', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let run: ActiveRun;
  let server: WebServer;
  const calls: string[] = [];
  const send = webhookSender(() => server.url);
  let sent = 0;

  beforeAll(async () => {
    appContext = await payroll.appContext({}, (input, init) => {
      calls.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
      return fetch(input, init);
    });
    await (await appContext.service('default')).call('listBalances', {});
    calls.length = 0;
    const { ledger, clock } = appContext;
    run = await startTestRun(ledger, { merchant: 'default' });
    await releaseLease(ledger.db, run.id, run.fence);
    const subscription = { model: '*', action: '*', target: 'http://127.0.0.1' };
    for (const merchant of ['default', 'other'])
      await ledger.db.query(
        `insert into payrun.merchant (id, environment, country, access_fp) values ($1, 'sandbox', 'US', 'x') on conflict do nothing`,
        [merchant],
      );
    for (const merchant of ['default', 'other'])
      await saveSubscription(ledger.db, ledger.vault, { ...subscription, merchant, remoteId: 'W' }, SIGNING_KEY);
    const log = createLog('silent');
    const feature = receiveWebhooks({ ledger, clock, log, toleranceMs: 300_000, came: () => {} });
    server = await serveApp(createApp([feature], log), { host: '127.0.0.1', port: 0 });
  });
  afterAll(() => server.close());

  const paymentsOf = async (batch: BatchRow) =>
    (
      await appContext.ledger.db.query<{ id: string; state: string; recipient: string; minor: bigint; reason: string }>(
        `select id, state, paid_recipient_remote_id as recipient, minor, reason, paid_fees_minor from payrun.payment
         where batch_id = $1 order by row`,
        [batch.id],
      )
    ).rows;
  const deliveryOf = async (batch: BatchRow, { of = 'payment', action, more, payment: n = 0 }: Reported) => {
    if (of === 'batch') {
      const status = action === 'completed' ? 'complete' : action;
      const view = { id: batch.remote_id, status, totalPayments: batch.payments, currency: 'EUR', ...more };
      return { model: 'batch', action, body: { batch: view } };
    }
    const payment = (await paymentsOf(batch))[n]!;
    const amount = formatMinor(payment.minor, 'EUR');
    const view = {
      id: `P-${payment.id}`,
      externalId: payment.id,
      status: action,
      recipient: { id: payment.recipient, email: 'ada@example.com' },
      batch: { id: batch.remote_id },
      ...{ sourceAmount: amount, sourceCurrency: 'EUR', targetAmount: amount, targetCurrency: 'EUR', fees: '0.10' },
      ...more,
    };
    return { model: 'payment', action, body: { payment: view } };
  };
  const tell = async (batch: BatchRow, ...reported: readonly Reported[]) => {
    // Each is signed at a later second, even if the clock moves on: the same signature is the same delivery.
    for (const one of reported)
      expect(await send(await deliveryOf(batch, one), { age: 200 - (++sent % 200) })).toBe(200);
  };
  const newBatch = async (payments = 1, through = STARTED) =>
    moveThrough(
      appContext.ledger,
      await addBatch(
        appContext.ledger,
        run,
        Array.from({ length: payments }, () => ({})),
      ),
      ...through,
    );
  const lastDeliveries = async (count: number) =>
    (
      await appContext.ledger.db.query<{ state: string; note: string | null }>(
        'select state, note from payrun.webhook_delivery order by id desc limit $1',
        [count],
      )
    ).rows.reverse();
  const stands = async (batch: BatchRow) => ({
    batch: (await getBatch(appContext.ledger.db, batch.id)).state,
    payments: (await paymentsOf(batch)).map(({ state }) => state),
  });

  interface Case {
    readonly name: string;
    readonly payments?: number;
    /** Each list is told, and then worked on. */
    readonly reported: readonly (readonly Reported[])[];
    readonly become: readonly string[];
    readonly batch?: BatchState;
    /** Of the deliveries; all worked, where it is left out. */
    readonly were?: readonly string[];
    /** How often the service was asked about the batch. */
    readonly asked?: number;
    /** The payments of the batch are read as well. */
    readonly listed?: boolean;
  }
  const CASES: readonly Case[] = [
    { name: 'a payment was processed', reported: [[paid()]], become: ['processed'] },
    { name: 'a payment failed', reported: [[failed]], become: ['failed'] },
    { name: 'a payment was returned after it was processed', reported: [[paid()], [returned]], become: ['returned'] },
    { name: 'both at once', reported: [[paid(), returned]], become: ['returned'] },
    { name: 'both at once, the later one first', reported: [[returned, paid()]], become: ['returned'] },
    { name: 'processed after returned', reported: [[returned], [paid()]], become: ['returned'] },
    // A final end stays; but what is noted as failed runs again, and then would be paid twice.
    {
      name: 'processed after failed',
      reported: [[failed], [paid()]],
      become: ['failed'],
      were: ['worked', 'refused'],
      asked: 1,
      listed: true,
    },
    {
      name: 'returned after failed',
      reported: [[failed], [returned]],
      become: ['failed'],
      were: ['worked', 'refused'],
      asked: 1,
      listed: true,
    },
    {
      name: 'failed after processed',
      reported: [[paid()], [failed]],
      become: ['processed'],
      were: ['worked', 'refused'],
    },
    { name: 'failed a second time', reported: [[failed], [failed]], become: ['failed'] },
    {
      name: 'the end of the batch, then of its payment',
      reported: [[ended()], [paid()]],
      become: ['processed'],
      batch: 'settled',
    },
    { name: 'the payment, then the batch', reported: [[paid()], [ended()]], become: ['processed'], batch: 'settled' },
    { name: 'a batch that failed', reported: [[ended({}, 'failed'), failed]], become: ['failed'], batch: 'settled' },
    { name: 'a return days after', reported: [[paid(), ended()], [returned]], become: ['returned'], batch: 'settled' },
    {
      name: 'the end of a batch of which a payment is not told',
      payments: 2,
      reported: [[ended(), paid()]],
      become: ['processed', 'batched'],
    },
    {
      name: 'the rest of it later',
      payments: 2,
      reported: [[ended(), paid()], [{ ...failed, payment: 1 }]],
      become: ['processed', 'failed'],
      batch: 'settled',
    },
    { name: 'a batch that is being processed', reported: [[ended({}, 'processing')]], become: ['batched'] },
    {
      name: 'another amount',
      reported: [[paid({ sourceAmount: '10.01' })]],
      become: ['batched'],
      were: ['refused'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'another currency',
      reported: [[paid({ sourceCurrency: 'USD' })]],
      become: ['batched'],
      were: ['refused'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'another recipient',
      reported: [[paid({ recipient: { id: 'R-2' } })]],
      become: ['batched'],
      were: ['refused'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'another account',
      reported: [[paid({ account: { id: 'A-2' } })]],
      become: ['batched'],
      were: ['refused'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'another batch',
      reported: [[paid({ batch: { id: 'B-2' } })]],
      become: ['batched'],
      were: ['refused'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'a batch of another size',
      reported: [[paid(), ended({ totalPayments: 2 })]],
      become: ['processed'],
      were: ['worked', 'refused'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'a batch in another currency',
      reported: [[ended({ currency: 'USD' })]],
      become: ['batched'],
      were: ['refused'],
      batch: 'unknown',
      asked: 1,
    },
    // What cannot be said is asked once; here the service does not know the batch, so action is required.
    {
      name: 'failed and processed at once',
      reported: [[failed, paid()]],
      become: ['batched'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'another status than its event',
      reported: [[paid({ status: 'failed' })]],
      become: ['batched'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'an amount without quotes',
      reported: [[paid({ sourceAmount: 10 })]],
      become: ['batched'],
      batch: 'unknown',
      asked: 1,
    },
    {
      name: 'an end that nobody knows',
      reported: [[ended({ status: 'evaporated' })]],
      become: ['batched'],
      batch: 'unknown',
      asked: 1,
    },
  ];
  describe('records what a read of the service would record:', () => {
    it.each(CASES)(
      'G1: $name',
      async ({ payments = 1, reported, become, batch: state = 'started', were, asked = 0, listed = false }) => {
        const batch = await newBatch(payments);
        calls.length = 0;
        for (const together of reported) {
          await tell(batch, ...together);
          await processWebhooks(appContext);
        }
        expect(await stands(batch)).toEqual({ batch: state, payments: become });
        const all = reported.flat().length;
        expect((await lastDeliveries(all)).map(({ state }) => state)).toEqual(were ?? Array(all).fill('worked'));
        const path = `GET /v1/batches/${batch.remote_id}`;
        expect(calls).toEqual([...Array(asked).fill(path), ...(listed ? [`${path}/payments`] : [])]);
      },
    );
  });

  it('has the reason and the cost', async () => {
    const batch = await newBatch();
    await tell(batch, failed);
    await processWebhooks(appContext);
    expect(await paymentsOf(batch)).toMatchObject([{ reason: 'Account closed', paid_fees_minor: 10n }]);
  });

  it('records in the audit what contradicts the ledger and what was returned', async () => {
    const reported = async (batch: BatchRow) =>
      (
        await appContext.ledger.db.query(
          `select kind, data->>'why' as why from payrun.event where data->>'batch' = $1 order by seq`,
          [batch.id],
        )
      ).rows;
    const differs = await newBatch();
    await tell(differs, paid({ sourceAmount: '10.01' }));
    await processWebhooks(appContext);
    // The service is asked then; here it does not know the batch.
    expect(await reported(differs)).toEqual([
      { kind: 'delivery_refused', why: expect.stringContaining('has another amount') },
      { kind: 'batch_gone', why: null },
    ]);
    const back = await newBatch();
    for (const one of [paid(), returned, failed]) {
      await tell(back, one);
      await processWebhooks(appContext);
    }
    expect(await reported(back)).toEqual([
      { kind: 'payments_returned', why: null },
      { kind: 'delivery_refused', why: expect.stringContaining('is failed, and here it is returned') },
    ]);
  });

  it('waits for the start to be recorded', async () => {
    const batch = await newBatch(1, STARTED.slice(0, -1));
    await tell(batch, paid());
    await processWebhooks(appContext);
    expect(await lastDeliveries(1)).toMatchObject([{ state: 'new' }]);
    await moveThrough(appContext.ledger, batch, 'started');
    await processWebhooks(appContext);
    expect(await stands(batch)).toEqual({ batch: 'started', payments: ['processed'] });
  });

  it('ignores deliveries about other ledgers or merchants', async () => {
    const batch = await newBatch();
    const ours = await deliveryOf(batch, paid());
    const strange = await deliveryOf(batch, paid({ externalId: randomUUID() }));
    await send(strange);
    await send(ours, { merchant: 'other' });
    await send({ model: 'batch', action: 'completed', body: { batch: { id: 'B-nobody', status: 'complete' } } });
    const { strangers } = await processWebhooks(appContext);
    expect(strangers).toMatchObject([{ merchant: 'default' }, { merchant: 'other' }, { model: 'batch' }]);
    expect((await lastDeliveries(3)).map(({ state }) => state)).toEqual(['ignored', 'ignored', 'ignored']);
    expect(await stands(batch)).toMatchObject({ payments: ['batched'] });
  });

  it('refuses the id of another payment at the service, and does not retry forever', async () => {
    const batch = await newBatch(2);
    await tell(batch, paid({ id: 'P-same' }));
    await processWebhooks(appContext);
    await tell(batch, { ...paid({ id: 'P-same' }), payment: 1 });
    await processWebhooks(appContext);
    expect(await lastDeliveries(1)).toMatchObject([{ state: 'refused' }]);
    expect((await stands(batch)).payments).toEqual(['processed', 'batched']);
  });

  it('refuses a delivery that was changed in the database after it arrived', async () => {
    const batch = await newBatch();
    await tell(batch, paid());
    const flip = 'set_byte(body_sealed, 40, 255 - get_byte(body_sealed, 40))';
    await appContext.ledger.db.query(`update payrun.webhook_delivery set body_sealed = ${flip} where state = 'new'`);
    await processWebhooks(appContext);
    expect(await lastDeliveries(1)).toMatchObject([{ state: 'refused' }]);
    expect(await stands(batch)).toEqual({ batch: 'started', payments: ['batched'] });
  });

  it('leaves a run to the process that has it', async () => {
    const batch = await newBatch();
    await tell(batch, paid());
    await appContext.ledger.db.query(
      `update payrun.run set lease_until = now() + interval '1 minute', lease_owner = 'elsewhere:1:1'`,
    );
    await processWebhooks(appContext);
    expect(await lastDeliveries(1)).toMatchObject([{ state: 'new' }]);
    await appContext.ledger.db.query('update payrun.run set lease_until = null, lease_owner = null');
    await processWebhooks(appContext);
    expect((await stands(batch)).payments).toEqual(['processed']);
  });
});
