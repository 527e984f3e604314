import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { rejectRun } from '../../src/engine/decide.ts';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';

const HELD_BACK = { match: { method: 'POST', path: '/start-processing$' }, do: 'hang', ms: 2_000, effect: 'before' };

describeDatabases('a start that the service refused for want of money (G1, the funding trap)', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });
  const sheet = sheetOf([{ reference: 'TRAP', amount: '600.00' }]);
  const books = async () => {
    const { batches, payments } = await payroll.ledger();
    return { starts: batches.map(({ startCalls }) => startCalls), paid: payments.map(({ timesPaid }) => timesPaid) };
  };

  it('keeps its payments for ever, and is not started again when it has begun by itself', async () => {
    const { ledger } = await payroll.workplace();
    const stateIs = async (state: string) =>
      (await ledger.db.query('select 1 from payrun.batch where state = $1', [state])).rows.length > 0;
    await payroll.control('faults', [HELD_BACK]);
    const paying = payroll.pay(payroll.sheet('trap.csv', sheet));
    while (!(await stateIs('starting'))) await pause(20);
    // The money was there when Payrun looked, and is gone when the start arrives.
    await payroll.control('fund', { currency: 'EUR', amount: '-900.00' });
    const waiting = await paying;
    expect(waiting).toMatchObject({ state: 'waiting_funds', exitCode: 4, counts: { batched: 1 } });
    expect(await books()).toEqual({ starts: [1], paid: [0] });

    const again = await payroll.pay(payroll.sheet('trap-again.csv', sheet));
    expect(again.counts).toMatchObject({ held: 1, batched: 0 });
    const workplace = await payroll.workplace();
    await expect(
      rejectRun(workplace, waiting.run, { by: 'anna', because: 'no money', progress: () => {} }),
    ).rejects.toMatchObject({ code: 'not_waiting' });
    expect(await stateIs('waiting_funds')).toBe(true);

    // It begins by itself.
    await payroll.control('fund', { currency: 'EUR', amount: '1000.00' });
    expect(await books()).toEqual({ starts: [1], paid: [1] });
    const [resumed] = await payroll.resume(waiting.run);
    expect(resumed).toMatchObject({ state: 'done', counts: { processed: 1 } });
    expect(await books()).toEqual({ starts: [1], paid: [1] });
  });
});
