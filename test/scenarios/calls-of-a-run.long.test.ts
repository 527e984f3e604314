import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

// How often prices are asked for depends on the time.
describeDatabases('the calls of a run', (database) => {
  const payroll = testPayroll(database, { pricingMs: 0 });
  /** Calls up to the last start, as the log of calls has them; all calls agree with what the service counted. */
  const callsOf = async (file: string) => {
    const { accessKey } = payroll.sandbox.merchant;
    const before = (await payroll.ledger()).requests[accessKey]?.total ?? 0;
    const { run, calls } = await payroll.pay(file);
    expect((await payroll.ledger()).requests[accessKey]?.total).toBe(before + calls);
    const { ledger } = await payroll.appContext();
    const { rows } = await ledger.db.query<{ n: number }>(
      `select count(*)::int as n from payrun.call_log where run = $1
       and id <= (select max(id) from payrun.call_log where run = $1 and path like '%/start-processing')`,
      [run],
    );
    return rows[0]!.n;
  };

  const n = 40;
  const c = 3;
  const currency = (i: number) => ['EUR', 'USD', 'GBP'][i % c]!;

  // One of these calls is made once by each process: it compares the environment of the keys.
  it('costs at most 2n + 5c + 4 calls for n new recipients in c currencies', async () => {
    const made = await callsOf(payroll.sheet('new.csv', sheetOf(people(n, (i) => ({ currency: currency(i) })))));
    expect(made).toBeLessThanOrEqual(2 * n + 5 * c + 4);
    expect(made).toBeGreaterThan(2 * n);
  });

  it('costs at most 5c + 4 calls for the same recipients with new payments', async () => {
    const lines = people(n, (i) => ({ currency: currency(i), reference: `JUNE-${i}`, amount: `${200 + i}.10` }));
    const made = await callsOf(payroll.sheet('known.csv', sheetOf(lines)));
    expect(made).toBeLessThanOrEqual(5 * c + 4);
  });

  it('counts each call in the stage that makes it', async () => {
    const stages: Record<string, number> = {};
    let counted = 0;
    const lines = people(c, (i) => ({
      currency: currency(i),
      reference: `STAGE-${i}`,
      email: `stage${900 + i}@example.com`,
    }));
    const { calls } = await payroll.pay(payroll.sheet('stages.csv', sheetOf(lines)), {
      progress: ({ stage, calls: sofar }) => {
        if (sofar > counted) stages[stage] = (stages[stage] ?? 0) + sofar - counted;
        counted = sofar;
      },
    });
    const settle = calls - 1 - (2 + 2 * c) - c - 2 * c - (1 + 2 * c);
    // Before recipients are sent, the list of batches shows that the service is that of the runs before, and the balances
    // that the keys belong to the environment.
    expect(stages).toEqual({ intake: 1, recipients: 2 + 2 * c, create: c, quote: 2 * c, start: 1 + 2 * c, settle });
    expect(settle).toBeGreaterThan(0);
  });
});
