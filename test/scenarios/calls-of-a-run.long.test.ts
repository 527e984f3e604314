import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

describeDatabases('a sheet is paid', (database) => {
  const payroll = testPayroll(database);

  it('G3: pays every row exactly once, and the sheet comes back with a status on every row', async () => {
    const file = payroll.sheet('salaries.csv', sheetOf(people(6, (n) => ({ currency: n % 2 ? 'EUR' : 'USD' }))));
    const outcome = await payroll.pay(file);

    expect(outcome).toMatchObject({
      state: 'done',
      rows: 6,
      exitCode: 0,
      counts: { processed: 6, invalid: 0, held: 0, failed: 0 },
      totals: { EUR: { rows: 3, amount: '309.75' }, USD: { rows: 3, amount: '312.75' } },
      problems: [],
    });
    const { payments, batches } = await payroll.ledger();
    expect(payments.map((payment) => payment.timesPaid)).toEqual([1, 1, 1, 1, 1, 1]);
    expect(batches.map((batch) => batch.startCalls)).toEqual([1, 1]);
    expect(outcome.results && existsSync(outcome.results)).toBe(true);
    const results = readFileSync(outcome.results!.replace(/xlsx$/, 'csv'), 'utf8').trim().split('\n');
    expect(results).toHaveLength(7);
    for (const line of results.slice(1)) expect(line).toContain('processed');
  });

  it('G1: pays nothing if the same sheet is dropped again, even under another name, and gives the reason', async () => {
    const file = payroll.sheet('salaries-copy.csv', sheetOf(people(6, (n) => ({ currency: n % 2 ? 'EUR' : 'USD' }))));
    const before = await payroll.ledger();
    const outcome = await payroll.pay(file);
    expect(outcome).toMatchObject({
      rows: 6,
      calls: 0,
      exitCode: 0,
      totals: {},
      counts: { already_paid: 6, held: 0, processed: 0 },
    });
    expect(outcome.problems).toEqual([]);
    const results = readFileSync(outcome.results!.replace(/\.xlsx$/, '.csv'), 'utf8')
      .trimEnd()
      .split('\n');
    for (const line of results.slice(1))
      expect(line).toMatch(/Already paid.*Already paid on \S+ as row \d+ of run \d+, /);
    expect((await payroll.ledger()).payments).toEqual(before.payments);
  });
});

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
