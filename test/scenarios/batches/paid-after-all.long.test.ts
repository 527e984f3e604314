import { expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { runNightly } from '../../../src/engine/jobs/nightly.ts';
import { reconcile } from '../../../src/engine/jobs/reconcile.ts';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { verifyRemote } from '../../../src/engine/jobs/verify-remote.ts';
import { acceptDiscrepancy } from '../../../src/engine/review/accept-discrepancy.ts';
import { rerunFailed } from '../../../src/engine/runs/rerun.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { processWebhooks } from '../../../src/engine/webhooks/process-webhooks.ts';
import { updateRunStatus } from '../../../src/ledger/runs/run-status.ts';
import { saveDeliveries } from '../../../src/ledger/webhooks/webhook-delivery.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import {
  answering,
  BATCH,
  carry,
  denying,
  gone,
  line,
  OF_BATCH,
  paymentsOf,
  returning,
  sayUnpaid,
  sheetWith,
  statesOf,
  timesPaid,
} from '../../support/recorded-unpaid.ts';

describeDatabases('a payment that a user confirmed as not paid', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });

  type Read = (appContext: AppContext, runs: readonly string[]) => Promise<unknown>;
  const eachOf =
    (read: (appContext: AppContext, run: string) => Promise<unknown>): Read =>
    async (appContext, runs) => {
      for (const run of runs) await read(appContext, run);
    };
  /** How payments come to be recorded as not paid, and what is then said of them. */
  const RECORDED = {
    SAID: { record: (reference: string) => sayUnpaid(payroll, reference), says: 'anna' },
    FAILED: {
      record: async (reference: string) => (await payroll.pay(sheetWith(payroll, reference), { wire: denying })).run,
      says: 'Before that, the payout service showed it as failed',
    },
    RETURNED: {
      record: async (reference: string) => (await payroll.pay(sheetWith(payroll, reference), { wire: returning })).run,
      says: 'Before that, the payout service showed it as returned',
    },
  };

  type Way = keyof typeof RECORDED;
  /** With how the payments that each reads were recorded: all but a webhook find those of a run alike. */
  const READERS: readonly (readonly [string, Read, readonly Way[]])[] = [
    ['settle', (appContext) => settleOpen(appContext, carry), ['SAID', 'FAILED', 'RETURNED']],
    ['nightly', (appContext) => runNightly(appContext, { maker: person('schedule'), ...carry }), ['FAILED']],
    ['resume', (appContext) => resumeRuns(appContext, carry), ['RETURNED']],
    ['resume-one', eachOf((appContext, run) => resumeRuns(appContext, { run, ...carry })), ['SAID']],
    ['reconcile', (appContext) => reconcile(appContext, {}, { maker: person('mia'), ...carry }), ['FAILED']],
    ['verify', (appContext) => verifyRemote(appContext, undefined), ['RETURNED']],
    // It says nothing new of a payment that came back.
    ['webhook', eachOf(tellAndHear), ['SAID', 'FAILED']],
  ];

  it.each(READERS)(
    'G1: or that the service reported as failed or returned, and shows as paid, is paid, once %s reads it, and holds its reference',
    async (name, read, ways) => {
      const appContext = await payroll.appContext();
      const recorded: { reference: string; run: string; says: string }[] = [];
      for (const how of ways) {
        const { record, says } = RECORDED[how];
        const reference = `${how}-${name.toUpperCase()}`;
        recorded.push({ reference, run: await record(reference), says });
        expect(await statesOf(appContext, reference)).toEqual([how === 'RETURNED' ? 'returned' : 'failed']);
      }
      await read(
        appContext,
        recorded.map(({ run }) => run),
      );
      for (const { reference, run, says } of recorded) {
        const [paid] = await paymentsOf(appContext, reference);
        expect(paid).toMatchObject({ state: 'processed', reason_code: 'paid_after_all' });
        expect(paid!.reason).toContain(says);
        const { rows: events } = await appContext.ledger.db.query(
          `select 1 from payrun.event where chain = 'run-' || $1 and kind = 'paid_after_all'`,
          [run],
        );
        expect(events).toHaveLength(1);
      }
      const all = sheetOf(recorded.map(({ reference }) => line(reference)));
      const again = await payroll.pay(payroll.sheet(`again ${name}.csv`, all));
      expect(again.counts).toMatchObject({ already_paid: recorded.length });
      for (const { reference } of recorded) expect(await timesPaid(payroll, reference)).toBe(1);
      expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
    },
  );

  it('G1: or that one poll shows as failed beside one that is pending is paid, once the next poll of the same run shows both', async () => {
    let polls = 0;
    const first = (answer: { payments?: Record<string, unknown>[] }) => {
      if (answer.payments!.every(({ status }) => status !== 'processed')) return answer;
      polls += 1;
      const output = (one: Record<string, unknown>) => (one.amount === '310.00' ? 'failed' : 'pending');
      return polls > 1
        ? answer
        : { ...answer, payments: answer.payments!.map((one) => ({ ...one, status: output(one) })) };
    };
    const rows = [line('POLLED'), { ...line('BESIDE'), amount: '120' }];
    const { run, state, counts } = await payroll.pay(payroll.sheet('polled.csv', sheetOf(rows)), {
      wire: answering([OF_BATCH, first]),
    });
    expect(polls).toBeGreaterThan(1);
    expect({ state, counts }).toMatchObject({ state: 'done', counts: { processed: 2 } });
    const appContext = await payroll.appContext();
    const [paid] = await paymentsOf(appContext, 'POLLED');
    expect(paid).toMatchObject({ state: 'processed', reason_code: 'paid_after_all' });
    expect(paid!.reason).toContain('the payout service showed it as failed');
    const { rows: chain } = await appContext.ledger.db.query<{ kind: string }>(
      `select kind from payrun.event where chain = 'run-' || $1 and kind in ('paid_after_all', 'batch_settled') order by seq`,
      [run],
    );
    expect(chain.map(({ kind }) => kind)).toEqual(['paid_after_all', 'batch_settled']);
    expect(await timesPaid(payroll, 'POLLED')).toBe(1);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('or that the service reported as returned is read before it is paid again, by a sheet or a rerun', async () => {
    await payroll.pay(sheetWith(payroll, 'RETURNED-AGAIN'), { wire: returning });
    const other = await payroll.pay(sheetWith(payroll, 'RETURNED-RERUN'), { wire: returning });
    const again = await payroll.pay(sheetWith(payroll, 'RETURNED-AGAIN', 'returned again'));
    expect(again.counts).toMatchObject({ held: 1 });
    const appContext = await payroll.appContext();
    const rerun = await rerunFailed(appContext, {
      run: other.run,
      maker: person('mia'),
      states: ['returned'],
      references: [],
      dryRun: false,
      confirm: 'yes',
      ...carry,
    });
    expect(rerun.counts).toMatchObject({ held: 1 });
    for (const reference of ['RETURNED-AGAIN', 'RETURNED-RERUN']) {
      expect(await statesOf(appContext, reference)).toEqual(['processed', 'held']);
      expect(await timesPaid(payroll, reference)).toBe(1);
    }
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('and that was really returned is paid again', async () => {
    await payroll.control('outcomes', [{ match: { amount: '310.00' }, outcome: 'returned', reason: 'Account closed' }]);
    expect((await payroll.pay(sheetWith(payroll, 'CAME-BACK'))).counts).toMatchObject({ returned: 1 });
    await payroll.control('outcomes', []);
    const again = await payroll.pay(sheetWith(payroll, 'CAME-BACK', 'came back again'));
    expect(again.counts).toMatchObject({ processed: 1 });
    expect(await statesOf(await payroll.appContext(), 'CAME-BACK')).toEqual(['returned', 'processed']);
  });

  it.each([
    ['the same spelling', 'FAILED-AGAIN', 'FAILED-AGAIN'],
    ['small letters', 'FAILED-SMALL', 'failed-small'],
    ['capitals', 'failed-capital', 'FAILED-CAPITAL'],
    ['another look-alike letter', 'FAILED-LOOK-B', 'FAILED-LOOK-В'],
  ])(
    'G1: or that the service reported as failed is read before it is paid again, in %s',
    async (_, first, reference) => {
      await payroll.pay(payroll.sheet(`${first}.csv`, sheetOf([line(first)])), { wire: denying });
      const rows = [{ ...line(first), reference }];
      const again = await payroll.pay(payroll.sheet(`${reference} again.csv`, sheetOf(rows)));
      expect(again.counts).toMatchObject({ held: 1 });
      const appContext = await payroll.appContext();
      expect((await statesOf(appContext, first))[0]).toBe('processed');
      expect((await statesOf(appContext, reference)).at(-1)).toBe('held');
      expect(await timesPaid(payroll, first)).toBe(1);
    },
  );

  // What the service may show then: test/batches/settlements/recheck-payments.test.ts.
  it('is read for each of any number of recipients', async () => {
    const many = Array.from({ length: 22 }, (_, i) => ({
      ...line(`MANY-${String.fromCharCode(65 + i)}`),
      amount: `${200 + i}`,
    }));
    const { run } = await payroll.pay(payroll.sheet('many.csv', sheetOf(many)));
    const appContext = await payroll.appContext();
    await pastRules(
      appContext.ledger,
      `update payrun.payment set state = 'failed', reason_code = 'resolved', reason = 'anna found that it was not paid: so' where run_id = $1`,
      [run],
    );
    const wire = answering([BATCH, gone], [OF_BATCH, gone]);
    const again = await payroll.pay(payroll.sheet('many again.csv', sheetOf(many)), { wire });
    expect(again.counts).toMatchObject({ held: 22 });
  });

  it('G1: and was paid again before the service showed it as paid is a discrepancy that says so, until it is accepted', async () => {
    const run = await sayUnpaid(payroll, 'TWICE');
    const again = await payroll.pay(sheetWith(payroll, 'TWICE', 'twice again'), { wire: denying });
    await payroll.control('settle', {});
    const appContext = await payroll.appContext();
    // The second is known as paid, the first is not yet.
    await pastRules(
      appContext.ledger,
      `update payrun.payment set state = 'processed', reason = null, reason_code = null where run_id = $1 and state = 'failed'`,
      [again.run],
    );
    await updateRunStatus(appContext.ledger.db, [BigInt(again.run)], true);
    const outcomes = await settleOpen(appContext, carry);
    expect(outcomes.map(({ exitCode }) => exitCode)).toContain(4);
    const [first] = await paymentsOf(appContext, 'TWICE');
    expect(first).toMatchObject({ state: 'discrepancy', reason_code: 'paid_twice' });
    expect(first!.reason).toContain(`Row 2 of run ${again.run} was paid under the same reference: paid twice.`);
    const { rows } = await appContext.ledger.db.query('select status, note from payrun.run where id = $1', [run]);
    expect(rows).toEqual([{ status: 'action_required', note: expect.stringContaining('paid twice') }]);
    await acceptDiscrepancy(appContext, { reference: 'TWICE', run, because: 'paid back' }, person('carla'));
    await resumeRuns(appContext, { run, ...carry });
    expect(await statesOf(appContext, 'TWICE')).toEqual(['processed', 'processed']);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('stays so as long as the service reports nothing else', async () => {
    const run = await sayUnpaid(payroll, 'STAYS');
    const appContext = await payroll.appContext({}, denying);
    for (const [, read] of READERS.slice(0, 4)) await read(appContext, [run]);
    expect(await statesOf(appContext, 'STAYS')).toEqual(['failed']);
  });

  /** The service tells by webhook that the payment was paid. */
  async function tellAndHear(appContext: AppContext, run: string): Promise<void> {
    const { rows } = await appContext.ledger.db.query<{ id: string; remote: string; merchant: string }>(
      `select p.id, b.remote_id as remote, p.merchant_id as merchant from payrun.payment p join payrun.batch b on b.id = p.batch_id where p.run_id = $1`,
      [run],
    );
    const [{ id, remote, merchant }] = rows as [(typeof rows)[number]];
    const reported = (model: 'batch' | 'payment', action: string) => ({
      merchant,
      deliveryId: `D-${model}-${id}`,
      model,
      action,
      paymentId: model === 'payment' ? id : null,
      batchRemoteId: model === 'batch' ? remote : null,
      signatureHash: Buffer.from(`${model} ${id}`),
      state: 'new' as const,
      note: null,
    });
    await saveDeliveries(appContext.ledger.db, [reported('batch', 'complete'), reported('payment', 'processed')]);
    await processWebhooks(appContext);
  }
});

describeDatabases('a payment that a user confirmed as not paid, with a balance for one', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0, balance: '400.00' });

  it('is found to be paid while the batch of its new row awaits funds: the row is removed before they arrive', async () => {
    await sayUnpaid(payroll, 'SHORT');
    const again = await payroll.pay(sheetWith(payroll, 'SHORT', 'short again'), { wire: denying });
    expect(again).toMatchObject({ state: 'waiting_funds' });
    await payroll.resume(again.run);
    const appContext = await payroll.appContext();
    const [first, second] = await paymentsOf(appContext, 'SHORT');
    expect(first).toMatchObject({ state: 'processed', reason_code: 'paid_after_all' });
    expect(second).toMatchObject({ state: 'failed', reason_code: 'paid_meanwhile' });
    await payroll.control('fund', { currency: 'EUR', amount: '100000.00' });
    expect(await payroll.resume(again.run)).toMatchObject([{ state: 'done', counts: { failed: 1 } }]);
    expect(await timesPaid(payroll, 'SHORT')).toBe(1);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });
});
