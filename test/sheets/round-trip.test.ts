import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isError } from '../../src/errors.ts';
import { makeTemplate } from '../../src/intake/make-template.ts';
import type { SheetRow } from '../../src/model.ts';
import type { OpenSheet, ReadOptions } from '../../src/sheets/open-sheet.ts';
import { COLUMNS } from '../../src/sheets/headers/columns.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';
import type { RowResult } from '../../src/sheets/write/row-result.ts';
import { writeResults } from '../../src/sheets/write-results.ts';
import { fillTemplate } from './fill-template.ts';
import { KNOWN_SYSTEMS } from './mapping/mapping-sheets.ts';
import { csvOf } from './mapping/score-mapping.ts';
import { BUSINESS, painOf } from './pain001/pain-of.ts';
import { allRows, sheetFolder } from './sheet-folder.ts';

const folder = sheetFolder();
const SAMPLES = join(import.meta.dirname, '../../samples');
const PAYMENT = { creditor: BUSINESS };
const order = (version: '03' | '09' | '11') => painOf({ version, blocks: [{ payments: [PAYMENT, PAYMENT, PAYMENT] }] });
const file = (path: string) => readFileSync(join(import.meta.dirname, path));

interface Input {
  readonly name: string;
  readonly content: string | Buffer;
  readonly options?: ReadOptions;
}

const MAPPED = 'A;B;C;D\nV-1;10,50;EUR;June\nV-2;12,00;EUR;July\n';
const INPUTS: readonly Input[] = [
  ...['good.csv', 'paypal.csv', 'known-recipients.csv', 'broken.csv', 'broken.xlsx', 'payments.pain.001.xml'].map((name) => ({
    name,
    content: readFileSync(join(SAMPLES, name)),
  })),
  ...(['03', '09', '11'] as const).map((version) => ({ name: `order-${version}.xml`, content: order(version) })),
  { name: 'ids-that-repeat.xml', content: file('misread/order-with-one-end-to-end-id.xml') },
  { name: 'address-lines.xml', content: file('misread/order-with-address-lines.xml') },
  { name: 'open-document.ods', content: file('ods/xlsx-whole.ods') },
  { name: 'workbook.xlsx', content: file('hostile/xlsx-whole.xlsx') },
  { name: 'paypal-without-header.csv', content: 'ana@b.de,10.50,EUR,P-1,June\nbob@b.de,12.00,EUR,P-2,July\n' },
  { name: 'control-total.csv', content: 'PAYRUN,2,EUR,22.50\nemail,amount,currency\nana@b.de,10.50,EUR\nbob@b.de,12.00,EUR\n' },
  { name: 'totals.csv', content: 'email;amount;currency\nana@b.de;1.010,50;EUR\nbob@b.de;12,00;EUR\nSumme;1.022,50;EUR\n' },
  { name: 'windows-1252.csv', content: Buffer.from('email;amount;currency;city\nana@b.de;10,50;EUR;Zürich\n', 'latin1') },
  {
    name: 'mapped.csv',
    content: MAPPED,
    options: { columns: { A: 'referenceId', B: 'amount', C: 'currency', D: 'memo' } },
  },
  ...Object.entries(KNOWN_SYSTEMS).map(([name, text]) => ({ name: `${name}.csv`, content: csvOf(text) })),
];

/** The same rows, with amounts as numbers: a workbook stores "1.010,50" as 1010.5. */
function readable(rows: readonly SheetRow[]): readonly Readonly<Record<string, string | number>>[] {
  return rows
    .filter(({ findings }) => !findings.some(({ column, severity }) => column === null && severity === 'error'))
    // A row of a CSV with too many cells is one text in the first cell of a workbook.
    .filter(({ cells }) => Object.keys(cells).length > 1)
    .map(({ cells: { paymentReference: _, ...cells } }) =>
      Object.fromEntries(
        Object.entries(cells).map(([name, text]) => [name, /amount$/i.test(name) && Number(text) ? Number(text) : text]),
      ),
    );
}

async function rowsOf(path: string, options: ReadOptions | undefined): Promise<readonly SheetRow[]> {
  const sheet = await readSheet(path, options);
  try {
    return await allRows(sheet);
  } finally {
    await sheet.close();
  }
}

/** Every other row is to be fixed. */
const resultOf = ({ row }: SheetRow, at: number): RowResult =>
  at % 2 === 0
    ? { row, status: 'invalid', reference: `PR-${row}`, problems: [{ row, column: null, code: 'x', severity: 'error', message: 'It is wrong.' }] }
    : { row, status: 'processed', reference: `PR-${row}`, amount: '10.50', currency: 'EUR', problems: [] };

async function write(sheet: OpenSheet, kind: 'check' | 'full', rows: readonly SheetRow[]): Promise<{ workbook: string; csv: string }> {
  const [workbook, csv] = [folder.path(`${kind}.xlsx`), folder.path(`${kind}.csv`)];
  const results = new Map(rows.map((row, at) => [row.row, resultOf(row, at)]));
  await writeResults(sheet, {
    kind,
    workbook,
    csv: sheet.understood.format === 'csv' || sheet.understood.format === 'pain.001' ? csv : undefined,
    heading: { title: 'Run 12', merchant: 'acme', sandbox: false, at: Date.UTC(2026, 10, 28) },
    results: (chunk) => new Map(chunk.map(({ row }) => [row, results.get(row)!])),
    totals: () => ({ stated: [], debits: [], sheet: { line: 'PAYRUN,0', debited: {}, arriving: {} } }),
  });
  return { workbook, csv };
}

/** Sheets that leave a question, so that nothing of them is read. */
const ASKED = ['sheet_columns_unclear', 'sheet_columns_missing'] as const;

describe('what Payrun writes, Payrun reads', () => {
  it.each(INPUTS)('of $name', async ({ name, content, options }) => {
    const path = await folder.put(name, content);
    const sheet = await readSheet(path, options).catch((error: unknown) => {
      if (!isError(error, ...ASKED)) throw error;
      return null;
    });
    if (sheet === null) return;
    const rows = await allRows(sheet);
    const expected = readable(rows);
    const toFix = readable(rows.filter((_, at) => at % 2 === 0));
    const isCsv = sheet.understood.format === 'csv' || sheet.understood.format === 'pain.001';
    try {
      for (const kind of ['check', 'full'] as const) {
        const { workbook, csv } = await write(sheet, kind, rows);
        const again = await rowsOf(workbook, options);
        expect(readable(again), `${kind}, workbook`).toEqual(expected);
        if (kind === 'full') {
          const references = again.map(({ cells }) => cells.paymentReference).filter((one) => one !== undefined);
          expect(references.length).toBeGreaterThan(0);
        }
        expect(readable(await rowsOf(workbook, { ...options, worksheet: 'Rows to fix' })), `${kind}, to fix`).toEqual(toFix);
        if (isCsv) expect(readable(await rowsOf(csv, options)), `${kind}, CSV`).toEqual(expected);
      }
    } finally {
      await sheet.close();
    }
  });

  it('of rows to fix as CSV, with every column, by their names alone', async () => {
    const names = COLUMNS.map(({ name }) => name);
    const header = [...names, 'row', 'status', 'recipient in Payrun', 'status code', 'reason'];
    const values = [...COLUMNS.map(({ example }) => example), '2', 'Invalid', 'Ana', 'invalid', 'It is wrong.'];
    const path = await folder.put('rows-to-fix.csv', `${header.join(';')}\n${values.map((one) => `"${one}"`).join(';')}\n`);
    const sheet = await readSheet(path, { columns: {} });
    expect(sheet.understood.columns.slice(0, names.length)).toEqual(names);
    expect(sheet.understood.columns.slice(names.length).every((one) => one === null)).toBe(true);
    await sheet.close();
  });

  it('of a template that was filled in', async () => {
    const [template, filled] = [folder.path('template.xlsx'), folder.path('filled.xlsx')];
    await makeTemplate({ file: template, countries: ['DE', 'US'], currency: 'EUR', recipients: [] }, Date.UTC(2026, 10, 28));
    const cells = { amount: '10.5', email: 'ana@b.de', type: 'individual', firstName: 'Ana', lastName: 'Ek', country: 'DE' };
    await fillTemplate(template, filled, [cells]);
    const sheet = await readSheet(filled);
    const rows = await allRows(sheet);
    expect(readable(rows)).toMatchObject([{ ...cells, amount: 10.5 }]);
    const { workbook } = await write(sheet, 'full', rows);
    await sheet.close();
    expect(readable(await rowsOf(workbook, {}))).toEqual(readable(rows));
  });
});
