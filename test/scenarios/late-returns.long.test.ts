import { existsSync, readFileSync, rmSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { settleOpen } from '../../src/engine/jobs/settle-open.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

describeDatabases('a payment that is returned after its batch was settled', (database) => {
  const payroll = testPayroll(database);
  const asked: string[] = [];
  let appContext: AppContext;
  const watched: typeof fetch = (input, init) => {
    asked.push(`${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`);
    return fetch(input, init);
  };
  const settle = async (of = appContext) => {
    asked.length = 0;
    return settleOpen(of, { progress: () => {} });
  };
  const comeBack = (email: string) =>
    payroll.control('outcomes', [
      { match: { recipientEmail: email }, outcome: 'returned', reason: 'Account closed', late: true },
    ]);

  let results: string;
  beforeAll(async () => {
    appContext = await payroll.appContext({}, watched);
    const outcome = await payroll.pay(payroll.sheet('salaries.csv', sheetOf(people(3))));
    expect(outcome).toMatchObject({ run: '1', state: 'done', counts: { processed: 3 } });
    results = outcome.results!;
  });

  it('costs one call to check, and nothing if nothing was returned', async () => {
    expect(await settle()).toEqual([]);
    expect(asked).toEqual(['GET /v1/payments']);
  });

  it('is returned, with the reason, in the ledger and in the results; the others stay as they are', async () => {
    await comeBack('person2@example.com');
    expect(await settle()).toMatchObject([
      { run: '1', state: 'done', exitCode: 3, counts: { processed: 2, returned: 1 } },
    ]);
    expect(asked).toEqual(['GET /v1/payments']);
    expect(readFileSync(results.replace(/xlsx$/, 'csv'), 'utf8')).toMatch(/REF-2.*returned.*Account closed/);
    const { rows } = await appContext.ledger.db.query(
      `select data->'payments' as payments from payrun.event where kind = 'payments_returned'`,
    );
    expect(rows).toMatchObject([{ payments: [expect.any(String)] }]);
  });

  it('is notified once', async () => {
    expect(await settle()).toEqual([]);
  });

  it('G7: has its results written by the next resume if the process ended before', async () => {
    await appContext.ledger.db.query('update payrun.run set reported_at = null where id = 1');
    rmSync(results);
    expect(await payroll.resume()).toMatchObject([{ run: '1', state: 'done', results }]);
    expect(existsSync(results)).toBe(true);
    expect(await payroll.resume()).toEqual([]);
  });
});
