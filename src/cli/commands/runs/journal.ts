import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { exportJournal, exportJournalAgain, latestExport } from '../../../engine/journal/export-journal.ts';
import { isError, PayrunError } from '../../../errors.ts';
import type { JournalEntry } from '../../../ledger/views/journal.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { showInZone } from '../../../platform/time-zone.ts';
import { writeWhole } from '../../../platform/write-whole-file.ts';
import { type JournalFormat, journalFiles } from '../../../reports/journal-file.ts';
import { actingUser } from '../../acting-user.ts';
import { type Answer, type Invocation, textOf } from '../../command.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Writes what was paid and returned as entries for the company's ledger, each once. */
export function journal(invocation: Invocation): Promise<Answer> {
  const { options, terminal } = invocation;
  return withAppContext(terminal, async (appContext) => {
    const by = await actingUser(appContext, 'export_journal', invocation);
    const { config, clock } = appContext;
    const again = textOf(options, 'again');
    const format = (textOf(options, 'format') ?? config.journal.format) as JournalFormat;
    const filesOf = (entries: readonly JournalEntry[]) => journalFiles(entries, format, config.journal, clock.now());
    const range = {
      from: textOf(options, 'from'),
      to: textOf(options, 'until'),
      merchant: textOf(options, 'merchant'),
    };
    // Payments that cannot be written in this format are not marked.
    const entries =
      again === undefined
        ? await exportJournal(appContext, by, range, filesOf)
        : await exportJournalAgain(appContext, by, again);
    const id = entries[0]?.exportId;
    if (id === undefined) {
      const latest = await latestExport(appContext, by);
      const last = latest === null ? null : String(latest.id);
      const again =
        latest === null
          ? []
          : [
              `The last export is ${latest.id}, ${showInZone(latest.made_at.getTime(), config.timeZone)} by ${latest.made_by}: --again ${latest.id} writes it once more.`,
            ];
      return {
        document: { export: null, entries: 0, file: null, files: [], last },
        lines: ['Nothing is left to export.', ...again],
      };
    }
    const folder = textOf(options, 'to') ?? '.';
    const files = filesOf(entries).map(({ name, content }) => ({ file: resolve(folder, name), content }));
    for (const { file, content } of files)
      try {
        await writeWhole(file, (temporary) => writeFile(temporary, content));
      } catch (cause) {
        if (!isError(cause, 'file_unwritable')) throw cause;
        const detail = `${cause.details.detail}. Export ${id} is marked; --again ${id} writes it`;
        throw new PayrunError('file_unwritable', { file, detail }, { cause });
      }
    const written = files.map(({ file }) => file);
    return {
      document: { export: String(id), entries: entries.length, file: written[0], files: written },
      lines: [`Journal export ${id}: ${pluralize(entries.length, 'entry', 'entries')}. ${written.join(', ')}`],
    };
  });
}
