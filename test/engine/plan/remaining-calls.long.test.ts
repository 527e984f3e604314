import { expect, it } from 'vitest';
import { remainingCalls } from '../../../src/engine/plan/remaining-calls.ts';
import type { RunPlan } from '../../../src/engine/plan/run-plan.ts';
import { describeDatabases } from '../../support/database.ts';
import { sheetOf, testPayroll } from '../../support/payroll.ts';
import { denying, line, sayUnpaid, sheetWith } from '../../support/recorded-unpaid.ts';

describeDatabases('the remaining calls of a plan', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });

  /** What was asked about objects that an earlier run made, and the plan that was shown before. */
  async function payAgain(file: string, env = {}) {
    const { batches } = await payroll.ledger();
    const earlier = batches.map(({ id }) => `/v1/batches/${id}`);
    const asked: string[] = [];
    const wire: typeof fetch = async (input, init) => {
      const { pathname, search } = new URL(String(input));
      const isEarlier = earlier.some((path) => pathname.startsWith(path)) || search.includes('recipientId=');
      if (isEarlier && init?.method === 'GET') asked.push(pathname);
      return denying(input, init);
    };
    const plans: RunPlan[] = [];
    const outcome = await payroll.pay(file, { wire, env, announce: (plan) => plans.push(plan) });
    return { asked, plan: plans[0]!, outcome };
  }

  it('are those of its payments, and those that check whether earlier ones were paid', async () => {
    const rows = [line('DENIED'), { ...line('BESIDE'), amount: '120' }];
    await payroll.pay(payroll.sheet('denied.csv', sheetOf(rows)), { wire: denying });
    const known = [
      { ...line('DENIED'), reference: 'NEW-A', amount: '311' },
      { ...line('BESIDE'), reference: 'NEW-B', amount: '121' },
    ];
    const fresh = await payAgain(payroll.sheet('fresh.csv', sheetOf(known)));
    expect(fresh.asked).toEqual([]);
    const again = await payAgain(payroll.sheet('denied again.csv', sheetOf(rows)));
    expect(again.asked).toHaveLength(4);
    expect(again.plan.calls - fresh.plan.calls).toBe(again.asked.length);
  });

  it('include one per recipient, for a payment that a user confirmed as not paid', async () => {
    await sayUnpaid(payroll, 'SAID');
    const fresh = await payAgain(
      payroll.sheet('said fresh.csv', sheetOf([{ ...line('SAID'), reference: 'SAID-NEW', amount: '312' }])),
    );
    const again = await payAgain(sheetWith(payroll, 'SAID', 'said again'));
    expect(again.asked).toHaveLength(6);
    expect(again.plan.calls - fresh.plan.calls).toBe(6);
  });

  it('are half left for a batch that awaits its approval', async () => {
    await payroll.pay(sheetWith(payroll, 'LATER'), { wire: denying });
    const { outcome, plan } = await payAgain(sheetWith(payroll, 'LATER', 'later again'), {
      'approval.policy': 'manual',
    });
    expect(outcome).toMatchObject({ state: 'waiting_approval' });
    const left = await remainingCalls(await payroll.appContext(), BigInt(outcome.run));
    expect(plan.calls - left.calls).toBe(2);
  });
});
