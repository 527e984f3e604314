/** `npm run mapping`: how the sheets of the set are understood, a line for each and the sum. With names: each column of those. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAPPING_SHEETS } from './mapping-sheets.ts';
import { columnsOf, csvOf, type MappedSheet, scoreSheet } from './score-mapping.ts';

const VERDICTS = ['right', 'asked', 'wrong', 'dangerous'] as const;

export async function scoreAll(): Promise<readonly MappedSheet[]> {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-mapping-'));
  try {
    const scored: MappedSheet[] = [];
    for (const [name, text] of Object.entries(MAPPING_SHEETS)) {
      const columns = columnsOf(text);
      const file = join(folder, `${name}.csv`);
      writeFileSync(file, csvOf(text));
      scored.push(await scoreSheet(name, file, columns));
    }
    return scored;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function countOf(sheets: readonly MappedSheet[]): Readonly<Record<(typeof VERDICTS)[number], number>> {
  const count = { right: 0, asked: 0, wrong: 0, dangerous: 0 };
  for (const { columns } of sheets) for (const { verdict } of columns) count[verdict]++;
  return count;
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  const sheets = await scoreAll();
  const line = (name: string, count: ReturnType<typeof countOf>, behind: string) =>
    console.log(`${name.padEnd(34)}${VERDICTS.map((verdict) => String(count[verdict]).padStart(11)).join('')}  ${behind}`);
  console.log(`${'sheet'.padEnd(34)}${VERDICTS.map((verdict) => verdict.padStart(11)).join('')}  read as`);
  for (const sheet of sheets) {
    line(sheet.name, countOf([sheet]), sheet.source ?? '');
    const all = named.includes(sheet.name) || named.includes('all');
    for (const { header, verdict, shown } of sheet.columns)
      if (all || verdict !== 'right') console.log(`    ${header}: ${shown} (${verdict})`);
  }
  const sum = countOf(sheets);
  line(`${sheets.length} sheets`, sum, '');
  const columns = VERDICTS.reduce((total, verdict) => total + sum[verdict], 0);
  console.log(`${((100 * sum.right) / columns).toFixed(1)} % of ${columns} columns are right without a question.`);
}
