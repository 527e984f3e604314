/** The child process of the bench `xlsx`: does one kind of work over a workbook and prints what it took as JSON. */
import { HEADER } from './sheet.ts';

const [work = '', path = '', count = '', texts = ''] = process.argv.slice(2);

const WORKS: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
  write: async () => async () => {
    const { default: exceljs } = await import('exceljs');
    const book = new exceljs.stream.xlsx.WorkbookWriter({
      filename: path,
      useStyles: true,
      useSharedStrings: texts === 'shared',
    });
    const sheet = book.addWorksheet('Payments');
    sheet.addRow(HEADER).commit();
    for (let i = 1; i <= Number(count); i++) {
      const row = sheet.addRow([
        `INV-${i}`,
        `recipientName${i}@example.com`,
        'individual',
        'Ana',
        'Pérez',
        `${i} Hauptstraße`,
        'Berlin',
        '10115',
        'DE',
        (i % 5000) + 20.5,
        'EUR',
        germanIban(i),
        'COBADEFFXXX',
        'EUR',
        `Royalties, no. ${i}`,
        `CC-${i % 97}`,
      ]);
      row.getCell(10).numFmt = '#,##0.00';
      row.commit();
    }
    await book.commit();
    return Number(count);
  },
  exceljs: async () => {
    const { default: exceljs } = await import('exceljs');
    return async () => {
      let seen = 0;
      const reader = new exceljs.stream.xlsx.WorkbookReader(path, {
        sharedStrings: 'cache',
        styles: 'cache',
        worksheets: 'emit',
        hyperlinks: 'ignore',
      });
      for await (const sheet of reader)
        for await (const row of sheet) if (row.number > 1 && row.getCell(2).text !== '') seen++;
      return seen;
    };
  },
  read: async () => {
    const { readSheet } = await import('../../../src/sheets/read/read-sheet.ts');
    return async () => {
      let seen = 0;
      const sheet = await readSheet(path);
      for await (const rows of sheet.rows()) seen += rows.length;
      return seen;
    };
  },
  check: async () => {
    const { readSheet } = await import('../../../src/sheets/read/read-sheet.ts');
    const { checkRow } = await import('../../../src/intake/check-row.ts');
    return async () => {
      let seen = 0;
      const sheet = await readSheet(path);
      for await (const rows of sheet.rows()) {
        for (const row of rows) if (checkRow(row, CONTEXT).draft) seen++;
      }
      return seen;
    };
  },
  'check-and-write': async () => {
    const { readSheet } = await import('../../../src/sheets/read/read-sheet.ts');
    const { writeResults } = await import('../../../src/sheets/write-results.ts');
    const { checkRow } = await import('../../../src/intake/check-row.ts');
    return async () => {
      const sheet = await readSheet(path);
      const { rows } = await writeResults(sheet, {
        kind: 'check',
        workbook: `${path}.checked.xlsx`,
        heading: { title: 'Check', sandbox: false, at: 0 },
        results: (chunk) =>
          new Map(
            chunk.map((row) => {
              const { draft, problems } = checkRow(row, CONTEXT);
              return [row.row, { row: row.row, status: draft ? 'valid' : 'invalid', problems }];
            }),
          ),
        totals: () => ({ stated: [], debits: [], sheet: { line: 'PAYRUN,0', debited: {}, arriving: {} } }),
      });
      return rows;
    };
  },
};

const CONTEXT = { merchantCountry: 'US', environment: 'sandbox', today: '2026-01-01' } as const;

const run = await WORKS[work]!();
const began = performance.now();
const seen = await run();
const ms = Math.round(performance.now() - began);
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
process.stdout.write(
  JSON.stringify({
    seen,
    ms,
    cpuMs: Math.round((userCPUTime + systemCPUTime) / 1000),
    rssMb: Math.round(maxRSS / 1024),
  }),
);

/** A German IBAN with check digits that fit (ISO 13616: 98 less the remainder of the number by 97). */
function germanIban(account: number): string {
  const bban = `37040044${String(account).padStart(10, '0')}`;
  const check = 98n - (BigInt(`${bban}131400`) % 97n);
  return `DE${String(check).padStart(2, '0')}${bban}`;
}
