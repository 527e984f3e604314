/**
 * Writes the hostile CSVs of this folder, each with what must be read from it beside it. Run it after a change of the table:
 * `node test/sheets/hostile/make-csv.ts`, or `make.ts` for everything.
 */
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CSV_CASES } from './csv-cases.ts';

const folder = import.meta.dirname;
/** Files of megabytes are made when the test runs. */
const LARGEST = 100_000;
for (const file of globSync(['csv-*.csv', 'csv-*.expected.json'], { cwd: folder })) rmSync(join(folder, file));
for (const { name, bytes, rows, problems, ...more } of CSV_CASES) {
  if (bytes.length > LARGEST) continue;
  writeFileSync(join(folder, `csv-${name}.csv`), bytes);
  const expected = { rows: rows ?? [], problems: problems ?? [], ...more };
  writeFileSync(join(folder, `csv-${name}.expected.json`), `${JSON.stringify(expected, null, 1)}\n`);
}
