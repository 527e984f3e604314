import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadOptions } from '../../src/sheets/open-sheet.ts';
import type { SheetSource } from '../../src/sheets/understood-sheet.ts';
import { CSV_CASES } from './hostile/csv-cases.ts';

/** What must be read from a hostile sheet: it stands beside it as `NAME.expected.json`. */
export interface Expected {
  readonly rows: readonly (readonly [row: number, cells: Readonly<Record<string, string>>])[];
  readonly problems: readonly { readonly row: number; readonly column: string | null; readonly code: string }[];
  /** Code of the error that reading ends with; nothing may be read then. */
  readonly error?: string;
  /** Sentences about the file as a whole. */
  readonly warnings?: number;
  readonly options?: ReadOptions;
}

export interface HostileFile {
  readonly name: string;
  readonly expected: Expected;
  /** Its path; of a file that is made when the test runs, its bytes. */
  readonly source: SheetSource;
  readonly content: () => Readable;
}

const FOLDER = join(import.meta.dirname, 'hostile');

/**
 * Sheets that were made to be misread, each with what must be read from it. The scripts that made them are kept in the same
 * folder.
 */
export const HOSTILE_FILES: readonly HostileFile[] = [
  ...globSync('*.expected.json', { cwd: FOLDER })
    .sort()
    .map((file) => {
      const [name] = globSync(`${file.replace('.expected.json', '')}.{csv,xlsx,txt}`, { cwd: FOLDER });
      const path = join(FOLDER, name!);
      const expected = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Expected;
      return { name: name!, expected, source: path, content: () => Readable.from([readFileSync(path)]) };
    }),
  ...CSV_CASES.filter(({ bytes }) => bytes.length > 100_000).map(({ name, bytes, ...expected }) => {
    const content = () => Readable.from([Buffer.from(bytes)]);
    return { name, expected: { rows: [], problems: [], ...expected }, source: { name, content }, content };
  }),
];
