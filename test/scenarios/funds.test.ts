import { expect, it } from 'vitest';
import { recordApproval } from '../../src/engine/decide.ts';
import { watchFunds } from '../../src/engine/funds-watch.ts';
import { shortfallsOf } from '../../src/ledger/waiting-funds.ts';
import { approvalSummary } from '../../src/report/approval-summary.ts';
import { createApp } from '../../src/web/app.ts';
import { pages } from '../../src/web/pages/pages.ts';
import { describeDatabases } from '../support/database.ts';
import { germanIban, sheetOf, testPayroll } from '../support/payroll.ts';
import { person } from '../support/person.ts';
import { signedIn } from '../support/signed-in.ts';

const MANUAL = { PAYRUN_APPROVAL: 'manual' };

describeDatabases('a run that its balance does not cover', (database) => {
  const payroll = testPayroll(database, { balance: '1000.00', pricingMs: 0 });
  const fund = (amount: string) => payroll.control('fund', { currency: 'EUR', amount });

  it('says so before it is approved, names what is missing, and goes on by itself when the money is there', async () => {
    const sheet = sheetOf([{ reference: 'FUND-1', email: 'f@example.com', amount: '1500.00', iban: germanIban(1) }]);
    const { run, state } = await payroll.pay(payroll.sheet('fund.csv', sheet), { env: MANUAL });
    expect(state).toBe('waiting_approval');
    const workplace = await payroll.workplace(MANUAL);
    const { ledger, clock } = workplace;
    const { balances } = await approvalSummary(ledger, run);
    expect(balances).toMatchObject([
      { currency: 'EUR', balance: '1000.00', after: expect.stringMatching(/^-50\d\.\d\d$/) },
    ]);
    const missing = balances[0]!.after!.slice(1);
    let role: 'approver' | 'viewer' = 'approver';
    const app = createApp([signedIn(() => ({ name: 'anna', role })), pages({ workplace })], workplace.log);
    const page = async (path: string) => (await (await app.request(path)).text()).replace(/<[^>]*>/g, '');
    expect(await page(`/runs/${run}/approve`)).toContain(`The EUR balance lacks ${missing} EUR`);

    // Approved, and nobody has looked whether the money is there: that is no shortage.
    await recordApproval(workplace, run, { by: person('anna'), progress: () => {} });
    expect(await page(`/runs/${run}`)).not.toContain('Insufficient funds');
    expect(await shortfallsOf(ledger.db, [BigInt(run)])).toEqual([]);

    const [waiting] = await payroll.resume(run, MANUAL);
    expect(waiting).toMatchObject({ outcome: 'insufficient_funds', exitCode: 4, note: `Needs ${missing} EUR more.` });
    const shown = await page(`/runs/${run}`);
    expect(shown).toContain(`Insufficient funds: ${missing} EUR`);
    expect(shown).toContain('Check balance');
    role = 'viewer';
    expect(await page(`/runs/${run}`)).not.toContain('Check balance');

    const calls = async () =>
      Object.values((await payroll.ledger()).requests).reduce((sum, { total }) => sum + total, 0);
    const at = (ms: number) => ({ ...workplace, clock: { ...clock, now: () => clock.now() + ms } });
    const look = async (ms: number) => {
      const before = await calls();
      const found = await watchFunds(at(ms), AbortSignal.timeout(60_000));
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
    expect(await look(200_000)).toEqual({ found: [], calls: 0 });
    expect((await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid)).toEqual([1]);
  });

  it('shows whom may send money there where the balances are funded, with the memo that leads it there', async () => {
    const workplace = await payroll.workplace();
    let role: 'maker' | 'viewer' = 'maker';
    const app = createApp([signedIn(() => ({ name: 'mia', role })), pages({ workplace })], workplace.log);
    const ask = (merchant: string) =>
      app.request('/funding', { method: 'POST', body: new URLSearchParams({ merchant }) });
    const shown = await (await ask('default')).text();
    expect(shown).toMatch(/Payment reference.*PR-/s);
    expect(shown).toContain('Sandbox Bank EUR');
    role = 'viewer';
    expect((await ask('default')).status).toBe(403);
  });
});
