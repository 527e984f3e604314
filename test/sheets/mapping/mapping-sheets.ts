import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * Sheets as systems and companies write them, a file each, in `sheets/`; those in `traps` are written to mislead. A line
 * for each column: its header, what it means, and its cells. `-`: nothing is paid by it; `a/b`: either is right; `?`: it
 * has to be asked. A line that begins with `^` is above the header, one with `$` below the rows.
 */
const FOLDER = join(import.meta.dirname, 'sheets');

function sheetsIn(folder: string): Readonly<Record<string, string>> {
  const files = globSync('**/*.txt', { cwd: folder }).sort();
  return Object.fromEntries(files.map((file) => [basename(file, '.txt'), readFileSync(join(folder, file), 'utf8')]));
}

export const MAPPING_SHEETS = sheetsIn(FOLDER);
export const KNOWN_SYSTEMS = sheetsIn(join(FOLDER, 'known-systems'));
