import { expect, it } from 'vitest';
import { rerunFailed } from '../../../src/engine/runs/rerun.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { approveRun } from '../../support/approve-run.ts';
import { describeDatabases } from '../../support/database.ts';
import { germanIban, type SheetLine, sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { carry, paymentsOf, returning } from '../../support/recorded-unpaid.ts';

describeDatabases('a payment that was not paid, and that another reference pays again', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const first = (n: number) => ({
    reference: `OLD-${n}`,
    email: `person${n}@example.com`,
    first: 'Pia',
    last: `Names${'abcdefgh'[n]}`,
    amount: '310',
    iban: germanIban(7_000 + n),
    memo: 'May',
  });
  const payOnce = (row: SheetLine, options: Parameters<typeof payroll.pay>[1] = {}) =>
    payroll.pay(payroll.sheet(`${row.reference}.csv`, sheetOf([row])), options);
  const timesPaid = async (n: number) =>
    (await payroll.ledger()).payments
      .filter(({ recipientEmail }) => [`person${n}@example.com`, `corrected${n}@example.com`].includes(recipientEmail))
      .reduce((sum, payment) => sum + payment.timesPaid, 0);

  // What may be the same: test/batches/settlements/recheck-payments.test.ts.
  it('and that was really returned is paid under the other reference', async () => {
    await payroll.control('outcomes', [
      { match: { recipientEmail: first(6).email }, outcome: 'returned', reason: 'Account closed' },
    ]);
    expect((await payOnce(first(6))).counts).toMatchObject({ returned: 1 });
    await payroll.control('outcomes', []);
    expect((await payOnce({ ...first(6), reference: 'NEW-6' })).counts).toMatchObject({ processed: 1 });
  });

  it('is read once more before the start: the row is removed, held when it is retried, and paid if it is released', async () => {
    await payOnce(first(7), { wire: returning });
    const again = await payOnce(
      { ...first(7), reference: 'NEW-7' },
      { wire: returning, env: { 'approval.policy': 'manual' } },
    );
    expect(again).toMatchObject({ state: 'waiting_approval' });
    const appContext = await payroll.appContext({ 'approval.policy': 'manual' });
    await approveRun(appContext, again.run, { by: person('anna'), ...carry });
    await resumeRuns(appContext, { run: again.run, ...carry });
    const [removed] = await paymentsOf(appContext, 'NEW-7');
    expect(removed).toMatchObject({ state: 'failed', reason_code: 'paid_meanwhile' });
    expect(removed!.reason).toContain('pays this recipient the same amount, and the payout service paid it after all.');
    expect(await timesPaid(7)).toBe(1);
    const rerun = await rerunFailed(appContext, {
      run: again.run,
      maker: person('mia'),
      states: ['failed'],
      references: [],
      dryRun: false,
      confirm: 'yes',
      ...carry,
    });
    expect(rerun.counts).toMatchObject({ held: 1 });
    expect((await verifyLedger({ ledger: appContext.ledger })).findings).toEqual([]);
  });
});
