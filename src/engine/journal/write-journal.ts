import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isError, PayrunError } from '../../errors.ts';
import type { JournalEntry } from '../../ledger/views/journal.ts';
import type { Actor } from '../../permissions/actor.ts';
import { writeFileAtomically } from '../../platform/write-file.ts';
import { type JournalFormat, journalFiles } from '../../reports/journal-file.ts';
import type { AppContext } from '../context/app-context.ts';
import { exportJournal, exportJournalAgain, type JournalQuery } from './export-journal.ts';

interface AskedJournal {
  readonly range: JournalQuery;
  /** The id of an earlier export, to be written again. */
  readonly again: string | undefined;
  /** By default that of the settings. */
  readonly format: string | undefined;
  readonly folder: string;
}

/**
 * Exports the journal into files of a folder, or an earlier export again. Null if nothing is left to export. Throws
 * `file_unwritable`, and what the two throw; then nothing is marked if it cannot be written in this format.
 */
export async function writeJournal(
  place: Pick<AppContext, 'ledger' | 'clock' | 'config'>,
  by: Actor,
  { range, again, format = place.config.journal.format, folder }: AskedJournal,
): Promise<{ readonly id: bigint; readonly entries: number; readonly files: readonly string[] } | null> {
  const filesOf = (entries: readonly JournalEntry[]) =>
    journalFiles(entries, format as JournalFormat, place.config.journal, place.clock.now());
  const entries =
    again === undefined ? await exportJournal(place, by, range, filesOf) : await exportJournalAgain(place, by, again);
  const id = entries[0]?.exportId;
  if (id === undefined) return null;
  const files = filesOf(entries).map(({ name, content }) => ({ file: resolve(folder, name), content }));
  for (const { file, content } of files)
    try {
      await writeFileAtomically(file, (temporary) => writeFile(temporary, content));
    } catch (cause) {
      if (!isError(cause, 'file_unwritable')) throw cause;
      const detail = `${cause.details.detail}. Export ${id} is marked; --again ${id} writes it`;
      throw new PayrunError('file_unwritable', { file, detail }, { cause });
    }
  return { id, entries: entries.length, files: files.map(({ file }) => file) };
}
