import { afterEach, expect, it } from 'vitest';
import { settleOpen } from '../../../src/engine/jobs/settle-open.ts';
import { acceptDiscrepancy } from '../../../src/engine/review/accept-discrepancy.ts';
import { verifyLedger } from '../../../src/reports/verify.ts';
import { describeDatabases } from '../../support/database.ts';
import { pastRules } from '../../support/past-rules.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { person } from '../../support/person.ts';
import { carry, denying, line, paymentsOf, sayUnpaid, sheetWith, timesPaid } from '../../support/said-unpaid.ts';

describeDatabases('two payments of a reference, of which the first was said not to be paid and is paid', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  const soon = { PAYRUN_SETTLE_WAIT_MS: '300' };
  const manual = { PAYRUN_APPROVAL: 'manual' };

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
      /** What the service does with the second one, as a run would record it. */
      become: async (state: string, batch: string) => {
        await pastRules(appContext.ledger, 'update payrun.payment set state = $2 where run_id = $1', [
          again.run,
          state,
        ]);
        await db.query(
          `update payrun.batch set state = $2, start_attempted_at = now(), remote_status = 'processing', approved_hash = '\\x00', approved_by = 'anna',
             started_at = case when $2 in ('started', 'settled') then now() end where run_id = $1`,
          [again.run, batch],
        );
      },
    };
  }

  /** Any pass over any run of the merchant. */
  const anotherRun = (reference: string) => payroll.pay(sheetWith(payroll, `${reference}-OTHER`));

  // What a test recorded of a batch, the service knows nothing of: later tests shall not ask for it.
  afterEach(async () => {
    const { db } = (await payroll.appContext(soon)).ledger;
    await db.query(`update payrun.batch set state = 'settled' where approved_hash = '\\x00'`);
    await db.query(
      `update payrun.payment p set state = 'failed' from payrun.batch b where b.id = p.batch_id and b.approved_hash = '\\x00' and p.state = 'batched'`,
    );
    await db.query(`update payrun.run set state = 'done' where state <> 'done'`);
  });

  const alone = { state: 'processed', reason_code: 'paid_after_all', reason: expect.not.stringContaining('twice') };

  it.each([
    ['awaits funds', 'batched', 'waiting_funds', alone],
    ['awaits an approval at the payout service', 'batched', 'awaiting_service_approval', alone],
    ['is unconfirmed', 'unknown', 'started', alone],
    ['is in processing', 'batched', 'started', { state: 'discrepancy', reason_code: 'being_paid_twice' }],
    ['is paid', 'processed', 'settled', { state: 'discrepancy', reason_code: 'paid_twice' }],
  ])('are said to be paid twice only if they are: the second %s', async (_, state, batch, found) => {
    const { appContext, first, become } = await bothOf(`TWO-${state}-${batch}`.toUpperCase().replaceAll('_', '-'));
    await become(state, batch);
    await settleOpen(appContext, carry).catch(() => {});
    expect(await first()).toMatchObject(found);
  });

  it('are said to be paid twice by what the second one becomes, each time', async () => {
    const { run, again, appContext, first, become } = await bothOf('FOLLOWED');
    await settleOpen(appContext, carry);
    expect(await first()).toMatchObject({ ...alone, paid_beside: 1 });
    const runNow = async () =>
      (await appContext.ledger.db.query('select state, note from payrun.run where id = $1', [run])).rows[0];
    for (const [n, [state, batch, reason]] of (
      [
        ['batched', 'started', `Row 2 of run ${again} is being paid under the same reference: being paid twice. The`],
        ['processed', 'settled', `Row 2 of run ${again} was paid under the same reference: paid twice. The`],
      ] as const
    ).entries()) {
      await become(state, batch);
      await anotherRun(`FOLLOWED-${'AB'[n]}`);
      expect((await first()).reason).toContain(reason);
      expect(await runNow()).toMatchObject({ state: 'needs_person', note: expect.stringContaining('paid twice') });
    }
    // It came back.
    await become('returned', 'settled');
    await anotherRun('FOLLOWED-C');
    expect(await first()).toMatchObject({ ...alone, paid_beside: 0 });
    expect(await runNow()).toMatchObject({ state: 'done' });
  });

  it('are found by verify if both were paid and nobody was told, until a person accepts it', async () => {
    const { run, appContext, become } = await bothOf('UNTOLD');
    const { db } = appContext.ledger;
    await become('processed', 'settled');
    await settleOpen(appContext, carry);
    await db.query(`update payrun.payment set state = 'processed', reason_code = 'paid_after_all' where run_id = $1`, [
      run,
    ]);
    const what = async () =>
      (await verifyLedger({ ledger: appContext.ledger }, { run })).findings.map((one) => one.what).join('\n');
    expect(await what()).toContain('reference UNTOLD was paid here and in row 2');
    await anotherRun('UNTOLD');
    expect(await what()).not.toContain('was paid here and in');
    await acceptDiscrepancy(appContext, { reference: 'UNTOLD', run, because: 'paid back' }, person('carla'));
    await anotherRun('UNTOLD-B');
    expect(await what()).not.toMatch(/was paid here and in|nobody has accepted/);
  });

  it('in a batch that was attempted and approved again: the second one is taken out, and the rest is paid', async () => {
    await sayUnpaid(payroll, 'AGAIN');
    const rest = sheetOf([line('AGAIN'), { ...line('REST'), amount: '120' }]);
    const { run } = await payroll.pay(payroll.sheet('again and rest.csv', rest), { env: manual, wire: denying });
    const appContext = await payroll.appContext(soon);
    await appContext.ledger.db.query(
      'update payrun.batch set start_attempted_at = now(), start_attempts = 1 where run_id = $1',
      [run],
    );
    await settleOpen(appContext, carry);
    const [outcome] = await payroll.resume(run, { PAYRUN_APPROVAL: 'auto' });
    expect(outcome).toMatchObject({ state: 'done', counts: { processed: 1, failed: 1 } });
    const [first, second] = await paymentsOf(appContext, 'AGAIN');
    expect([first, second]).toMatchObject([{ state: 'processed' }, { state: 'failed', reason_code: 'paid_meanwhile' }]);
    expect([await timesPaid(payroll, 'AGAIN'), await timesPaid(payroll, 'REST')]).toEqual([1, 1]);
    expect((await verifyLedger({ ledger: appContext.ledger })).findings.filter((one) => one.run === run)).toEqual([]);
  });

  it('of which the second was taken out before a crash: the first holds the reference alone after the next run', async () => {
    const { run, again, appContext, first } = await bothOf('CRASHED');
    const { db } = appContext.ledger;
    await settleOpen(appContext, carry);
    const note = async () => (await db.query('select note from payrun.batch where run_id = $1', [again])).rows[0];
    await payroll.resume(again, { PAYRUN_APPROVAL: 'auto' });
    expect(await first()).toMatchObject({ state: 'processed', paid_beside: 0 });
    expect(await note()).toMatchObject({ note: expect.stringContaining('earlier payments have its reference') });
    await db.query('update payrun.payment set paid_beside = 1 where run_id = $1', [run]);
    await anotherRun('CRASHED');
    expect(await first()).toMatchObject({ paid_beside: 0 });
  });

  it('of which the second was on hold before for another reason: it is held for this one', async () => {
    const { run, again, appContext } = await bothOf('HELD');
    await appContext.ledger.db.query(
      `update payrun.payment p set state = 'ready', batch_id = null, reason_code = null, reason = 'something earlier',
         held_for = (select id from payrun.payment where run_id < $1 limit 1) where run_id = $1`,
      [again],
    );
    await settleOpen(appContext, carry).catch(() => {});
    const [, second] = await paymentsOf(appContext, 'HELD');
    expect(second).toMatchObject({ state: 'held', reason_code: 'duplicate_reference' });
    expect(second!.reason).toContain(`run ${run}`);
  });
});
