import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import exceljs from 'exceljs';
import { beforeAll, expect, it } from 'vitest';
import type { AppContext } from '../../src/engine/context/app-context.ts';
import { getBatches } from '../../src/ledger/batches/batch.ts';
import { writeReport } from '../../src/reports/write-report.ts';
import { describeDatabases } from '../support/database.ts';
import { people, sheetOf, testPayroll } from '../support/payroll.ts';

describeDatabases('the results of a run', (database) => {
  const payroll = testPayroll(database);
  let appContext: AppContext;
  let file: string;
  let run: string;
  beforeAll(async () => {
    appContext = await payroll.appContext();
    mkdirSync(join(payroll.folder, 'july'));
    const lines = people(3, (n) => (n === 2 ? { amount: 'ten' } : {}));
    file = payroll.sheet('july/salaries.csv', sheetOf(lines));
    ({ run } = await payroll.pay(file));
  });
  const csvOf = (results: string) => readFileSync(results.replace(/xlsx$/, 'csv'), 'utf8').trim().split('\n');

  it('are beside the sheet, under its name and the number of the run, as a workbook and in the format of the sheet', async () => {
    const { results } = await writeReport(appContext, run);
    expect(results).toBe(join(dirname(file), `salaries.run-${run}.results.xlsx`));
    expect(existsSync(results)).toBe(true);
    const [header, ...rows] = csvOf(results);
    expect(header).toContain('paymentReference');
    expect(rows.map((row) => /Paid|Invalid/.exec(row)?.[0])).toEqual(['Paid', 'Invalid', 'Paid']);
  });

  it('are in the home if the folder of the sheet no longer exists', async () => {
    const gone = payroll.sheet('july/gone.csv', sheetOf([{ reference: 'GONE', email: 'gone@example.com' }]));
    const { run: of } = await payroll.pay(gone);
    const other = join(payroll.folder, 'nowhere', 'gone.csv');
    await appContext.ledger.db.query(
      `update payrun.run set options = options || jsonb_build_object('file', $2::text) where id = $1`,
      [of, other],
    );
    const { results } = await writeReport(appContext, of);
    expect(results).toBe(join(appContext.config.home, 'results', `gone.run-${of}.results.xlsx`));
    expect(existsSync(dirname(other))).toBe(false);
  });

  it('of one run never replace those of another', async () => {
    const again = payroll.sheet('july/salaries.csv', sheetOf([{ reference: 'NEXT', email: 'next@example.com' }]));
    const { run: next, results } = await payroll.pay(again);
    expect(basename(results!)).toBe(`salaries.run-${next}.results.xlsx`);
    expect(csvOf((await writeReport(appContext, run)).results)).toHaveLength(4);
    expect(csvOf(results!)).toHaveLength(2);
  });

  it('state the debits of each balance as quoted: fees deducted from recipients are not added', async () => {
    const samples = join(import.meta.dirname, '../../samples/good.csv');
    const { run: of, results } = await payroll.pay(payroll.sheet('july/good.csv', readFileSync(samples, 'utf8')));
    const book = new exceljs.Workbook();
    await book.xlsx.readFile(results!);
    const lines: string[][] = [];
    book.getWorksheet('Totals (SANDBOX)')!.eachRow((row) => {
      lines.push(Array.from({ length: 7 }, (_, i) => row.getCell(i + 1).text));
    });
    const head = lines.findIndex(([first]) => first === 'currency debited');
    const end = lines.findIndex(([first]) => first === 'What the sheet states');
    const column = lines[head]!.indexOf('total debit');
    const output = Object.fromEntries(lines.slice(head + 1, end).map((line) => [line[0], Number(line[column])]));
    const batches = await getBatches(appContext.ledger.db, BigInt(of));
    const quoted = batches.map(({ currency, quote }) => [currency, Number(quote!.debitMinor) / 100] as const);
    expect(quoted.length).toBe(3);
    expect(output).toEqual(Object.fromEntries(quoted));
  });
});
