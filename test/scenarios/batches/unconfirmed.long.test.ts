import { expect, it } from 'vitest';
import type { AppContext } from '../../../src/engine/context/app-context.ts';
import { runNightly } from '../../../src/engine/jobs/nightly.ts';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { acceptDiscrepancy } from '../../../src/engine/review/accept-discrepancy.ts';
import { resolveUnknown } from '../../../src/engine/review/release.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { type Payroll, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { signedFetch } from '../../support/signed-fetch.ts';

const carry = { progress: () => {} };
const BATCH = '^/v1/batches/B-[^/]+$';
const notFound = { do: 'status', status: 404, code: 'not_found' };

/** The answer to the start gets lost, and of the batch the service says `times` times that it does not know it. */
const loseStart = (effect: 'before' | 'after', times = 1) => [
  { match: { method: 'POST', path: 'start-processing' }, times: 1, effect, do: 'drop' },
  { match: { method: 'GET', path: BATCH }, times, ...notFound },
];

/** Pays one person; the start is lost, so the payment is unconfirmed. Returns its run. */
async function payUnconfirmed(payroll: Payroll, reference: string, faults: readonly object[]): Promise<string> {
  await payroll.control('faults', faults);
  const line = { reference, email: `${reference}@example.com`.toLowerCase(), amount: '310' };
  const { run, counts } = await payroll.pay(payroll.sheet(`${reference}.csv`, sheetOf([line])));
  expect(counts).toMatchObject({ unknown: 1 });
  return run;
}

/** The same app context, in which no one waits. */
const patient = (appContext: AppContext): AppContext => ({
  ...appContext,
  clock: { ...appContext.clock, sleep: async () => {} },
});

/** What a person says of a payment. */
const say = (appContext: AppContext, reference: string, paid: boolean) =>
  resolveUnknown(patient(appContext), { reference, paid, because: 'I looked' }, person('anna'));

async function stateOf({ ledger }: AppContext, reference: string) {
  const { rows } = await ledger.db.query<{ state: string }>(
    'select state from payrun.payment_status where reference = $1',
    [reference],
  );
  return rows.map(({ state }) => state);
}

const startsOf = async (payroll: Payroll) =>
  (await payroll.ledger()).batches.reduce((sum, { startCalls }) => sum + startCalls, 0);

describeDatabases('the confirmation that a payment was paid', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });

  it('G1: makes it a discrepancy if the service paid another amount', async () => {
    const run = await payUnconfirmed(payroll, 'OTHER', loseStart('before', 1));
    const { payments } = await payroll.ledger();
    const { batchId, id } = payments.find(({ recipientEmail }) => recipientEmail === 'other@example.com')!;
    const call = signedFetch({ url: payroll.sandbox.url, keys: payroll.sandbox.merchant });
    expect((await call('PATCH', `/v1/batches/${batchId}/payments/${id}`, { amount: '410' })).status).toBe(200);
    expect((await call('POST', `/v1/batches/${batchId}/generate-quote`, {})).status).toBe(200);
    expect((await call('POST', `/v1/batches/${batchId}/start-processing`, {})).status).toBe(200);
    await payroll.control('settle', {});
    const appContext = await payroll.appContext();
    await say(appContext, 'OTHER', true);
    expect(await stateOf(appContext, 'OTHER')).toEqual(['discrepancy']);
    const [outcome] = await payroll.resume(run);
    expect(outcome!.note).toContain('does not match the sheet');
    const decision = { reference: 'OTHER', run, because: 'agreed with the recipient' };
    await acceptDiscrepancy(appContext, decision, person('anna'));
    const { findings } = await verifyLedger(appContext, { remote: true });
    expect(findings.filter(({ what }) => what.includes('410'))).toEqual([]);
  });
});

describeDatabases('an unconfirmed batch', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const READERS: readonly (readonly [string, (appContext: AppContext, run: string) => Promise<unknown>])[] = [
    ['resume', (appContext, run) => resumeRuns(appContext, { run, ...carry })],
    ['settle', (appContext) => settleOpen(appContext, carry)],
    ['nightly', (appContext) => runNightly(appContext, { maker: person('schedule'), ...carry })],
  ];

  it.each(READERS)('G1: that was paid is read by %s, and its run is done', async (name, read) => {
    const reference = `PAID-${name}`;
    const run = await payUnconfirmed(payroll, reference, loseStart('after', 1));
    await payroll.control('settle', {});
    const before = await startsOf(payroll);
    const appContext = await payroll.appContext();
    await read(appContext, run);
    expect(await stateOf(appContext, reference)).toEqual(['processed']);
    expect(await startsOf(payroll)).toBe(before);
    const { rows } = await appContext.ledger.db.query('select status from payrun.run where id = $1', [run]);
    expect(rows).toEqual([{ status: 'paid' }]);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });

  it('that is still not found stays unconfirmed, whichever command reads it', async () => {
    const run = await payUnconfirmed(payroll, 'GONE', loseStart('after', 9));
    const appContext = await payroll.appContext();
    for (const [, read] of READERS) await read(appContext, run);
    expect(await stateOf(appContext, 'GONE')).toEqual(['unknown']);
    await payroll.control('faults', []);
  });

  it('that was not started is left to a user by settle and nightly; neither starts it', async () => {
    const run = await payUnconfirmed(payroll, 'OPEN', loseStart('before', 1));
    const before = await startsOf(payroll);
    const appContext = await payroll.appContext();
    for (const [, read] of READERS.slice(1)) await read(appContext, run);
    expect(await startsOf(payroll)).toBe(before);
    const { rows } = await appContext.ledger.db.query('select state from payrun.batch where run_id = $1', [run]);
    expect(rows).toEqual([{ state: 'quoted' }]);
    expect((await payroll.resume(run, { 'approval.policy': 'manual' }))[0]).toMatchObject({
      state: 'waiting_approval',
    });
    expect(await startsOf(payroll)).toBe(before);
  });
});
