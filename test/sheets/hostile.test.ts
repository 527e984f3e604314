import { describe, expect, it } from 'vitest';
import { isError, PayrunError } from '../../src/errors.ts';
import { checkRow } from '../../src/intake/check-row.ts';
import { compareControlTotal, createTally } from '../../src/intake/tally.ts';
import type { ReadOptions } from '../../src/sheets/open-sheet.ts';
import type { SheetSource } from '../../src/sheets/understood-sheet.ts';
import { readSheet } from '../../src/sheets/read/read-sheet.ts';
import { HOSTILE_FILES } from './hostile-files.ts';

const CONTEXT = { merchantCountry: 'US', environment: 'sandbox', today: '2026-01-01' } as const;

async function readAll(source: SheetSource, options: ReadOptions | undefined) {
  const rows: [number, Readonly<Record<string, string>>][] = [];
  const problems: { row: number; column: string | null; code: string }[] = [];
  const tally = createTally();
  const sheet = await readSheet(source, options);
  try {
    for await (const chunk of sheet.rows()) {
      for (const row of chunk) {
        rows.push([row.row, row.cells]);
        const { draft, problems: found } = checkRow(row, CONTEXT);
        tally.add(draft);
        problems.push(...found.map(({ row: at, column, code }) => ({ row: at, column, code })));
      }
    }
  } finally {
    await sheet.close();
  }
  // As the intake does: a sheet that disagrees with its own totals is not paid.
  const { notes, difference } = sheet.noticed().totals;
  if (difference ?? compareControlTotal(sheet.understood.control ?? [], tally.result()))
    throw new PayrunError('control_total', { file: sheet.name, detail: difference ?? '' });
  return { rows, problems, warnings: [...sheet.understood.notes, ...notes] };
}

describe('G4: a hostile sheet is read without loss, or refused in words', () => {
  it('and some exist', () => expect(HOSTILE_FILES.length).toBeGreaterThan(30));

  it.each(HOSTILE_FILES)('$name', async ({ source, expected }) => {
    const reading = readAll(source, expected.options);
    if (expected.error) {
      const error: unknown = await reading.then(
        () => null,
        (thrown) => thrown,
      );
      expect(isError(error) ? error.code : error).toBe(expected.error);
      return;
    }
    const { rows, problems, warnings } = await reading;
    expect(rows).toEqual(expected.rows);
    expect(problems).toEqual(expected.problems);
    if (expected.warnings !== undefined) expect(warnings).toHaveLength(expected.warnings);
  });
});
