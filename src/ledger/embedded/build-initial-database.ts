import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { INITIAL_DATABASE, type InitialEntry } from './initial-database.ts';

/** So large that the three copies of the system catalogs are found to be the same. */
const WINDOW = 24;

async function packFolder(folder: string): Promise<Buffer> {
  const found = readdirSync(folder, { withFileTypes: true, recursive: true })
    .map((entry) => ({ file: join(entry.parentPath, entry.name), isFolder: entry.isDirectory() }))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  const contents = found.map(({ file, isFolder }) => (isFolder ? null : readFileSync(file)));
  const entries: readonly InitialEntry[] = found.map(({ file }, n) => [
    relative(folder, file),
    contents[n]?.length ?? null,
  ]);
  const whole = Buffer.concat([
    Buffer.from(`${JSON.stringify(entries)}\n`),
    ...contents.filter((content) => content !== null),
  ]);
  return promisify(brotliCompress)(whole, {
    params: { [constants.BROTLI_PARAM_LGWIN]: WINDOW, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length },
  });
}

/** Creates the file with the installed PGlite: `npm run database:build`, after every change of its version. */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'payrun-initdb-'));
  try {
    const pglite = await PGlite.create(folder);
    await pglite.close();
    writeFileSync(INITIAL_DATABASE, await packFolder(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) await main();
