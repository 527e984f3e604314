import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contentOf, number, odsOf, row, table, text } from '../../sheets/ods/ods-of.ts';
import { describeDatabases } from '../../support/database.ts';
import { people, sheetOf, testPayroll } from '../../support/payroll.ts';

describeDatabases('an OpenDocument workbook is paid', (database) => {
  const payroll = testPayroll(database);
  /** The lines of a CSV without quotes, amounts as numbers. */
  const ods = (csv: string) => {
    const [header = '', ...lines] = csv.trim().split('\n');
    const names = header.split(',');
    const cells = (line: string) =>
      line.split(',').map((cell, at) => (names[at] === 'amount' ? number(cell) : text(cell)));
    return odsOf(
      contentOf(
        table('June', [row(names.map((name) => text(name))), ...lines.map((line) => row(cells(line)))]).replaceAll(
          '<table:table-cell office:value-type="string"><text:p></text:p></table:table-cell>',
          '<table:table-cell/>',
        ),
      ),
    );
  };

  it('row by row, with an XLSX and a CSV as results, and not twice', async () => {
    const file = payroll.sheet('june.ods', '');
    writeFileSync(file, ods(sheetOf(people(3))));
    const outcome = await payroll.pay(file);
    expect(outcome).toMatchObject({ rows: 3, exitCode: 0, counts: { processed: 3 }, problems: [] });
    expect(existsSync(outcome.results!)).toBe(true);
    const csv = readFileSync(outcome.results!.replace(/xlsx$/, 'csv'), 'utf8').trim().split('\n');
    expect(csv).toHaveLength(4);
    for (const line of csv.slice(1)) expect(line).toContain('processed');

    const again = payroll.sheet('again.ods', '');
    writeFileSync(again, ods(sheetOf(people(3))));
    expect(await payroll.pay(again)).toMatchObject({ rows: 3, counts: { processed: 0 } });
    expect((await payroll.ledger()).payments.map(({ timesPaid }) => timesPaid)).toEqual([1, 1, 1]);
  });
});
