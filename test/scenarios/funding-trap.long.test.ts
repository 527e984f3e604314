import { expect, it } from 'vitest';
import { rejectRun } from '../../src/engine/review/take-back.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';

/** A wire on which the start stays until it is let go. */
function heldBack() {
  const sent = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const wire: typeof fetch = async (input, init) => {
    if (String(input).endsWith('/start-processing')) {
      sent.resolve();
      await free.promise;
    }
    return fetch(input, init);
  };
  return { wire, sent: sent.promise, letGo: free.resolve };
}

describeDatabases('a start that the service refused for insufficient funds (G1, the funding trap)', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });
  const sheet = sheetOf([{ reference: 'TRAP', amount: '600.00' }]);
  const books = async () => {
    const { batches, payments } = await payroll.ledger();
    return { starts: batches.map(({ startCalls }) => startCalls), paid: payments.map(({ timesPaid }) => timesPaid) };
  };

  it('G1: keeps its payments forever, and is not started again after it has begun automatically', async () => {
    const { ledger } = await payroll.appContext();
    const stateIs = async (state: string) =>
      (await ledger.db.query('select 1 from payrun.batch where state = $1', [state])).rows.length > 0;
    const { wire, sent, letGo } = heldBack();
    const paying = payroll.pay(payroll.sheet('trap.csv', sheet), { wire });
    await Promise.race([sent, paying]);
    expect(await stateIs('starting')).toBe(true);
    // The money was there when Payrun looked, and is gone when the start arrives.
    await payroll.control('fund', { currency: 'EUR', amount: '-900.00' });
    letGo();
    const waiting = await paying;
    expect(waiting).toMatchObject({ state: 'waiting_funds', exitCode: 4, counts: { batched: 1 } });
    expect(await books()).toEqual({ starts: [1], paid: [0] });

    const again = await payroll.pay(payroll.sheet('trap-again.csv', sheet));
    expect(again.counts).toMatchObject({ held: 1, batched: 0 });
    const appContext = await payroll.appContext();
    await expect(
      rejectRun(appContext, waiting.run, { by: person('anna'), because: 'no money', progress: () => {} }),
    ).rejects.toMatchObject({ code: 'not_waiting' });
    expect(await stateIs('waiting_funds')).toBe(true);

    // It begins by itself.
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    expect(await books()).toEqual({ starts: [1], paid: [1] });
    const [resumed] = await payroll.resume(waiting.run);
    expect(resumed).toMatchObject({ state: 'done', counts: { processed: 1 } });
    expect(await books()).toEqual({ starts: [1], paid: [1] });
  });

  const AFTER: readonly [name: string, change: string | null][] = [
    ['was over before it could be', null],
    ['was over, and someone has approved it anew', `state = 'approved'`],
    ['holds, and someone has approved it anew', `state = 'approved', quote_expires_at = now() + interval '1 hour'`],
    [
      'was over, and no one has approved it anew',
      `state = 'quoted', approved_hash = null, approved_by = null, approved_at = null`,
    ],
  ];
  it.each(AFTER)('G1: is seen to have begun automatically if its quote %s', async (_, change) => {
    const { ledger } = await payroll.appContext();
    const name = `anew-${(await books()).starts.length}`;
    const fund = (amount: string) => payroll.control('fund', { currency: 'EUR', amount });
    const batch = async () =>
      (
        await ledger.db.query<{ state: string; starts: number }>(
          'select state, start_attempts as starts from payrun.batch order by created_at desc limit 1',
        )
      ).rows[0]!;
    await fund('500.00');
    const { wire, sent, letGo } = heldBack();
    const line = { reference: name, amount: '300.00', email: `${name}@example.com`, memo: name };
    const paying = payroll.pay(payroll.sheet(`${name}.csv`, sheetOf([line])), { wire });
    await Promise.race([sent, paying]);
    await fund('-900.00');
    letGo();
    const { run, state } = await paying;
    expect(state).toBe('waiting_funds');
    await ledger.db.query('update payrun.batch set quote_expires_at = now() where run_id = $1', [run]);
    await payroll.resume(run);
    expect(await batch(), 'what waits for money is not priced anew').toMatchObject({
      state: 'waiting_funds',
      starts: 1,
    });
    // As if it had been, by an earlier Payrun or while the money was there.
    if (change) await ledger.db.query(`update payrun.batch set ${change} where run_id = $1`, [run]);

    await fund('700.00');
    const before = await books();
    expect(before.paid.at(-1)).toBe(1);
    // What is left of the balance is less than it needs.
    const manual = change?.includes('quoted') ? { 'approval.policy': 'manual' } : {};
    const [resumed] = await payroll.resume(run, manual);
    if (change?.includes('quoted')) {
      // Nobody's approval was in force: a person looks at it.
      expect(resumed).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { processed: 1 } });
      expect(resumed!.note).toContain('was started in the payout service after its approval was voided');
    } else expect(resumed).toMatchObject({ state: 'done', counts: { processed: 1 } });
    expect(await books()).toEqual(before);
  });
});
