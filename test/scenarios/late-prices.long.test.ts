import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { testPayroll } from '../support/payroll.ts';
import type { ProxiedAnswer } from '../support/servers/service-proxy.ts';
import { serviceRig, targetSheet } from './workers/service-rig.ts';

describeDatabases('a service that prices late, and refuses a quote and a start meanwhile', (database) => {
  const payroll = testPayroll(database, { pricingMs: 900 });
  const rig = serviceRig(payroll);

  it('G3: is waited for: everybody is paid once', async () => {
    const paid = await payroll.pay(payroll.sheet('late.csv', targetSheet('late', 3)));
    expect(paid).toMatchObject({ state: 'done', exitCode: 0, counts: { processed: 3 } });
    expect(await rig.timesPaid('late')).toEqual([1, 1, 1]);
    await rig.holds();
  });
});

/** A batch that the service never prices: it answers with zeros for ever, or that it is at work. */
const NEVER: readonly [what: string, says: string, answer: (given: ProxiedAnswer) => ProxiedAnswer][] = [
  [
    'shows no price',
    '2 payments have no price from the payout service yet',
    (given) => ({ ...given, json: unpriced('', given.json) }),
  ],
  [
    'is at work on the batch',
    'the payout service is still processing the batch',
    (given) => {
      if (!given.path.endsWith('/generate-quote')) return given;
      const errors = [{ code: 'invalid_status', message: 'Operation In Progress' }];
      return { ...given, status: 400, json: { ok: false, errors } };
    },
  ],
];

function unpriced(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => unpriced('', one));
  if (typeof value !== 'object' || value === null)
    return /^(targetAmount|sourceAmount|sendingAmount)$/.test(name) ? '0.00' : name === 'exchangeRate' ? '0' : value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unpriced(key, inner)]));
}

describeDatabases('a service that never prices', (database) => {
  const payroll = testPayroll(database);
  const rig = serviceRig(payroll);

  it.each(NEVER)(
    'G3: and %s: the run says so and requires action, starts nothing, and pays once when the price is there',
    async (what, says, answer) => {
      const tag = what.replace(/\W/g, '');
      rig.proxy.rule({ answer: (given) => (given.status === 200 ? answer(given) : given) });
      const file = payroll.sheet(`${tag}.csv`, targetSheet(tag, 2));
      const waiting = await payroll.pay(file, { env: rig.env() });
      expect(waiting).toMatchObject({ state: 'needs_person', exitCode: 4, counts: { batched: 2 } });
      expect(waiting.note).toContain(`Not started: ${says}`);
      expect(waiting.note).not.toContain('another total');
      expect(rig.proxy.calls.filter((call) => call.endsWith('/start-processing'))).toEqual([]);
      rig.proxy.rule({});
      expect(await rig.resume()).toMatchObject([{ state: 'done', exitCode: 0, counts: { processed: 2 } }]);
      expect(await rig.timesPaid(tag)).toEqual([1, 1]);
      await rig.holds();
      rig.proxy.forget();
    },
  );
});
