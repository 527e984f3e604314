import { expect, it } from 'vitest';
import { requeueFundedRuns } from '../../src/engine/queue/requeue-funded-runs.ts';
import { recordApproval } from '../../src/engine/review/approvals.ts';
import { getShortfalls } from '../../src/ledger/runs/shortfalls.ts';
import { approvalSummary } from '../../src/reports/approval-summary.ts';
import { createApp } from '../../src/web/app.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { describeDatabases } from '../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { signedIn } from '../support/signed-in.ts';

const MANUAL = { 'approval.policy': 'manual' };

describeDatabases('a run that its balance does not cover', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });
  const fund = (amount: string) => payroll.control('fund', { currency: 'EUR', amount });

  it('says so before it is approved, states the shortfall, and continues automatically when the funds are there', async () => {
    const sheet = sheetOf([{ reference: 'FUND-1', email: 'f@example.com', amount: '1500.00', iban: germanIban(1) }]);
    const { run, state } = await payroll.pay(payroll.sheet('fund.csv', sheet), { env: MANUAL });
    expect(state).toBe('waiting_approval');
    const appContext = await payroll.appContext(MANUAL);
    const { ledger, clock } = appContext;
    const { balances } = await approvalSummary(ledger, run);
    expect(balances).toMatchObject([
      { currency: 'EUR', available: '1000.00', after: expect.stringMatching(/^-50\d\.\d\d$/) },
    ]);
    const missing = balances[0]!.after!.slice(1);
    let role: 'approver' | 'viewer' = 'approver';
    const app = createApp([signedIn(() => ({ name: 'anna', role })), pages({ appContext })], appContext.log);
    const page = async (path: string) => (await (await app.request(path)).text()).replace(/<[^>]*>/g, '');
    const asked = await page(`/runs/${run}/approve`);
    expect(asked).toContain(`${missing} short`);
    expect(asked).toContain('Payments in EUR wait until the balance covers them.');

    // Approved, and no one has looked whether the money is there: that is no shortage.
    await recordApproval(appContext, run, { by: person('anna'), progress: () => {} });
    expect(await page(`/runs/${run}`)).not.toContain('Insufficient funds');
    expect(await getShortfalls(ledger.db, [BigInt(run)])).toEqual([]);

    const [waiting] = await payroll.resume(run, MANUAL);
    expect(waiting).toMatchObject({ outcome: 'insufficient_funds', exitCode: 4, note: `Needs ${missing} EUR more.` });
    const shown = await page(`/runs/${run}`);
    expect(shown).toContain(`Insufficient funds: ${missing} EUR`);
    expect(shown).toContain('Check balance');
    const check = async () => {
      const answer = await app.request(`/runs/${run}/retry`, { method: 'POST' });
      const to = answer.headers.get('location')!;
      expect(to).toMatch(/^\/runs\/\d+\?notice=Balance\+checked\.&proof=[\w-]{22}#funds$/);
      return page(to);
    };
    expect(await check()).toContain(`Balance checked. 1,000.00 EUR, just now: still ${missing} EUR short.`);
    // A link that anybody can make claims nothing.
    for (const claim of ['balance=read', 'notice=Balance+checked.', 'notice=Balance+checked.&proof=x'])
      expect(await page(`/runs/${run}?${claim}`)).not.toMatch(/Balance checked|did not return the balance/);
    await fund('0.50');
    const less = (Number(missing) - 0.5).toFixed(2);
    expect(await check()).toContain(`Balance checked. 1,000.50 EUR, just now: still ${less} EUR short.`);
    await fund('600.00');
    const covered = await check();
    expect(covered).toContain('Balance checked. 1,600.50 EUR, just now: enough.');
    expect(covered).toContain('The balance covers the payments');
    expect(covered).not.toContain('Insufficient funds:');
    await fund('-600.50');
    await check();
    role = 'viewer';
    expect(await page(`/runs/${run}`)).not.toContain('Check balance');

    const calls = async () =>
      Object.values((await payroll.ledger()).requests).reduce((sum, { total }) => sum + total, 0);
    const at = (ms: number) => ({ ...appContext, clock: { ...clock, now: () => clock.now() + ms } });
    const look = async (ms: number) => {
      const before = await calls();
      const found = await requeueFundedRuns(at(ms), AbortSignal.timeout(60_000));
      return { found, calls: (await calls()) - before };
    };
    expect(await look(0)).toEqual({ found: [], calls: 1 });
    await fund('900.00');
    // One call a minute, whatever has arrived.
    expect(await look(30_000)).toEqual({ found: [], calls: 0 });
    expect(await look(61_000)).toEqual({ found: [run], calls: 1 });
    expect((await payroll.resume(run, MANUAL))[0]).toMatchObject({
      state: 'done',
      exitCode: 0,
      counts: { processed: 1 },
    });
    expect(await look(200_000), 'the balance after it settled').toEqual({ found: [], calls: 1 });
    expect(await look(300_000)).toEqual({ found: [], calls: 0 });
    expect((await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid)).toEqual([1]);
  });
});
