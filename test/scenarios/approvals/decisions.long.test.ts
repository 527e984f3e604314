import { expect, it } from 'vitest';
import { releasePayments, resolveUnknown } from '../../../src/engine/review/release.ts';
import { rejectRun } from '../../../src/engine/review/take-back.ts';
import { type RerunOptions, rerunFailed } from '../../../src/engine/runs/rerun.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { addSubMerchants } from '../../support/merchants.ts';
import { germanIban, type Payroll, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person, VERIFIED } from '../../support/person.ts';
import { addBatch, moveThrough, startTestRun } from '../../support/test-run.ts';

const carry = { progress: () => {} };
const MANUAL = { 'approval.policy': 'manual' };

const pay = (
  payroll: Payroll,
  name: string,
  lines: readonly SheetLine[],
  options: Parameters<Payroll['pay']>[1] = {},
) => payroll.pay(payroll.sheet(`${name}.csv`, sheetOf(lines)), options);

async function rerun(payroll: Payroll, options: Partial<RerunOptions> & { run: string }) {
  const appContext = await payroll.appContext();
  return rerunFailed(appContext, {
    maker: person('mia'),
    states: ['failed'],
    references: [],
    dryRun: false,
    confirm: 'yes',
    ...carry,
    ...options,
  });
}

describeDatabases('an approval', (database) => {
  const payroll = testPayroll(database);

  it('G2: refused, of several batches: those not created yet are taken back first, so that no one creates them meanwhile', async () => {
    const lines = ['EUR', 'GBP', 'USD'].map((currency) => ({
      reference: `FIRST-${currency}`,
      email: `first-${currency}@example.com`.toLowerCase(),
      amount: '630',
      currency,
    }));
    // The second batch is not made, and no one hears of it: the first list of batches is the one before anything is created.
    await payroll.control('faults', [
      { match: { method: 'POST', path: '^/v1/batches$' }, skip: 1, times: 1, status: 403 },
      { match: { method: 'GET', path: '^/v1/batches$' }, skip: 1, times: 9, status: 403 },
    ]);
    await expect(pay(payroll, 'first', lines, { env: MANUAL })).rejects.toThrow();
    const appContext = await payroll.appContext(MANUAL);
    const { rows } = await appContext.ledger.db.query<{ run: string }>('select max(id)::text as run from payrun.run');
    const run = rows[0]!.run;
    const reject = () => rejectRun(appContext, run, { by: person('anna'), because: 'wrong month', ...carry });
    await payroll.control('faults', [{ match: { method: 'DELETE', path: '/v1/batches/*' }, times: 1, status: 403 }]);
    await expect(reject()).rejects.toThrow();
    const { rows: left } = await appContext.ledger.db.query(
      'select state, count(*)::int as n from payrun.payment where run_id = $1 group by state order by state',
      [run],
    );
    expect(left).toEqual([
      { state: 'batched', n: 1 },
      { state: 'canceled', n: 2 },
    ]);
    expect((await payroll.resume(run, MANUAL))[0]!.counts).toMatchObject({ canceled: 3, batched: 0, ready: 0 });
  });
});

describeDatabases('payments on hold', (database) => {
  const payroll = testPayroll(database);

  it('G7: that differ under one reference are released one by one, never only the newest; those of a dry run never', async () => {
    const line = { reference: 'H-7', amount: '500', email: 'held@example.com' };
    await pay(payroll, 'h6', [{ ...line, reference: 'H-6', amount: '490', iban: germanIban(17) }]);
    const first = await pay(payroll, 'h7', [{ ...line, iban: germanIban(18) }]);
    const second = await pay(payroll, 'h8', [{ ...line, iban: germanIban(19) }]);
    await pay(payroll, 'h9', [{ ...line, iban: germanIban(20) }], { dryRun: true });
    const appContext = await payroll.appContext();
    await expect(releasePayments(appContext, ['H-7'], person('anna'))).rejects.toMatchObject({
      code: 'run_ambiguous',
      message: expect.stringContaining(`has a payment with the reference H-7: ${second.run} and ${first.run}.`),
    });
    expect((await releasePayments(appContext, ['H-7'], person('anna'), first.run, VERIFIED)).map(String)).toEqual([
      first.run,
    ]);
  });
});

describeDatabases('a rerun', (database) => {
  const payroll = testPayroll(database);

  it('G1: retries no row with earlier data if it was dropped again with others, which failed too', async () => {
    const fails = ['old@example.com', 'kept@example.com'].map((recipientEmail) => ({
      match: { recipientEmail },
      outcome: 'failed',
      reason: 'Account closed',
    }));
    await payroll.control('outcomes', fails);
    const moved = { reference: 'OLD-1', email: 'old@example.com', amount: '120' };
    const kept = { reference: 'OLD-2', email: 'kept@example.com', amount: '130', iban: germanIban(73) };
    const first = await pay(payroll, 'old', [{ ...moved, iban: germanIban(71) }, kept]);
    const second = await pay(payroll, 'old-again', [{ ...moved, iban: germanIban(72) }, kept]);
    expect([first.counts.failed, second.state]).toEqual([2, 'waiting_approval']);
    await expect(rerun(payroll, { run: second.run })).rejects.toMatchObject({ code: 'rerun_unfinished' });
    // The policy does not approve the new account of a payment that came back.
    const anna = { by: person('anna'), ...carry };
    await expect(approveRun(await payroll.appContext(), second.run, anna)).rejects.toMatchObject({
      code: 'verification_required',
    });
    const approved = await approveRun(await payroll.appContext(), second.run, { ...anna, verified: VERIFIED });
    expect(approved.counts.failed).toBe(2);
    await payroll.control('outcomes', []);
    await expect(rerun(payroll, { run: first.run, references: ['OLD-1'] })).rejects.toMatchObject({
      code: 'rerun_nothing',
      message: expect.stringContaining('uploaded again with different data'),
    });
    // What says the same as before is not outdated.
    expect(await rerun(payroll, { run: first.run })).toMatchObject({ rows: 1, counts: { processed: 1 } });
    expect(await rerun(payroll, { run: second.run, references: ['OLD-1'] })).toMatchObject({
      counts: { processed: 1 },
    });
    const appContext = await payroll.appContext();
    const { rows } = await appContext.ledger.db.query(
      `select account_hint from payrun.payment where reference = 'OLD-1' and state = 'processed'`,
    );
    expect(rows).toEqual([{ account_hint: `IBAN ***${germanIban(72).slice(-4)}` }]);
  });
});

describeDatabases('an unconfirmed payment', (database) => {
  const payroll = testPayroll(database);

  it('G1: of two merchants under one reference is the one whose run is named', async () => {
    const appContext = await payroll.appContext();
    const { ledger } = appContext;
    await addSubMerchants(payroll, database, ['one', 'two']);
    await ledger.db.query('update payrun.merchant set service_url = $1', [payroll.sandbox.url]);
    const runs: bigint[] = [];
    for (const merchant of ['one', 'two']) {
      const run = await startTestRun(ledger, { merchant });
      const batch = await addBatch(ledger, run, [{ reference: 'BOTH' }]);
      await moveThrough(ledger, batch, 'creating', 'open', 'quoted', 'approved', 'starting', 'unknown');
      runs.push(run.id);
    }
    const paid = { reference: 'BOTH', paid: true, because: 'bank statement' };
    await expect(resolveUnknown(appContext, paid, person('anna'))).rejects.toMatchObject({
      code: 'run_ambiguous',
      next: expect.stringContaining('--run RUN'),
    });
    expect(await resolveUnknown(appContext, { ...paid, run: String(runs[0]) }, person('anna'))).toBe(runs[0]);
    const { rows } = await ledger.db.query(
      `select run, state from payrun.payment_status where reference = 'BOTH' order by run`,
    );
    expect(rows).toEqual([
      { run: runs[0], state: 'processed' },
      { run: runs[1], state: 'unknown' },
    ]);
  });
});
