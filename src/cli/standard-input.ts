import { basename, resolve } from 'node:path';
import { PayrunError } from '../errors.ts';
import type { SheetSource } from '../intake/map-sheet.ts';
import { createSealedScratch } from '../web/bodies/sealed-scratch.ts';
import { type Invocation, textOf } from './command.ts';

/** The sheet of standard input among the files of a command. */
const STANDARD_INPUT = '-';

/**
 * Calls `work` with the files, `-` as a sheet with the content of standard input. What does not fit into 256 KB of
 * memory is sealed on the disk. Throws `usage`.
 */
export async function withStandardInput<T>(
  { args: files, options }: Pick<Invocation, 'args' | 'options'>,
  work: (sheets: readonly SheetSource[]) => Promise<T>,
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<T> {
  const given = textOf(options, 'stdinName');
  const asked = files.filter((file) => file === STANDARD_INPUT).length;
  if (asked > 1) throw new PayrunError('usage', { detail: 'Standard input is one sheet: name - once.' });
  if (given !== undefined && (asked === 0 || basename(given) !== given || given === ''))
    throw new PayrunError('usage', { detail: '--stdin-name is the file name of the sheet that - stands for.' });
  if (asked === 0) return work(files);
  if (options.confirmStdin)
    throw new PayrunError('usage', { detail: 'Standard input is the sheet: --confirm-stdin cannot read from it too.' });
  const scratch = createSealedScratch();
  try {
    for await (const piece of input) await scratch.append(piece);
    const sheet = { name: resolve(given ?? 'standard-input'), content: scratch.content };
    return await work(files.map((file) => (file === STANDARD_INPUT ? sheet : file)));
  } finally {
    await scratch.close();
  }
}

/** The name of a sheet as messages and results have it. */
export const nameOfSheet = (sheet: SheetSource) => (typeof sheet === 'string' ? sheet : basename(sheet.name));
