/**
 * Writes the hostile workbooks of this folder, each with what must be read from it beside it. Run it after a change of the
 * table: `node test/sheets/hostile/make-xlsx.ts`.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { XLSX_CASES } from './xlsx-cases.ts';

const folder = import.meta.dirname;
for (const file of globSync(['xlsx-*.xlsx', 'xlsx-*.expected.json'], { cwd: folder })) rmSync(join(folder, file));
for (const { name, bytes, rows, problems, error, warnings } of XLSX_CASES) {
  writeFileSync(join(folder, `xlsx-${name}.xlsx`), bytes);
  const expected = { rows: rows ?? [], problems: problems ?? [], ...(error ? { error } : {}), ...(warnings ? { warnings } : {}) };
  writeFileSync(join(folder, `xlsx-${name}.expected.json`), `${JSON.stringify(expected, null, 1)}\n`);
}
