import { basename, resolve } from 'node:path';
import type { SheetSource } from '../intake/map-sheet.ts';
import { createSealedScratch } from '../ledger/vault/sealed-scratch.ts';
import { usageError } from '../references/usage-error.ts';
import { type Invocation, optionText } from './command.ts';

/** The sheet of standard input among the files of a command. */
const STANDARD_INPUT = '-';

/**
 * Calls `work` with the files, `-` as a sheet with the content of standard input. Content above 256 KB is sealed on the
 * disk. Throws `usage`.
 */
export async function withStandardInput<T>(
  { args: files, options }: Pick<Invocation, 'args' | 'options'>,
  work: (sheets: readonly SheetSource[]) => Promise<T>,
  input: AsyncIterable<Uint8Array> = process.stdin,
): Promise<T> {
  const given = optionText(options, 'stdinName');
  const asked = files.filter((file) => file === STANDARD_INPUT).length;
  if (asked > 1) throw usageError('stdin_named_twice');
  if (given !== undefined && (asked === 0 || basename(given) !== given || given === ''))
    throw usageError('stdin_name_without_stdin');
  if (asked === 0) return work(files);
  if (options.confirmStdin) throw usageError('stdin_is_the_sheet');
  const scratch = createSealedScratch();
  try {
    for await (const piece of input) await scratch.append(piece);
    const sheet = { name: resolve(given ?? 'standard-input'), content: scratch.content };
    return await work(files.map((file) => (file === STANDARD_INPUT ? sheet : file)));
  } finally {
    await scratch.close();
  }
}

/** The name of the sheet in messages and results. */
export const getSheetName = (sheet: SheetSource) => (typeof sheet === 'string' ? sheet : basename(sheet.name));
