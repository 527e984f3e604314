import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { exportJournal, exportJournalAgain } from '../../../engine/journal/export-journal.ts';
import { EXIT, PayrunError } from '../../../errors.ts';
import { DISK_FAULTS } from '../../../platform/disk-faults.ts';
import { pluralize } from '../../../platform/pluralize.ts';
import { type JournalFormat, journalFile } from '../../../reports/journal-file.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { withAppContext } from '../../with-app-context.ts';

/** Writes what was paid and returned as entries for the company's ledger, each once. */
export function journal(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  return withAppContext(terminal, async (appContext) => {
    const by = await actingUser(appContext, 'export_journal', invocation);
    const { config, clock } = appContext;
    const again = textOf(options, 'again');
    const entries =
      again === undefined
        ? await exportJournal(appContext, by, {
            ...{ from: textOf(options, 'from'), to: textOf(options, 'until'), merchant: textOf(options, 'merchant') },
          })
        : await exportJournalAgain(appContext, by, again);
    const id = entries[0]?.exportId;
    if (id === undefined) {
      terminal.document({ export: null, entries: 0, file: null });
      terminal.print('Nothing is left to export.');
      return EXIT.done;
    }
    const format = (textOf(options, 'format') ?? config.journal.format) as JournalFormat;
    const { name, content } = journalFile(entries, format, config.journal, clock.now());
    const file = resolve(textOf(options, 'to') ?? '.', name);
    try {
      writeFileSync(file, content, { mode: 0o600 });
    } catch (cause) {
      const { code = '', message } = cause as NodeJS.ErrnoException;
      throw new PayrunError(
        'file_unwritable',
        { file, detail: `${DISK_FAULTS[code] ?? message}. Export ${id} is marked; --again ${id} writes it` },
        { cause },
      );
    }
    terminal.document({ export: String(id), entries: entries.length, file });
    terminal.print(`Journal export ${id}: ${pluralize(entries.length, 'entry', 'entries')}. ${file}`);
    return EXIT.done;
  });
}
