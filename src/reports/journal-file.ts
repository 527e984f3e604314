import type { Config } from '../config.ts';
import { PayrunError } from '../errors.ts';
import type { JournalEntry } from '../ledger/views/journal.ts';
import { CSV_BEGIN, exportedCsvLine } from './csv-line.ts';
import { datevFile, fiscalYearOf } from './journal-datev.ts';
import {
  JOURNAL_FIELDS,
  JOURNAL_FORMATS,
  type JournalColumns,
  type JournalField,
  LINES_OF_ENTRY,
  linesOfEntry,
  MOST_LINES,
} from './journal-formats.ts';

/** The formats of the journal. */
export const JOURNAL_FORMAT_NAMES = [...Object.keys(JOURNAL_FORMATS), 'datev'] as readonly JournalFormat[];
export type JournalFormat = keyof typeof JOURNAL_FORMATS | 'datev';

/** The limits that decide how many files an export has. */
export interface JournalSpan {
  /** The number of its entries in each currency. */
  readonly entriesByCurrency: Readonly<Record<string, number>>;
  /** The days of its entries, YYYY-MM-DD. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * The parts of an export in a format that needs several files: a manual journal of Xero has no currency, a batch of
 * DATEV has days without a year, and files have only so many lines. Empty if one file has all.
 */
export function journalParts(format: JournalFormat, span: JournalSpan, settings: Config['journal']): readonly string[] {
  const { entriesByCurrency: counts } = span;
  const all = Object.values(counts).reduce((sum, entries) => sum + entries, 0);
  const parts =
    format === 'xero'
      ? Object.keys(counts)
          .toSorted()
          .flatMap((currency) => numbered(currency, chunksOf(format, counts[currency]!)))
      : format === 'datev'
        ? yearsBetween(fiscalYearOf(span.firstDay, settings.datev), fiscalYearOf(span.lastDay, settings.datev))
        : numbered('', chunksOf(format, all));
  return parts.length > 1 ? parts : [];
}

/** An entry is never in two files. */
const entriesOfFile = (format: JournalFormat) => Math.floor((MOST_LINES[format] ?? Infinity) / LINES_OF_ENTRY);
const chunksOf = (format: JournalFormat, entries: number) => Math.max(1, Math.ceil(entries / entriesOfFile(format)));
/** `EUR`, or `EUR-1`, `EUR-2`. */
const numbered = (name: string, count: number): readonly string[] =>
  count === 1
    ? [name]
    : Array.from({ length: count }, (_, i) => [name, String(i + 1)].filter((text) => text).join('-'));

const yearsBetween = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String(first + i));

/**
 * An export as a file that the company's ledger imports, or a part of it. The same entries always give the same lines.
 * Throws `journal_form` if it needs several files and no part is named, and what `datevFile` throws.
 */
export function journalFile(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  settings: Config['journal'],
  at: number,
  part?: string,
): { readonly name: string; readonly content: Buffer } {
  const parts = journalParts(format, spanOf(entries), settings);
  if (part === undefined ? parts.length > 0 : !parts.includes(part))
    throw new PayrunError('journal_form', {
      detail: `it needs a file for each of ${parts.join(', ') || 'its parts'}`,
    });
  const lines = entriesOfPart(entries, format, settings, part).flatMap((entry) =>
    linesOfEntry(entry, settings.accounts),
  );
  const id = `${entries[0]?.exportId ?? 0n}`;
  const suffix = part === undefined ? '' : `-${part}`;
  if (format === 'datev')
    return { name: `EXTF_payrun-journal-${id}${suffix}.csv`, content: datevFile(lines, settings.datev, at) };
  const columns = columnsOf(format, settings);
  const cells = lines.map((line) => columns.map(([, field]) => JOURNAL_FIELDS[field](line, settings)));
  const text = [columns.map(([title]) => title), ...cells].map(exportedCsvLine).join('');
  return { name: `payrun-journal-${id}-${format}${suffix}.csv`, content: Buffer.from(`${CSV_BEGIN}${text}`) };
}

function entriesOfPart(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  settings: Config['journal'],
  part: string | undefined,
): readonly JournalEntry[] {
  if (part === undefined) return entries;
  if (format === 'datev') return entries.filter(({ day }) => String(fiscalYearOf(day, settings.datev)) === part);
  const [, name = '', number = '1'] = /^([A-Z]*)-?(\d*)$/.exec(part) ?? [];
  const of = format === 'xero' ? entries.filter(({ currency }) => currency === name) : entries;
  const from = (Number(number || '1') - 1) * entriesOfFile(format);
  return of.slice(from, from + entriesOfFile(format));
}

/** Every file of an export in a format. */
export function journalFiles(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  settings: Config['journal'],
  at: number,
): readonly ReturnType<typeof journalFile>[] {
  const parts = journalParts(format, spanOf(entries), settings);
  const used = parts.filter(
    (part) => format !== 'datev' || entries.some(({ day }) => String(fiscalYearOf(day, settings.datev)) === part),
  );
  return used.length === 0
    ? [journalFile(entries, format, settings, at)]
    : used.map((part) => journalFile(entries, format, settings, at, part));
}

function spanOf(entries: readonly JournalEntry[]): JournalSpan {
  const days = entries.map(({ day }) => day).sort();
  return {
    entriesByCurrency: Object.fromEntries(
      [...Map.groupBy(entries, ({ currency }) => currency)].map(([currency, of]) => [currency, of.length]),
    ),
    firstDay: days[0] ?? '',
    lastDay: days.at(-1) ?? '',
  };
}

/** The columns of a format; the setting `journal.columns` replaces those of `standard`. */
function columnsOf(format: keyof typeof JOURNAL_FORMATS, { columns }: Config['journal']): JournalColumns {
  return format === 'standard' && columns !== undefined
    ? (Object.entries(columns) as [string, JournalField][])
    : JOURNAL_FORMATS[format];
}
