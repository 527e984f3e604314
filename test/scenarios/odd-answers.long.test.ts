import { expect, it } from 'vitest';
import { TOLERANCES } from '../../src/service/shapes/tolerances.ts';
import { inOddestForm, LIMITS } from '../simulator/odd-forms.ts';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import type { ProxiedAnswer, ProxyRules } from '../support/servers/service-proxy.ts';
import { serviceRig, targetSheet } from './workers/service-rig.ts';

/** Every answer in its oddest lawful form at once, and every third call refused with a 429 in each of its forms in turn. */
function oddest() {
  let calls = 0;
  const met = new Set<string>();
  const note = (name: string, value: unknown): void => {
    for (const { what, fields, read } of TOLERANCES)
      if (fields.test(name) && JSON.stringify(read(value)) !== JSON.stringify(value)) met.add(what);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) note(Array.isArray(value) ? '' : key, inner);
  };
  const rules: ProxyRules = {
    answer(answer: ProxiedAnswer) {
      const odd = inOddestForm(answer);
      if (answer.status === 200) note('', odd.json);
      return odd;
    },
    refuse: () => (++calls % 3 === 0 ? LIMITS[(calls / 3) % LIMITS.length]!() : null),
  };
  return { rules, met };
}

describeDatabases('a service with every response in its oddest valid form', (database) => {
  const payroll = testPayroll(database, { pricingMs: 300, serviceApproval: true, uniqueExternalIds: false });
  const rig = serviceRig(payroll);

  // With kills: the simulator, which has such a service in every third of its odd ones.
  it('pays everybody once', async () => {
    const { rules, met } = oddest();
    rig.proxy.rule(rules);
    const asked = await payroll.pay(payroll.sheet('oddest.csv', targetSheet('oddest', 3)), { env: rig.env() });
    expect(asked).toMatchObject({ state: 'awaiting_service_approval', exitCode: 4 });
    await payroll.control('service-approval', { answer: 'approve' });
    expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 3 } }]);
    expect(await rig.timesPaid('oddest')).toEqual([1, 1, 1]);
    expect(TOLERANCES.filter((tolerance) => !met.has(tolerance.what))).toEqual([]);
    rig.proxy.rule({});
    await rig.holds();
  });
});
