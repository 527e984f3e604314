import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { asRecipientSheet } from '../../../src/engine/recipients/recipient-sheet.ts';
import { readSheet } from '../../../src/sheets/read/read-sheet.ts';
import { writeResults } from '../../../src/sheets/write-results.ts';
import { row, type Sheet, value, xlsxOf } from '../hostile/xlsx-of.ts';
import { zipOf } from '../hostile/zip-of.ts';
import { allRows, sheetFolder } from '../sheet-folder.ts';

const folder = sheetFolder();

const payments = (name: string, state?: string): Sheet => ({
  name,
  rows: row(1, ['referenceId', 'amount', 'currency']) + row(2, [name, value('1'), 'EUR']),
  ...(state ? { state } : {}),
});
const summary: Sheet = { name: 'Summary', rows: row(1, ['currency', 'amount']) + row(2, ['EUR', value('1')]) };

const read = async (sheets: readonly Sheet[], worksheet?: string) => {
  const bytes = xlsxOf({ sheets });
  const sheet = await readSheet({ name: 'x.xlsx', content: () => Readable.from([bytes]) }, { worksheet });
  return { from: (await allRows(sheet)).map(({ cells }) => cells.referenceId), understood: sheet.understood };
};

describe('of several worksheets', () => {
  it('the one that names payments is read, whatever is beside it', async () => {
    const { from, understood } = await read([summary, payments('June')]);
    expect(from).toEqual(['June']);
    expect(understood).toMatchObject({ worksheet: 'June', notes: [] });
  });

  it('the one with recipients is named in the error if none names payments', async () => {
    const recipients: Sheet = {
      name: 'People',
      rows: row(1, ['referenceId', 'email', 'iban']) + row(2, ['V-1', 'ada@example.com', 'DE89370400440532013000']),
    };
    const error: unknown = await read([summary, recipients]).catch((thrown: unknown) => thrown);
    expect(asRecipientSheet(error)).toMatchObject({ code: 'recipient_sheet' });
  });

  it('none is chosen if two name payments, and the error names them', async () => {
    await expect(read([payments('May'), payments('June')])).rejects.toMatchObject({
      code: 'sheet_worksheets',
      message: expect.stringContaining('"May", "June"'),
    });
  });

  it.each([['May'], ['June'], [' June ']])('the one asked for is read: %s', async (name) => {
    expect((await read([payments('May'), payments('June')], name)).from).toEqual([name.trim()]);
  });

  it('a hidden one is read only if it is asked for', async () => {
    expect((await read([payments('May', 'hidden'), payments('June')])).from).toEqual(['June']);
    expect((await read([payments('May', 'hidden'), payments('June')], 'May')).from).toEqual(['May']);
  });

  it('a missing one is an error that names the existing ones', async () => {
    await expect(read([payments('May'), summary], 'Juni')).rejects.toMatchObject({
      code: 'sheet_worksheet_unknown',
      message: expect.stringContaining('"May", "Summary"'),
    });
    const csv = await folder.put('a.csv', 'referenceId,amount,currency\nA,1,EUR\n');
    await expect(readSheet(csv, { worksheet: 'May' })).rejects.toMatchObject({ code: 'sheet_worksheet_unknown' });
  });

  it('the first is read if they are results of Payrun, which is reported', async () => {
    const sheet = await readSheet(await folder.put('in.csv', 'referenceId,amount,currency\nA,1,EUR\nB,x,EUR\n'));
    await writeResults(sheet, {
      kind: 'check',
      workbook: folder.path('results.xlsx'),
      heading: { title: 'Check', sandbox: false, at: 0 },
      results: (rows) => new Map(rows.map(({ row: at }) => [at, { row: at, status: 'invalid', problems: [] }])),
      totals: () => ({ stated: [], debits: [], sheet: { line: 'PAYRUN,0', debited: {}, arriving: {} } }),
    });
    const again = await readSheet(folder.path('results.xlsx'));
    expect(again.understood.worksheet).toBe('Payments');
    expect(again.understood.notes.map(({ text }) => text).join()).toContain('To read another one, name it.');
    expect((await allRows(again)).map(({ cells }) => cells.referenceId)).toEqual(['A', 'B']);
  });
});

describe('the bytes of a workbook', () => {
  it('that cannot be read are no error of the workbook', async () => {
    const content = () =>
      new Readable({
        read() {
          this.destroy(new Error('the ledger is gone'));
        },
      });
    await expect(readSheet({ name: 'x.xlsx', content })).rejects.toThrow('the ledger is gone');
    const bytes = xlsxOf({ sheets: [payments('June')] });
    let first = true;
    const later = () => {
      if (!first) return content();
      first = false;
      return Readable.from([bytes]);
    };
    await expect(readSheet({ name: 'x.xlsx', content: later })).rejects.toThrow('the ledger is gone');
  });

  it.each([
    ['one part of 3 GB', [{ name: 'xl/workbook.xml', content: Buffer.alloc(20_000_000), size: 3 * 2 ** 30, stored: true }]],
    ['one that grows 300 times', [{ name: 'xl/workbook.xml', content: Buffer.alloc(20_000_000, ' ') }]],
    ['20,000 parts', Array.from({ length: 20_000 }, (_, i) => ({ name: `xl/${i}`, content: '' }))],
  ])('are not unpacked if they would be too many: %s', async (_, entries) => {
    const bytes = zipOf(entries);
    await expect(readSheet({ name: 'x.xlsx', content: () => Readable.from([bytes]) })).rejects.toSatisfy(
      ({ code }) => code === 'sheet_too_large' || code === 'sheet_damaged',
    );
  });

  it('can be read again, and stopped halfway', async () => {
    const lines = Array.from({ length: 3000 }, (_, i) => row(i + 2, [`V-${i}`, value('1'), 'EUR'])).join('');
    const bytes = xlsxOf({ sheets: [{ name: 'June', rows: row(1, ['referenceId', 'amount', 'currency']) + lines }] });
    const sheet = await readSheet({ name: 'x.xlsx', content: () => Readable.from([bytes]) });
    for await (const chunk of sheet.rows(10)) if (chunk[0]!.row > 100) break;
    expect(await allRows(sheet)).toHaveLength(3000);
    expect(await allRows(sheet, 7)).toHaveLength(3000);
    await sheet.close();
  });
});
