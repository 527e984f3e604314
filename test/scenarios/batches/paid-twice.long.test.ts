import { expect, it } from 'vitest';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { releasePayments } from '../../../src/engine/review/release.ts';
import { resumeRuns } from '../../../src/engine/runs/resume.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { deniedAnswer } from '../../simulator/denial.ts';
import { describeDatabases } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { carry, denying, line, paymentsOf, sayUnpaid, sheetWith, timesPaid } from '../../support/recorded-unpaid.ts';

describeDatabases(
  'two payments of a reference, the first of which was confirmed as not paid and is paid',
  (database) => {
    const payroll = testPayroll(database, { pricingMs: 0 });
    const soon = { PAYRUN_SETTLE_WAIT_MS: '300' };
    const manual = { 'approval.policy': 'manual' };

    /** The second one is in a batch that awaits an approval. */
    async function bothOf(reference: string) {
      const run = await sayUnpaid(payroll, reference);
      const again = await payroll.pay(sheetWith(payroll, reference, `${reference} again`), {
        env: manual,
        wire: denying,
      });
      expect(again).toMatchObject({ state: 'waiting_approval' });
      const appContext = await payroll.appContext(soon);
      const { db } = appContext.ledger;
      return {
        run,
        again: again.run,
        appContext,
        first: async () => {
          const { rows } = await db.query<{ state: string; reason_code: string; reason: string; paid_beside: number }>(
            'select state, reason_code, reason, paid_beside from payrun.payment where run_id = $1',
            [run],
          );
          return rows[0]!;
        },
      };
    }

    /** Any pass over any run of the merchant. */
    const anotherRun = (reference: string) => payroll.pay(sheetWith(payroll, `${reference}-OTHER`));

    it('of which the second was removed before a crash: the first holds the reference alone after the next run', async () => {
      const { run, again, appContext, first } = await bothOf('CRASHED');
      const { db } = appContext.ledger;
      await settleOpen(appContext, carry);
      const note = async () => (await db.query('select note from payrun.batch where run_id = $1', [again])).rows[0];
      await payroll.resume(again, { 'approval.policy': 'auto' });
      expect(await first()).toMatchObject({ state: 'processed', paid_beside: 0 });
      expect(await note()).toMatchObject({
        note: expect.stringContaining('a matching earlier payment was paid after all'),
      });
      await db.query('update payrun.payment set paid_beside = 1 where run_id = $1', [run]);
      await anotherRun('CRASHED');
      expect(await first()).toMatchObject({ paid_beside: 0 });
    });

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

  it('G1: in a batch that was attempted and approved again: the second one is removed, and the rest is paid', async () => {
    const { wire } = await deniedFirst('AGAIN');
    // The start never arrives, and the first look at its batch finds nothing.
    let lost: string | null = null;
    const cut: typeof fetch = async (input, init) => {
      const path = String(input);
      if (path.endsWith('/start-processing')) {
        lost = path.slice(0, path.lastIndexOf('/'));
        throw new TypeError('fetch failed');
      }
      const answer = await wire(input, init);
      if (path !== lost) return answer;
      lost = null;
      return Response.json(
        { ok: false, errors: [{ code: 'not_found', message: 'Object not found' }] },
        { status: 404 },
      );
    };
    const rest = sheetOf([line('AGAIN'), { ...line('REST'), amount: '120' }]);
    const { run, counts } = await payroll.pay(payroll.sheet('again and rest.csv', rest), { env: soon, wire: cut });
    expect(counts).toMatchObject({ unknown: 2 });
    const manual = await payroll.appContext({ ...soon, 'approval.policy': 'manual' }, wire);
    expect(await resumeRuns(manual, { run, ...carry })).toMatchObject([{ state: 'waiting_approval' }]);
    await settleNow();
    let isOver = false;
    const resumed = payroll.resume(run, { 'approval.policy': 'auto' }).finally(() => {
      isOver = true;
    });
    await eventually(async () => {
      await payroll.control('settle', {});
      expect(isOver).toBe(true);
    });
    // On a busy machine an answer may come too late for that pass: then the next one reads what became of the batch.
    await resumed;
    await payroll.resume(run, { 'approval.policy': 'auto' });
    expect(await runNow(run)).toMatchObject({ finished_at: expect.any(Date) });
    const [first, second] = await paymentsOf(await payroll.appContext(), 'AGAIN');
    expect([first, second]).toMatchObject([{ state: 'processed' }, { state: 'failed', reason_code: 'paid_meanwhile' }]);
    expect([await timesPaid(payroll, 'AGAIN'), await timesPaid(payroll, 'REST')]).toEqual([1, 1]);
    const { findings } = await verifyLedger({ ledger: (await payroll.appContext()).ledger });
    expect(findings.filter((one) => one.run === run)).toEqual([]);
  });
});
