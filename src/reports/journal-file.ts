import type { Config } from '../config.ts';
import { PayrunError } from '../errors.ts';
import type { JournalEntry } from '../ledger/views/journal.ts';
import { formatMinor } from '../money.ts';
import { CSV_BEGIN, exportedCsvLine } from './csv-line.ts';
import { datevFile, getFiscalPeriod, periodsBetween } from './journal-datev.ts';
import {
  entryLines,
  JOURNAL_FIELDS,
  JOURNAL_FORMATS,
  type JournalColumns,
  type JournalField,
  LINES_OF_ENTRY,
  MOST_LINES,
} from './journal-formats.ts';

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

/** A file of an export. Its `number` counts the files of its currency or period. */
interface Part {
  readonly name: string;
  /** A currency or a period; '' if the format needs neither. */
  readonly of: string;
  readonly number: number;
}

/**
 * The parts of an export in a format that needs several files: a manual journal of Xero has no currency, a batch of
 * DATEV has days without a year, and files have only so many lines. Empty if one file has all.
 */
export function journalParts(format: JournalFormat, span: JournalSpan, settings: Config['journal']): readonly string[] {
  return partsOf(format, span, settings).map(({ name }) => name);
}

function partsOf(
  format: JournalFormat,
  { entriesByCurrency: counts, firstDay, lastDay }: JournalSpan,
  { datev }: Config['journal'],
): readonly Part[] {
  const all = Object.values(counts).reduce((sum, entries) => sum + entries, 0);
  const groups: readonly (readonly [of: string, entries: number])[] =
    format === 'xero'
      ? Object.entries(counts).toSorted()
      : format === 'datev'
        ? // The number of entries of a period is not known yet, so some of its files can be empty.
          periodsBetween(firstDay, lastDay, datev).map((period) => [period, all])
        : [['', all]];
  const parts = groups.flatMap(([of, entries]): readonly Part[] => {
    const count = Math.max(1, Math.ceil(entries / entriesOfFile(format)));
    return Array.from({ length: count }, (_, i) => ({
      name: [of, count === 1 ? '' : String(i + 1)].filter((text) => text).join('-'),
      ...{ of, number: i + 1 },
    }));
  });
  return parts.length > 1 ? parts : [];
}

/** docs.oracle.com, Journal Entry Line-Level Fields: debit and credit. */
const NETSUITE_AMOUNT = /^\d{1,10}(\.\d{1,2}0*)?$/;

/** An entry is never in two files. */
const entriesOfFile = (format: JournalFormat) => Math.floor((MOST_LINES[format] ?? Infinity) / LINES_OF_ENTRY);

/**
 * An export as a file that the company's ledger imports, or a part. The same entries always give the same lines. Throws
 * `journal_form` if it needs several files and no part is named, and what `datevFile` throws.
 */
export function journalFile(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  settings: Config['journal'],
  at: number,
  part?: string,
): { readonly name: string; readonly content: Buffer } {
  const parts = partsOf(format, spanOf(entries), settings);
  const asked = parts.find(({ name }) => name === part);
  if (part === undefined ? parts.length > 0 : !asked)
    throw new PayrunError('journal_form', {
      detail: `it needs a file for each of ${parts.map(({ name }) => name).join(', ') || 'its parts'}`,
    });
  const own = asked ? entriesOfPart(entries, format, settings, asked) : entries;
  if (asked && own.length === 0)
    throw new PayrunError('journal_form', { detail: `it has no entries in ${asked.name}` });
  const lines = own.flatMap((entry) => entryLines(entry, settings.accounts));
  const id = `${entries[0]?.exportId ?? 0n}`;
  const suffix = part === undefined ? '' : `-${part}`;
  if (format === 'datev')
    return { name: `EXTF_payrun-journal-${id}${suffix}.csv`, content: datevFile(lines, settings.datev, at) };
  if (format === 'netsuite' && lines.some(({ minor, currency }) => !NETSUITE_AMOUNT.test(formatMinor(minor, currency))))
    throw new PayrunError('journal_form', {
      detail: 'NetSuite takes 10 digits and 2 decimals, and an amount has more',
    });
  const columns = columnsOf(format, settings);
  const cells = lines.map((line) => columns.map(([, field]) => JOURNAL_FIELDS[field](line, settings)));
  const text = [columns.map(([title]) => title), ...cells].map(exportedCsvLine).join('');
  // Ledgers read a byte order mark as part of the first title; only Excel, which opens the others, needs one.
  const begin = format === 'standard' ? CSV_BEGIN : '';
  return { name: `payrun-journal-${id}-${format}${suffix}.csv`, content: Buffer.from(`${begin}${text}`) };
}

function entriesOfPart(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  { datev }: Config['journal'],
  { of, number }: Part,
): readonly JournalEntry[] {
  const all =
    format === 'xero'
      ? entries.filter(({ currency }) => currency === of)
      : format === 'datev'
        ? entries.filter(({ day }) => getFiscalPeriod(day, datev) === of)
        : entries;
  const size = entriesOfFile(format);
  return Number.isFinite(size) ? all.slice((number - 1) * size, number * size) : all;
}

/** Every file of an export in a format. */
export function journalFiles(
  entries: readonly JournalEntry[],
  format: JournalFormat,
  settings: Config['journal'],
  at: number,
): readonly ReturnType<typeof journalFile>[] {
  const used = partsOf(format, spanOf(entries), settings).filter(
    (part) => entriesOfPart(entries, format, settings, part).length > 0,
  );
  return used.length === 0
    ? [journalFile(entries, format, settings, at)]
    : used.map(({ name }) => journalFile(entries, format, settings, at, name));
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
