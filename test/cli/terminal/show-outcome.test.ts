import { expect, it } from 'vitest';
import { showOutcome } from '../../../src/cli/terminal/show-outcome.ts';
import type { Problem } from '../../../src/model.ts';
import { MOST_PROBLEMS } from '../../../src/reports/payment-run-outcome.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';

describeDatabases('the outcome of a run in lines', (database) => {
  const payroll = testPayroll(database);
  // The phone number is a warning.
  const lines = (name: string) =>
    people(2, (n) => ({ reference: `${name}-${n}`, email: `${name}.${n}@example.com`, phone: '12' }));

  it('lists nothing to correct after a dry run, because nothing is wrong with its rows', async () => {
    const outcome = await payroll.pay(payroll.sheet('dry.csv', sheetOf(lines('dry'))), { dryRun: true });
    expect(outcome).toMatchObject({ outcome: 'nothing_paid', counts: { canceled: 2 } });
    expect(outcome.problems.map(({ severity }) => severity)).not.toContain('error');
    const text = showOutcome(outcome).join('\n');
    expect(text).toContain(`Dry run, nothing was sent. 2 rows: 2 ready. 0 calls.`);
    expect(text).not.toContain('canceled');
    expect(text).not.toMatch(/needs correction or review|rows are paid/);
  });

  it('calls nothing ready in a dry run of which nothing would be paid', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const [header, ...rows] = sheetOf(lines('dated')).trim().split('\n');
    const dated = [`${header},payOn`, ...rows.map((row, i) => `${row},${day(20 + i)}`)].join('\n');
    const outcome = await payroll.pay(payroll.sheet('dated.csv', dated), { dryRun: true });
    expect(showOutcome(outcome).slice(0, 2)).toEqual([
      'Dry run, nothing was sent. 2 rows: 2 canceled. 0 calls.',
      '  2 canceled: several pay dates.',
    ]);
  });

  it('says that its list is incomplete if more rows have problems than it counts', async () => {
    const outcome = await payroll.pay(payroll.sheet('long.csv', sheetOf(lines('long'))), { dryRun: true });
    const problem = (row: number): Problem => ({
      ...{ row, column: 'iban', code: 'iban_length', severity: 'error', message: 'Too long.' },
    });
    const of = (count: number) =>
      showOutcome({ ...outcome, problems: Array.from({ length: count }, (_, i) => problem(i + 2)) }).join('\n');
    expect(of(MOST_PROBLEMS)).toContain('Only the first 10,000 rows with errors or warnings are counted here');
    expect(of(MOST_PROBLEMS - 1)).not.toContain('Only the first');
  });

  it('sums no amounts that recipients get: the total debit is the only total, and fees say who bears them', async () => {
    const amounts = ['24.55', ''];
    const rows = people(2, (n) => ({
      ...{ reference: `fx-${n}`, email: `fx.${n}@example.com`, amount: amounts[n - 1]!, currency: 'USD' },
    }));
    const [head, debited, received] = sheetOf(rows).split('\n');
    const sheet = `${head},targetAmount,targetCurrency\n${debited},,\n${received},22.00,EUR\n`;
    const outcome = await payroll.pay(payroll.sheet('fx.csv', sheet));
    const text = showOutcome(outcome).join('\n');
    expect(outcome).toMatchObject({ counts: { processed: 2 } });
    expect(outcome.money.map(({ to }) => to)).toContain('EUR');
    expect(text).toMatch(/^ {2}Fees: 1\.50 USD, of which 0\.75 USD is deducted from recipients$/m);
    expect(text).not.toMatch(/recipients get/);
    expect(text.match(/ {2}total debit/g)).toHaveLength(1);
  });
});
