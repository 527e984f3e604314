import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { sheetOf, testPayroll } from '../support/payroll.ts';
import type { ProxiedAnswer } from '../support/servers/service-proxy.ts';
import { serviceRig } from './workers/service-rig.ts';

/** The simulator kills processes at every moment; these are real ones. */
const KILLS = 20;

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

  it('G1, G3, G4: before the answer of any call comes pays everybody once when it is carried on', async () => {
    let calls = 0;
    const answer = (given: ProxiedAnswer) => {
      calls += 1;
      return given;
    };
    rig.proxy.rule({ answer });
    await payroll.pay(sheet('whole'), { env: rig.env() });
    expect(calls).toBeGreaterThan(KILLS);
    const last = calls;
    for (let n = 0; n < KILLS; n++) {
      const tag = `kill${String.fromCharCode(97 + n)}`;
      let left = 1 + Math.floor((n * (last - 1)) / KILLS);
      await rig.payAndKill(sheet(tag), { test: () => --left === 0 });
      await rig.resume();
      await payroll.pay(sheet(tag), { env: rig.env() });
      expect(await rig.timesPaid(tag), `killed at call ${1 + Math.floor((n * (last - 1)) / KILLS)}`).toEqual([1, 1]);
    }
    await rig.holds();
  });
});
