import { expect, it } from 'vitest';
import { refuseUnknownBatches } from '../../../src/batches/services/refuse-unknown-batches.ts';
import { withRun } from '../../../src/engine/leases/with-run-lease.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';

describeDatabases('the comparison before a batch is created or started', (database) => {
  const payroll = testPayroll(database);

  it('covers the creations and starts of one pass for a minute, and is then made again', async () => {
    const { run } = await payroll.pay(payroll.sheet('compared.csv', sheetOf(people(1))));
    let lists = 0;
    const counting: typeof fetch = (input, init) => {
      if (/\/v1\/batches\?/.test(String(input))) lists++;
      return fetch(input, init);
    };
    const appContext = await payroll.appContext({}, counting);
    let passed = 0;
    const clock = { ...appContext.clock, now: () => appContext.clock.now() + passed };
    const calls: number[] = [];
    await withRun(appContext, BigInt(run), { progress: () => {} }, async (active, deps) => {
      const pass = { ...deps, clock };
      for (const ms of [0, 20_000, 60_000, 90_000]) {
        passed = ms;
        await refuseUnknownBatches(active, pass);
        calls.push(lists);
      }
    });
    expect(calls).toEqual([1, 1, 2, 2]);
  });
});
