import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

/** A data directory as PGlite's initdb makes it, packed by `build-initial-database.ts`. */
export const INITIAL_DATABASE = fileURLToPath(new URL('./initial-database.br', import.meta.url));

/**
 * A file or folder of the packed directory: its path, and its bytes, or null for a folder. A line with all entries
 * comes first, then the contents of the files in the same order.
 */
export type InitialEntry = readonly [path: string, bytes: number | null];

/**
 * Fills a folder with a new database. PGlite's own initdb takes 600 MB and some seconds, because it runs a second
 * database next to the first, with a copy of its memory.
 */
export async function unpackInitialDatabase(folder: string): Promise<void> {
  const packed = await promisify(brotliDecompress)(await readFile(INITIAL_DATABASE));
  let at = packed.indexOf('\n') + 1;
  const entries = JSON.parse(packed.toString('utf8', 0, at)) as readonly InitialEntry[];
  for (const [path, bytes] of entries) {
    if (bytes === null) await mkdir(join(folder, path), { mode: 0o700 });
    else await writeFile(join(folder, path), packed.subarray(at, at + bytes), { mode: 0o600 });
    at += bytes ?? 0;
  }
}
