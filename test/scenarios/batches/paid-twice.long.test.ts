import { expect, it } from 'vitest';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { deniedAnswer } from '../../simulator/denial.ts';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { carry, denying, line, paymentsOf, sayUnpaid, sheetWith, timesPaid } from '../../support/recorded-unpaid.ts';

describeDatabases(
  'two payments of a reference, the first of which was confirmed as not paid and is paid',
  (database) => {
    const payroll = testPayroll(database, { pricingMs: 0 });
    const soon = { PAYRUN_SETTLE_WAIT_MS: '300' };

    it('of which the second was already on hold for another reason: it is on hold for this one', async () => {
      const run = await sayUnpaid(payroll, 'HELD');
      const twin = sheetOf([{ ...line('HELD'), reference: 'HELD-TWIN' }]);
      // No one asks about the first one.
      const env = { duplicateDays: '0', PAYRUN_RETURN_DAYS: '0' };
      const other = await payroll.pay(payroll.sheet('held twin.csv', twin), { env });
      expect(other.counts).toMatchObject({ processed: 1 });
      const again = await payroll.pay(sheetWith(payroll, 'HELD', 'held again'), { wire: denying });
      expect(again.counts).toMatchObject({ held: 1 });
      const appContext = await payroll.appContext(soon);
      const second = async () => (await paymentsOf(appContext, 'HELD')).at(-1)!;
      expect(await second()).toMatchObject({ state: 'held', reason_code: 'possible_duplicate' });
      await releasePayments(appContext, ['HELD'], person('anna'));
      await payroll.resume(again.run);
      expect(await second()).toMatchObject({ state: 'held', reason_code: 'duplicate_reference' });
      expect((await second()).reason).toContain(`run ${run}`);
      expect(await timesPaid(payroll, 'HELD')).toBe(2);
    });
  },
);

describeDatabases('two payments of a reference at a service with controlled payments', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0, settleMs: 3_600_000 });
  const soon = { PAYRUN_SETTLE_WAIT_MS: '300' };
  const alone = { state: 'processed', reason_code: 'paid_after_all', reason: expect.not.stringContaining('twice') };
  const settleNow = async () => settleOpen(await payroll.appContext(soon), carry);
  const firstOf = async (reference: string) => (await paymentsOf(await payroll.appContext(), reference))[0]!;
  const runNow = async (run: string) =>
    (
      await (
        await payroll.appContext()
      ).ledger.db.query('select status, finished_at, note from payrun.run where id = $1', [run])
    ).rows[0];

  /** The first is paid, and the service denies it; the wire says of no other batch what is not true. */
  async function deniedFirst(reference: string): Promise<{ readonly run: string; readonly wire: typeof fetch }> {
    const before = new Set((await payroll.ledger()).batches.map(({ id }) => id));
    const run = await sayUnpaid(payroll, reference);
    const batches = new Set((await payroll.ledger()).batches.flatMap(({ id }) => (before.has(id) ? [] : id)));
    const wire: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (init?.method !== 'GET' || !answer.ok) return answer;
      const body = (await answer.clone().json()) as object;
      const denied = deniedAnswer({ how: 'failed', batches }, new URL(String(input)).pathname, body);
      return denied === null ? answer : Response.json(denied.body, { status: denied.status });
    };
    return { run, wire };
  }

  it('G1: are said to be paid twice according to the second one, each time: in processing, paid, returned', async () => {
    const { run, wire } = await deniedFirst('FOLLOWED');
    const again = await payroll.pay(sheetWith(payroll, 'FOLLOWED', 'followed again'), { env: soon, wire });
    expect(again).toMatchObject({ state: 'on_the_way', counts: { started: 1 } });
    await settleNow();
    expect(await firstOf('FOLLOWED')).toMatchObject({ state: 'discrepancy', reason_code: 'being_paid_twice' });
    const being = `Row 2 of run ${again.run} is being paid under the same reference: being paid twice. The`;
    expect((await firstOf('FOLLOWED')).reason).toContain(being);
    expect(await runNow(run)).toMatchObject({ status: 'action_required', note: expect.stringContaining('paid twice') });

    await payroll.control('settle', {});
    await settleNow();
    expect(await firstOf('FOLLOWED')).toMatchObject({ state: 'discrepancy', reason_code: 'paid_twice' });
    const was = `Row 2 of run ${again.run} was paid under the same reference: paid twice. The`;
    expect((await firstOf('FOLLOWED')).reason).toContain(was);
    expect(await runNow(run)).toMatchObject({ status: 'action_required', note: expect.stringContaining('paid twice') });

    const { rows } = await (await payroll.appContext()).ledger.db.query<{ id: string }>(
      'select id from payrun.payment where run_id = $1',
      [again.run],
    );
    await payroll.control('outcomes', [
      { match: { externalId: rows[0]!.id }, outcome: 'returned', reason: 'Account closed', late: true },
    ]);
    await settleNow();
    expect((await paymentsOf(await payroll.appContext(), 'FOLLOWED'))[1]).toMatchObject({ state: 'returned' });
    expect(await firstOf('FOLLOWED')).toMatchObject(alone);
    expect(await runNow(run)).toMatchObject({ finished_at: expect.any(Date) });
    await payroll.control('outcomes', []);
  });

  it('are said to be paid twice only if they are: the second awaits an approval in the payout service, and is rejected', async () => {
    const { wire } = await deniedFirst('AWAITS');
    await payroll.control('service-approval', { required: true });
    const again = await payroll.pay(sheetWith(payroll, 'AWAITS', 'awaits again'), { env: soon, wire });
    await payroll.control('service-approval', { required: false });
    expect(again).toMatchObject({ state: 'awaiting_service_approval', counts: { batched: 1 } });
    await settleNow();
    expect(await firstOf('AWAITS')).toMatchObject(alone);
    await settleNow();
    const { rows } = await (await payroll.appContext()).ledger.db.query(
      'select note from payrun.batch where run_id = $1',
      [again.run],
    );
    expect(rows).toEqual([{ note: expect.stringContaining('Do not approve it in the payout service: row 2 of run') }]);
    await payroll.control('service-approval', { answer: 'reject' });
    await settleNow();
    expect(await firstOf('AWAITS')).toMatchObject(alone);
    expect(await timesPaid(payroll, 'AWAITS')).toBe(1);
  });
});
