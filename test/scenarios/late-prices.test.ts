import { expect, it } from 'vitest';
import { approveRun } from '../../src/engine/decide.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { serviceRig, targetSheet } from './service-rig.ts';

describeDatabases('a service that prices late, and refuses a quote and a start meanwhile', (database) => {
  const payroll = testPayroll(database, { pricingMs: 900 });
  const rig = serviceRig(payroll);

  it('is waited for: everybody is paid once, after a kill in the middle', async () => {
    const file = payroll.sheet('late.csv', targetSheet('late', 3));
    await rig.payAndKill(file, /POST .*\/generate-quote$/);
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 3 } }]);
    expect(await rig.timesPaid('late')).toEqual([1, 1, 1]);
    await rig.holds();
  });

  it('is compared by what was entered where a person approves, who sees the price', async () => {
    const manual = { PAYRUN_APPROVAL: 'manual' };
    const asked = await payroll.pay(payroll.sheet('asked.csv', targetSheet('asked', 2)), { env: manual });
    expect(asked).toMatchObject({ state: 'waiting_approval', exitCode: 4, note: 'Waits for approval.' });
    const workplace = await payroll.workplace(manual);
    const paid = await approveRun(workplace, asked.run, { by: person('anna'), progress: () => {} });
    expect(paid).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 2 } });
    expect(await rig.timesPaid('asked')).toEqual([1, 1]);
  });
});
