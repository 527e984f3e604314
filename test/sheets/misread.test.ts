import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { isError } from '../../src/errors.ts';
import { checkSheet } from '../../src/intake/check-sheet.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';
import { allRows } from './sheet-folder.ts';

const FOLDER = join(import.meta.dirname, 'misread');
const CONFIG = loadConfig({ PAYRUN_HOME: '/nowhere' }, FOLDER);
const CLOCK = { now: () => Date.UTC(2026, 10, 28) };

/** How the check of a file ends: it stands beside it as `NAME.expected.json`. */
interface Expected {
  readonly ends: string;
  /** Of an error that says why nothing of it is read, and a part of its sentence. */
  readonly error?: string;
  readonly detail?: string;
  readonly valid?: number;
  readonly rows?: number;
  /** Rows on hold, 0 if it is not stated. */
  readonly held?: number;
  readonly totals?: Readonly<Record<string, string>>;
  /** All errors and warnings, as "row column code". */
  readonly problems?: readonly string[];
  /** Some sentences about the whole file. */
  readonly says?: readonly string[];
  /** Some cells as they were read, by row. */
  readonly cells?: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

const FILES = globSync('*.expected.json', { cwd: FOLDER })
  .sort()
  .map((file) => {
    const [name] = globSync(`${file.replace('.expected.json', '')}.{csv,xlsx,xml}`, { cwd: FOLDER });
    return { name: name!, ...(JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Expected) };
  });

describe('a sheet as people send it', () => {
  it.each(FILES)('G4: $name $ends', async ({ name, error, detail, valid, held = 0, rows, totals, problems, says, cells }) => {
    const path = join(FOLDER, name);
    const checked = await checkSheet(path, CONFIG, CLOCK).catch((thrown: unknown) => thrown);
    if (error !== undefined) {
      expect(isError(checked, error as never) ? error : checked).toBe(error);
      expect((checked as Error).message).toContain(detail);
      return;
    }
    if (checked instanceof Error) throw checked;
    const report = checked as Awaited<ReturnType<typeof checkSheet>>;
    const amounts = Object.entries(report.totals).map(([currency, { amount }]) => [currency, amount]);
    expect({
      rows: report.rows,
      valid: report.valid,
      held: report.held,
      totals: Object.fromEntries(amounts),
      problems: report.problems.map(({ row, column, code }) => `${row} ${column} ${code}`),
    }).toEqual({ rows, valid, held, totals, problems });
    for (const sentence of says ?? []) expect(report.warnings).toContain(sentence);
    const sheet = await readSheet(path);
    const read = Object.fromEntries((await allRows(sheet)).map((row) => [row.row, row.cells]));
    await sheet.close();
    expect(read).toMatchObject(cells ?? {});
  });
});
