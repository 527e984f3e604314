import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { SheetRow } from '../../src/model.ts';
import type { OpenSheet } from '../../src/sheets/open-sheet.ts';

/** A folder of its own for a test file; `put` writes a sheet into it and returns its path. */
export function sheetFolder(): { path: (name: string) => string; put: (name: string, content: string | Buffer) => Promise<string> } {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'payrun-sheets-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  const path = (name: string) => join(folder, name);
  return {
    path,
    put: async (name, content) => {
      await writeFile(path(name), content);
      return path(name);
    },
  };
}

export async function allRows(sheet: OpenSheet, most?: number): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const chunk of sheet.rows(most)) rows.push(...chunk);
  return rows;
}
