import { beforeAll, expect, it } from 'vitest';
import { create } from '../../../src/batches/create.ts';
import { plan } from '../../../src/batches/plan.ts';
import { quote } from '../../../src/batches/quote.ts';
import { belowAtService } from '../../../src/batches/removals/unpayable-payments.ts';
import { reprice } from '../../../src/batches/reprice.ts';
import { verifyBeforeApproval } from '../../../src/batches/verify-before-approval.ts';
import { PayrunError } from '../../../src/errors.ts';
import { getBatch, getBatches, moveBatch } from '../../../src/ledger/batches/batch.ts';
import type { BatchRow } from '../../../src/ledger/batches/batch-row.ts';
import type { Ledger } from '../../../src/ledger/ledger.ts';
import { intendRemoval } from '../../../src/ledger/payments/payments-in-batches.ts';
import { recordAccountCountries } from '../../../src/ledger/recipients/recipient-account.ts';
import { recordRouteMinimums } from '../../../src/ledger/recipients/route-minimum.ts';
import type { Service } from '../../../src/service/service.ts';
import type { ActiveRun } from '../../../src/step.ts';
import { describeDatabases } from '../../support/database.ts';
import { addBatch, addPayments, addRecipient, startTestRun, testDeps } from '../../support/test-run.ts';

const LISTED = {
  ...{ id: 'P-1', status: 'pending' },
  recipient: { id: 'R-1' },
  account: { id: 'A-1' },
  sourceAmount: '19.99',
  sourceCurrency: 'EUR',
  routeType: 'wire_no_fx',
  routeMinimum: '20.00',
};

/** A quote that holds: the service's own time limit is no matter here. */
const EXPIRES = new Date(Date.now() + 7_200_000).toISOString();

it.each([
  ['no minimum', { routeMinimum: null }],
  ['a minimum of zero', { routeMinimum: '0' }],
  ['a minimum of zero with decimals', { routeMinimum: '0.00' }],
  ['a minimum that is no amount', { routeMinimum: 'none' }],
  ['a minimum of just that', { routeMinimum: '19.99' }],
  ['no price yet', { sourceAmount: '0.00' }],
  ['no amount', { sourceAmount: null }],
  ['no currency', { sourceCurrency: null }],
])('a payment that the service lists with %s stays in its batch', (_, change) => {
  expect(belowAtService('1', { ...LISTED, ...change }, 'A-1')).toBeNull();
});

it('a payment below the minimum that is listed with it is removed, with the minimum of its recipient and account', () => {
  const served = {
    recipientRemoteId: 'R-1',
    accountRemoteId: 'A-1',
    route: 'wire_no_fx',
    minor: 2_000n,
    currency: 'EUR',
  };
  const reason =
    'The amount is below the payout service’s minimum of 20.00 EUR for this recipient by WIRE. Pay a larger amount, or remove the row.';
  expect(belowAtService('1', LISTED, null)).toEqual({
    id: '1',
    remoteId: 'P-1',
    code: 'amount_below_route_minimum',
    reason,
    served,
  });
  expect(belowAtService('1', { ...LISTED, account: null }, 'A-9')?.served?.accountRemoteId).toBe('A-9');
  expect(belowAtService('1', { ...LISTED, account: null }, null)?.served).toBeNull();
});

/** A person decides: a batch is read back when it is made. */
const MANUAL = { 'approval.policy': 'manual' };

describeDatabases('a minimum in the service’s response', (database) => {
  let ledger: Ledger;
  beforeAll(async () => {
    ledger = await database.open();
  });

  const paymentsOf = async (run: ActiveRun) =>
    (
      await ledger.db.query<{ state: string; minor: bigint; reason_code: string | null; reason: string | null }>(
        'select state, minor, reason_code, reason from payrun.payment where run_id = $1 order by row',
        [run.id],
      )
    ).rows;

  /** A batch that is in the service and was not read back yet. */
  const created = async (minors: readonly bigint[]) => {
    const run = await startTestRun(ledger);
    const planned = await addBatch(
      ledger,
      run,
      minors.map((minor) => ({ minor })),
    );
    const creating = await moveBatch(ledger.db, planned, 'creating');
    return { run, batch: await moveBatch(ledger.db, creating, 'creating', { remoteId: `B-${planned.id}` }) };
  };
  const idsOf = async (batch: BatchRow) =>
    (
      await ledger.db.query<{ id: string; minor: bigint; recipient: string; account: string }>(
        `select id, minor, paid_recipient_remote_id as recipient, paid_account_remote_id as account
         from payrun.payment where batch_id = $1 order by row`,
        [batch.id],
      )
    ).rows;
  /** Lists the batch's payments but those that are left out; notes what else it is asked. */
  const serviceOf = (
    payments: Awaited<ReturnType<typeof idsOf>>,
    minimum: string,
    given: { without?: readonly string[]; gone?: boolean; ends?: boolean } = {},
  ) => {
    const calls: string[] = [];
    const deleted = new Set<string>();
    const call = async (name: string, { params = {} }: { params?: Record<string, string> }) => {
      if (name !== 'listBatchPayments') calls.push(params.paymentId ? `${name} ${params.paymentId}` : name);
      if (given.gone && name !== 'deleteBatch') throw new PayrunError('service_not_found', { call: name });
      if (name === 'getBatch') return { ok: true, batch: { id: params.id, status: 'open' } };
      if (name === 'generateQuote') return { ok: true, batch: { id: params.id, quoteExpiredAt: EXPIRES } };
      if (name === 'getBatchSummary') {
        const there = payments.filter(({ id }) => !given.without?.includes(id) && !deleted.has(id));
        const amount = (Number(there.reduce((sum, { minor }) => sum + minor, 0n)) / 100).toFixed(2);
        const total = { count: there.length, sendingAmount: amount, debitAmount: amount, totalFees: '0.00' };
        return { ok: true, batchSummary: { total } };
      }
      if (name === 'deletePayment') deleted.add(params.paymentId!.replace('P-', ''));
      if (name === 'deletePayment' && given.ends) throw new Error('the process ended');
      if (name !== 'listBatchPayments') return { ok: true };
      const listed = payments
        .filter(({ id }) => !given.without?.includes(id) && !deleted.has(id))
        .map(({ id, minor, recipient, account }) => ({
          ...LISTED,
          id: `P-${id}`,
          externalId: id,
          recipient: { id: recipient },
          account: { id: account },
          targetAmount: '1.00',
          targetCurrency: 'EUR',
          exchangeRate: '1.00000',
          sourceAmount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
          routeMinimum: minimum,
        }));
      return { ok: true, payments: listed, meta: { page: 1, pages: 1, records: listed.length } };
    };
    return { calls, service: { call } as unknown as Service };
  };

  it('removes what is below it before the quote, with one call each, and the rest continues', async () => {
    const { run, batch } = await created([5_000n, 1_999n, 2_000n, 100n]);
    const payments = await idsOf(batch);
    const { calls, service } = serviceOf(payments, '20.00');
    await create(run, testDeps(ledger, { service, env: MANUAL }));
    expect(calls).toEqual([`deletePayment P-${payments[1]!.id}`, `deletePayment P-${payments[3]!.id}`]);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', payments: 2, source_minor: 7_000n });
    expect((await paymentsOf(run)).map(({ state, reason_code }) => [state, reason_code])).toEqual([
      ['batched', null],
      ['failed', 'amount_below_route_minimum'],
      ['batched', null],
      ['failed', 'amount_below_route_minimum'],
    ]);
    expect((await paymentsOf(run))[1]!.reason).toContain('below the payout service’s minimum of 20.00 EUR');
  });

  /** A batch that was left to the policy: priced, and not read back yet. */
  const priced = async (minors: readonly bigint[], expiresAt: string) => {
    const { run, batch } = await created(minors);
    await create(run, testDeps(ledger));
    const sum = String(minors.reduce((total, minor) => total + minor, 0n));
    const quote = { count: minors.length, sendingMinor: sum, debitMinor: sum, feesMinor: '0', expiresAt };
    return { run, batch: await moveBatch(ledger.db, await getBatch(ledger.db, batch.id), 'quoted', { quote }) };
  };

  it('of a batch that the policy left to an approver is found before an approval is asked for', async () => {
    const { run, batch } = await priced([5_000n, 1_999n, 2_000n], EXPIRES);
    expect(batch).toMatchObject({ state: 'quoted', priced: null });
    const { calls, service } = serviceOf(await idsOf(batch), '20.00');
    await verifyBeforeApproval(reprice)(run, testDeps(ledger, { service, env: MANUAL }));
    expect(calls).toEqual([expect.stringContaining('deletePayment'), 'generateQuote', 'getBatchSummary']);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({
      state: 'quoted',
      payments: 2,
      source_minor: 7_000n,
      quote: { count: 2, sendingMinor: '7000' },
      priced: { EUR: '200' },
      approved_by: null,
    });
  });

  it('of such a batch with nothing below it costs no extra call, and one approval is asked for', async () => {
    const { run, batch } = await priced([5_000n], EXPIRES);
    const { calls, service } = serviceOf(await idsOf(batch), '20.00');
    await verifyBeforeApproval(reprice)(run, testDeps(ledger, { service, env: MANUAL }));
    await verifyBeforeApproval(reprice)(run, testDeps(ledger, { env: MANUAL }));
    expect(calls).toEqual([]);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'quoted', priced: { EUR: '100' } });
  });

  it('continues after a crash at any time: a batch that is priced again has lost only the payments to remove', async () => {
    const { run, batch } = await priced([5_000n, 100n, 200n], new Date(0).toISOString());
    const payments = await idsOf(batch);
    const [, deleted, left] = payments.map(({ id }) => id);
    await intendRemoval(ledger.db, batch.id, [deleted!, left!], 'amount_below_route_minimum', 'Too small.');
    const { calls, service } = serviceOf(payments, '20.00', { without: [deleted!] });
    await quote(run, testDeps(ledger, { service }));
    expect(calls).toEqual(['getBatch', `deletePayment P-${left}`, 'generateQuote', 'getBatchSummary']);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'quoted', payments: 1, quote: { count: 1 } });
    expect((await paymentsOf(run)).map(({ state }) => state)).toEqual(['batched', 'failed', 'failed']);
  });

  it('leaves a batch alone if nothing in it is below the minimum', async () => {
    const { run, batch } = await created([2_000n]);
    const { calls, service } = serviceOf(await idsOf(batch), '20.00');
    await create(run, testDeps(ledger, { service, env: MANUAL }));
    expect(calls).toEqual([]);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', payments: 1 });
  });

  it('G2: continues after a crash: payments that were already deleted are not missing', async () => {
    const { run, batch } = await created([5_000n, 100n, 200n]);
    const payments = await idsOf(batch);
    const [, deleted, left] = payments.map(({ id }) => id);
    const dying = serviceOf(payments, '20.00', { ends: true });
    const ended = create(run, testDeps(ledger, { service: dying.service, env: MANUAL }));
    await expect(ended).rejects.toThrow('the process ended');
    expect(dying.calls).toEqual([`deletePayment P-${deleted}`]);
    const { calls, service } = serviceOf(payments, '20.00', { without: [deleted!] });
    await create(run, testDeps(ledger, { service, env: MANUAL }));
    expect(calls).toEqual([`deletePayment P-${left}`]);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'open', payments: 1, source_minor: 5_000n });
    expect((await paymentsOf(run)).map(({ state }) => state)).toEqual(['batched', 'failed', 'failed']);
  });

  it('does not excuse a payment that is missing for another reason', async () => {
    const { run, batch } = await created([5_000n, 6_000n]);
    const payments = await idsOf(batch);
    const { service } = serviceOf(payments, '20.00', { without: [payments[1]!.id] });
    await create(run, testDeps(ledger, { service, env: MANUAL }));
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'unknown', payments: 2 });
  });

  it.each([false, true])('ends a batch with no payments left (deleted before a crash: %s)', async (gone) => {
    const { run, batch } = await created([100n, 200n]);
    const payments = await idsOf(batch);
    if (gone) {
      const ids = payments.map(({ id }) => id);
      await intendRemoval(ledger.db, batch.id, ids, 'amount_below_route_minimum', 'Too small.');
    }
    const { calls, service } = serviceOf(payments, '20.00', { gone });
    await create(run, testDeps(ledger, { service, env: MANUAL }));
    expect(calls).toEqual(gone ? ['getBatch'] : ['getBatch', 'deleteBatch']);
    expect(await getBatch(ledger.db, batch.id)).toMatchObject({ state: 'void', payments: 0 });
    expect((await paymentsOf(run)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  });

  it('is stored with the recipient: next time no payment below it enters a batch, and no call is made', async () => {
    const { run: first, batch } = await created([5_000n, 100n]);
    const payments = await idsOf(batch);
    await create(first, testDeps(ledger, { service: serviceOf(payments, '20.00').service, env: MANUAL }));
    const { rows } = await ledger.db.query<{ id: string }>('select id from payrun.recipient where remote_id = $1', [
      payments[0]!.recipient,
    ]);
    const recipient = rows[0]!.id;

    const run = await startTestRun(ledger);
    const ready = { state: 'ready', recipient } as const;
    await addPayments(ledger, run, [
      { ...ready, minor: 1_999n },
      { ...ready, minor: 2_000n },
      { ...ready, minor: 100n, fixed: 'target', currency: 'GBP' },
    ]);
    await plan(run, testDeps(ledger));
    expect((await paymentsOf(run)).map(({ state }) => state)).toEqual(['failed', 'batched', 'batched']);
    expect((await paymentsOf(run))[0]!.reason).toBe(
      'The amount is below the payout service’s minimum of 20.00 EUR for this recipient by WIRE. Pay a larger amount, or remove the row.',
    );
    expect((await getBatches(ledger.db, run.id)).map(({ payments: n }) => n)).toEqual([2]);
  });

  it.each([
    ['in a country that is not enabled', 'FR', null, 'failed'],
    ['in a country that is', 'DE', null, 'batched'],
    ['that is known of an account that they do not have any more', 'FR', 'A-old', 'batched'],
  ])('next to it, a known recipient %s', async (_, country, account, state) => {
    const run = await startTestRun(ledger);
    const recipient = await addRecipient(ledger, run.merchant);
    const seen = { recipientRemoteId: `R-${recipient}`, accountRemoteId: account ?? `A-${recipient}`, country };
    await recordAccountCountries(ledger.db, run.merchant, [seen]);
    await addPayments(ledger, run, [{ state: 'ready', recipient }]);
    const deps = testDeps(ledger);
    const rules = async () => ({ ...(await deps.rules()), enabledCountries: ['DE', 'US'] });
    await plan(run, { ...deps, rules });
    const [payment] = await paymentsOf(run);
    expect(payment!.state).toBe(state);
    if (state === 'failed') expect(payment!.reason).toContain('Bank transfers to France are not enabled');
  });

  it.each([
    ['of another currency', { currency: 'USD' }],
    ['of an account that they do not have any more', { accountRemoteId: 'A-old' }],
  ])('%s does not count', async (_, change) => {
    const run = await startTestRun(ledger);
    const recipient = await addRecipient(ledger, run.merchant);
    const remote = { recipientRemoteId: `R-${recipient}`, accountRemoteId: `A-${recipient}` };
    const served = { ...remote, route: 'wire', minor: 2_000n, currency: 'EUR', ...change };
    await recordRouteMinimums(ledger.db, run.merchant, [served]);
    await addPayments(ledger, run, [{ state: 'ready', recipient, minor: 100n }]);
    await plan(run, testDeps(ledger));
    expect((await paymentsOf(run)).map(({ state }) => state)).toEqual(['batched']);
  });
});
