import { expect, it } from 'vitest';
import { refreshBalances } from '../../../src/engine/merchants/refresh-balances.ts';
import { requeueFundedRuns } from '../../../src/engine/queue/requeue-funded-runs.ts';
import { getBalances, selectBalances } from '../../../src/ledger/merchants/balances.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';

describeDatabases('the stored balance of a merchant', (database) => {
  const payroll = testPayroll(database, { balance: '10000.00' });

  it('stays as loaded, beside the total debit of what was started since, also when payments come back', async () => {
    const appContext = await payroll.appContext();
    const { db } = appContext.ledger;
    const load = () =>
      refreshBalances(appContext, { merchant: 'default', by: 'mia', signal: new AbortController().signal });
    const known = async () => (await getBalances(db, 'default')).get('EUR');
    await payroll.control('outcomes', [
      { match: { recipientEmail: 'comes-back@example.com' }, outcome: 'failed', reason: 'Account closed' },
    ]);
    const pay = async (reference: string, email: string, amount: string) =>
      payroll.pay(payroll.sheet(`${reference}.csv`, sheetOf(people(1, () => ({ reference, email, amount })))));
    // The run itself reads the balance before it starts.
    await pay('B-1', 'stays@example.com', '100.00');
    const first = (await known())!;
    expect(first.startedSince).toBeGreaterThanOrEqual(100_00n);
    await load();
    const loaded = (await known())!;
    expect(loaded).toMatchObject({ startedSince: 0n, minor: loaded.loaded });

    await pay('B-2', 'comes-back@example.com', '200.00');
    const { rows } = await db.query<{ debit: string }>(
      `select quote->>'debitMinor' as debit from payrun.batch order by start_no desc limit 1`,
    );
    const started = (await known())!;
    expect(started.startedSince).toBe(BigInt(rows[0]!.debit));
    expect(started.loaded - started.startedSince).toBe(started.minor);
    const [shown] = await selectBalances(db, null, 10);
    expect(shown).toMatchObject({ minor: started.loaded, startedSince: started.startedSince });

    const signal = new AbortController().signal;
    await requeueFundedRuns(appContext, signal);
    expect(await known(), 'read again after the batch settled: the failed payment is back').toMatchObject({
      loaded: loaded.loaded,
      startedSince: 0n,
    });
    const calls = async () => (await payroll.ledger()).requests[payroll.sandbox.merchant.accessKey]?.total ?? 0;
    const before = await calls();
    await db.query('update payrun.merchant set funds_looked_at = null');
    await requeueFundedRuns(appContext, signal);
    expect(await calls(), 'once only').toBe(before);
  });

  it('shows what batches that are not sent will debit', async () => {
    const rows = sheetOf(people(1, () => ({ reference: 'B-3', email: 'waits@example.com', amount: '300.00' })));
    await payroll.pay(payroll.sheet('waits.csv', rows), { env: { 'approval.policy': 'manual' } });
    const { db } = (await payroll.appContext()).ledger;
    const { rows: quoted } = await db.query<{ debit: bigint }>(
      `select (quote->>'debitMinor')::bigint as debit from payrun.batch where state = 'quoted'`,
    );
    const shown = (await selectBalances(db, null, 10)).filter(({ currency }) => currency === 'EUR');
    expect(shown.map(({ committed }) => committed)).toEqual([quoted[0]!.debit]);
  });
});
