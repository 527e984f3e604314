import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import { serviceRig } from './workers/service-rig.ts';

/** Calls after whose effect a process is killed. The simulator kills processes at every moment; these are real ones. */
const CALLS = [
  /POST .*\/recipients\/?$/,
  /POST .*\/accounts$/,
  /POST .*\/batches$/,
  /POST .*\/generate-quote$/,
  /POST .*\/start-processing$/,
  /GET .*\/batches\/B-\w+$/,
];

describeDatabases('a payrun that is killed with -9', (database) => {
  const payroll = testPayroll(database);
  const rig = serviceRig(payroll);
  const sheet = (tag: string) =>
    payroll.sheet(
      `${tag}.csv`,
      sheetOf(
        ['EUR', 'USD'].map((currency, n) => ({
          reference: `${tag}-${n}`,
          email: `${tag}${n}@example.com`,
          amount: `${20 + n}.00`,
          currency,
        })),
      ),
    );

  it.each(CALLS)('G1, G3, G4: before the answer of %s comes pays everybody once when it is carried on', async (at) => {
    const tag = `kill${CALLS.indexOf(at)}x`;
    await rig.payAndKill(sheet(tag), at);
    await rig.resume();
    await payroll.pay(sheet(tag), { env: rig.env() });
    expect(await rig.timesPaid(tag)).toEqual([1, 1]);
    await rig.holds();
  });
});
