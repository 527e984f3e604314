/** The child process of the bench `check`: does one kind of work over a sheet and prints what it took as JSON. */
import { createReadStream } from 'node:fs';
import { parse } from 'csv-parse';

const [work = '', path = ''] = process.argv.slice(2);

const MB = 1024 * 1024;

const WORKS: Readonly<Record<string, () => Promise<() => Promise<number>>>> = {
  'csv-parse': async () => async () => {
    let seen = 0;
    const parser = createReadStream(path).pipe(parse({ from_line: 2 }));
    for await (const _ of parser) seen++;
    return seen;
  },
  check: async () => {
    const { readSheet } = await import('../../../src/sheets/read/read-sheet.ts');
    const { checkRow } = await import('../../../src/intake/check-row.ts');
    return async () => {
      let seen = 0;
      const sheet = await readSheet(path);
      for await (const rows of sheet.rows()) {
        for (const row of rows) {
          const { problems } = checkRow(row, { merchantCountry: 'US', environment: 'sandbox' });
          if (problems.length > 0) throw new Error(`row ${row.row}: ${problems[0]!.message}`);
        }
        seen += rows.length;
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
              const { draft, problems } = checkRow(row, { merchantCountry: 'US', environment: 'sandbox' });
              return [row.row, { row: row.row, status: draft ? 'valid' : 'invalid', problems }];
            }),
          ),
        totals: () => ({ stated: [], debits: [], sheet: { line: 'PAYRUN,0', debited: {}, arriving: {} } }),
      });
      return rows;
    };
  },
};

const run = await WORKS[work]!();
const startRssMb = Math.round(process.memoryUsage.rss() / MB);
const began = performance.now();
const seen = await run();
const ms = Math.round(performance.now() - began);
process.stdout.write(
  JSON.stringify({ seen, ms, rssMb: Math.round(process.resourceUsage().maxRSS / 1024), startRssMb }),
);
