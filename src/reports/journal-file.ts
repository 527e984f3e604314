import type { Config } from '../config.ts';
import type { JournalEntry } from '../ledger/views/journal.ts';
import { CSV_BEGIN, csvLine } from './csv-line.ts';
import { datevFile } from './journal-datev.ts';
import {
  JOURNAL_FIELDS,
  JOURNAL_FORMATS,
  type JournalColumns,
  type JournalField,
  linesOfEntry,
} from './journal-formats.ts';

/** The formats of the journal. */
export const JOURNAL_FORMAT_NAMES = [...Object.keys(JOURNAL_FORMATS), 'datev'] as readonly JournalFormat[];
export type JournalFormat = keyof typeof JOURNAL_FORMATS | 'datev';

/** An export as a file that the company's ledger imports. The same entries always give the same lines. */
export function journalFile(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  settings: Config['journal'],
  at: number,
): { readonly name: string; readonly content: Buffer } {
  const lines = entries.flatMap((entry) => linesOfEntry(entry, settings.accounts));
  const id = entries[0]?.exportId ?? 0n;
  if (format === 'datev')
    return { name: `EXTF_payrun-journal-${id}.csv`, content: datevFile(lines, settings.datev, at) };
  const columns = columnsOf(format, settings);
  const cells = lines.map((line) => columns.map(([, field]) => JOURNAL_FIELDS[field](line, settings)));
  const text = [columns.map(([title]) => title), ...cells].map(csvLine).join('');
  return { name: `payrun-journal-${id}-${format}.csv`, content: Buffer.from(`${CSV_BEGIN}${text}`) };
}

/** The columns of a format; the setting `journal.columns` replaces those of `standard`. */
function columnsOf(format: keyof typeof JOURNAL_FORMATS, { columns }: Config['journal']): JournalColumns {
  return format === 'standard' && columns !== undefined
    ? (Object.entries(columns) as [string, JournalField][])
    : JOURNAL_FORMATS[format];
}
