import type { Actor } from '../permissions/actor.ts';
import { pluralize } from '../platform/pluralize.ts';
import { showInZone } from '../platform/time-zone.ts';
import type { Applied, InstallationAction, LedgerPlace, Typed } from './action.ts';

/** Exports what was paid and returned as entries for the company's ledger, each once. The command writes them. */
export const exportEntries: InstallationAction = {
  name: 'export',
  permission: 'export_journal',
  of: 'installation',
  takes: (field) => field === 'until' || field === 'merchant',
  button: 'Export journal',
  done: 'Journal exported. Download it in your accounting system’s format. Every download is the same.',
  command: {
    name: 'journal',
    arguments: '',
    summary: 'exports journal entries for paid and returned payments, each entry once',
    options: [
      { flags: '--from <day>', summary: 'the first day, YYYY-MM-DD (default: from the beginning)' },
      { flags: '--until <day>', summary: 'the last day (default: today)' },
      { flags: '--merchant <name>', summary: 'only the payments of this merchant' },
      {
        flags: '--format <name>',
        summary: 'the accounting system that imports it (default: the setting `journal`)',
        choices: ['standard', 'quickbooks', 'xero', 'netsuite', 'datev'],
      },
      { flags: '--to <folder>', summary: 'folder to write to (default: the current one)' },
      { flags: '--again <export>', summary: 'rewrites an earlier export' },
    ],
    examples: [
      ['payrun journal --until 2026-11-30', 'all entries not exported yet, up to the end of November'],
      ['payrun journal --again 3 --format datev', 'rewrites export 3, for DATEV'],
    ],
    input: (_, options) => ({ to: '.', ...(options as Typed) }),
  },
  async apply(place, { merchants }, { from, until, merchant, again, format, to: folder }, { by }) {
    const range = { from, to: until?.trim() || undefined, merchant: merchant?.trim() || undefined, scope: merchants };
    if (folder === undefined) {
      const { exportJournal } = await import('../engine/journal/export-journal.ts');
      const entries = await exportJournal(place, by, range);
      return entries.length === 0 ? { done: 'Nothing to export up to that day.' } : {};
    }
    const { writeJournal } = await import('../engine/journal/write-journal.ts');
    const written = await writeJournal(place, by, { range, again, format, folder });
    if (written === null) return { answer: await nothingToExportAnswer(place, by) };
    const { id, entries, files } = written;
    return {
      answer: {
        document: { export: String(id), entries, file: files[0], files },
        lines: [`Journal export ${id}: ${pluralize(entries, 'entry', 'entries')}. ${files.join(', ')}`],
      },
    };
  },
};

async function nothingToExportAnswer(place: LedgerPlace, by: Actor): Promise<NonNullable<Applied['answer']>> {
  const { latestExport } = await import('../engine/journal/export-journal.ts');
  const latest = await latestExport(place, by);
  const document = { export: null, entries: 0, file: null, files: [], last: latest && String(latest.id) };
  if (latest === null) return { document, lines: ['Nothing new to export.'] };
  const at = showInZone(latest.made_at.getTime(), place.config.timeZone);
  const last = `The last export is ${latest.id}, made by ${latest.made_by} on ${at} ${place.config.timeZone}. To rewrite it, run \`payrun journal --again ${latest.id}\`.`;
  return { document, lines: ['Nothing new to export.', last] };
}
