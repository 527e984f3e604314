import { expect, it } from 'vitest';
import { claimRun } from '../../src/ledger/runs/run.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

describeDatabases('G1: a run that another process took over while this one was paused', (database) => {
  const payroll = testPayroll(database);

  it('G3: is left alone by this one: it makes no call, and the other pays everybody once', async () => {
    const { ledger } = await payroll.appContext();
    const overtake = async () => {
      // A moment ago: on the embedded database two statements can have the same millisecond.
      await ledger.db.query(`update payrun.run set lease_until = now() - interval '1 second'`);
      expect(await claimRun(ledger.db, 1n, 'another', 1, null)).toBe(2n);
      return true;
    };
    const file = payroll.sheet('paused.csv', sheetOf(people(2)));
    await expect(payroll.pay(file, { confirm: overtake })).rejects.toMatchObject({ code: 'fenced', exitCode: 4 });
    expect(await payroll.ledger()).toMatchObject({ recipients: 0, batches: [], payments: [] });

    await ledger.db.query('update payrun.run set confirmed_at = now(), lease_until = null');
    expect((await payroll.resume('1'))[0]).toMatchObject({ state: 'done', counts: { processed: 2 } });
    expect((await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid)).toEqual([1, 1]);
  });
});
