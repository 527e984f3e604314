import iconv from 'iconv-lite';
import { isError, PayrunError } from '../../errors.ts';
import type { SheetRow } from '../../model.ts';
import { restore } from '../cells/formula-guard.ts';
import { columnLetters } from '../column-letters.ts';
import { type CsvForm, csvRecords } from '../csv/csv-records.ts';
import { findDelimiter } from '../csv/delimiter.ts';
import { findEncoding } from '../csv/encoding.ts';
import { fileKind, looksBinary, oleKind } from '../files/file-kind.ts';
import { fileError, type SheetFile, sheetFile } from '../files/sheet-file.ts';
import { controlSidecar } from '../headers/control-total.ts';
import { type FoundHeader, findHeader } from '../headers/find-header.ts';
import { type ColumnMatcher, type ColumnOf, columnMatcher, matchHeader } from '../headers/match-header.ts';
import { resultBlock } from '../headers/result-columns.ts';
import type { OpenSheet, ReadOptions } from '../open-sheet.ts';
import type { SheetNote } from '../sheet-note.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { SheetOf, SheetSource, Understood } from '../understood-sheet.ts';
import { createSheetBody } from './sheet-body.ts';
import type { FoundTable, TableSource } from './table-source.ts';
import { firstPayment, withoutHeader } from './without-header.ts';

const CHUNK = 1000;

/** A file as tables. Each table can be opened more than once. */
interface Tables {
  readonly format: 'csv' | 'xlsx' | 'ods';
  readonly csv: CsvForm | null;
  readonly tables: readonly TableSource[];
}

/**
 * Opens a CSV, XLSX, ODS or pain.001 file, detected by content, and reads up to its first payment. Memory does not grow
 * with the size of a CSV; for an XLSX, the packed bytes and the shared strings stay in memory. Throws `file_missing`,
 * `file_is_folder`, `file_unreadable`, `sheet_empty`, `sheet_not_a_sheet`, `sheet_no_header`, `sheet_no_rows`,
 * `sheet_columns_missing`, `sheet_column_twice`, `sheet_columns_unclear`, `sheet_amount_unit`,
 * `sheet_encoding_unclear`, `sheet_unclosed_quote`, `sheet_swallowed_rows`, `sheet_damaged`, `sheet_too_large`,
 * `sheet_worksheets`, `sheet_worksheet_unknown`, `control_total`, `config_invalid`.
 */
export async function readSheet(source: SheetSource, options: ReadOptions = {}): Promise<OpenSheet> {
  const columnOf = columnMatcher(options.columns, options.sheetFormats);
  const { file, head } = await sheetFile(source);
  try {
    // The elements of a pain.001 have fixed meanings: it needs no header and no mapping.
    if (fileKind(file.name, head) === 'pain.001')
      return await (await import('../pain001/pain-sheet.ts')).painSheet(file, head, options.edits);
    const tables = await openTables(file, head, columnOf, options.encoding);
    const found = await findTable(file, tables, columnOf, options);
    try {
      return await openSheet(file, tables, found, columnOf, options);
    } catch (error) {
      await close(found);
      throw error;
    }
  } catch (error) {
    throw fileError(file.name, error);
  }
}

/** The tables of a CSV, XLSX or ODS file, detected by content. Throws `sheet_not_a_sheet` for any other file. */
export async function openTables(
  file: SheetFile,
  head: Buffer,
  columnOf: ColumnOf,
  encoding?: string | undefined,
): Promise<Tables> {
  const kind = fileKind(file.name, head);
  if (kind === 'pain.001')
    throw new PayrunError('sheet_not_a_sheet', {
      file: file.name,
      detail: 'it is a payment order (pain.001), whose elements need no mapping and name no recipients or merchants',
    });
  if (kind === 'ole')
    throw new PayrunError('sheet_not_a_sheet', { file: file.name, detail: await oleKind(file.content()) });
  return kind === 'zip' ? xlsxFile(file) : csvFile(file, head, columnOf, encoding);
}

async function xlsxFile(file: SheetFile): Promise<Tables> {
  // Loaded on demand: most sheets are CSV.
  const { xlsxTables } = await import('./workbook-tables.ts');
  return { csv: null, ...(await xlsxTables(file)) };
}

async function csvFile(
  file: SheetFile,
  head: Buffer,
  columnOf: ColumnOf,
  givenEncoding: string | undefined,
): Promise<Tables> {
  const encoding = await findEncoding(file, givenEncoding);
  const sample = iconv.decode(head, encoding.codec ?? 'utf8');
  if (looksBinary(sample))
    throw new PayrunError('sheet_not_a_sheet', { file: file.name, detail: 'its content is not text' });
  if (sample.trim() === '') throw new PayrunError('sheet_empty', { file: file.name });
  const form: CsvForm = { encoding, ...findDelimiter(sample, columnOf) };
  const open = () => ({ records: csvRecords(file.name, file.content, form) });
  return { format: 'csv', csv: form, tables: [{ open }] };
}

/**
 * Finds the table with a header, or the worksheet that the options name. In a CSV, one known column is enough; a
 * workbook needs two, because its first worksheet may hold notes. If several worksheets have payments, Payrun does not
 * choose between them and throws `sheet_worksheets`.
 */
async function findTable(
  file: SheetFile,
  { format, tables }: Tables,
  columnOf: ColumnMatcher,
  { worksheet, of }: ReadOptions,
): Promise<FoundTable> {
  const wanted = tables.filter((table) =>
    worksheet === undefined ? table.hidden !== true : table.worksheet?.trim() === worksheet.trim(),
  );
  if (wanted.length === 0 && worksheet !== undefined) throw noSuchWorksheet(file, tables, worksheet);
  const found: FoundTable[] = [];
  let empty: unknown = null;
  try {
    for (const source of wanted) {
      const table = source.open();
      const header = await findHeader(file.name, table, columnOf, format === 'csv' ? 1 : 2).catch((error) => {
        // A worksheet with only a header is skipped, unless no other worksheet has payments.
        if (!isError(error, 'sheet_no_rows')) throw error;
        empty ??= error;
        return null;
      });
      if (header) found.push({ source, table, header });
      else await table.records.return();
    }
    if (found.length === 1) return found[0]!;
    if (found.length > 1) return await chooseTable(file, found, columnOf, of);
  } catch (error) {
    for (const { table } of found) await table.records.return();
    throw error;
  }
  if (empty) throw empty;
  for (const source of wanted) {
    const first = await firstPayment(source);
    if (first !== null) return await withoutHeader(file, source, first, of);
  }
  // The error does not quote the content of the file, because it may be a payment.
  const hidden = tables.some((table) => table.hidden) && worksheet === undefined;
  const detail =
    format === 'csv'
      ? 'none of its first 30 lines has one'
      : `none of its worksheets has one in its first 30 rows${hidden ? '; hidden worksheets are not read' : ''}`;
  throw new PayrunError('sheet_no_header', { file: file.name, detail });
}

function noSuchWorksheet(file: SheetFile, tables: readonly TableSource[], worksheet: string): PayrunError {
  const names = tables.flatMap((table) => (table.worksheet === undefined ? [] : [`"${table.worksheet}"`]));
  const detail = names.length > 0 ? `it has ${names.join(', ')}` : 'it is a CSV, which has none';
  return new PayrunError('sheet_worksheet_unknown', { file: file.name, worksheet, detail });
}

/**
 * Chooses between several worksheets with a header. A summary by currency also has a header, but no recipients. A
 * workbook of results that Payrun wrote has all rows in its first worksheet; another one repeats the rows to fix.
 */
async function chooseTable(
  file: SheetFile,
  found: readonly FoundTable[],
  columnOf: ColumnMatcher,
  of: SheetOf | undefined,
): Promise<FoundTable> {
  const payable = found.filter(({ header }) => namesPayments(file, header, columnOf, of));
  // If none has payments, the error is about the one that is most like a sheet: it may have recipients.
  const known = ({ header }: FoundTable) => header.values.filter((text) => columnOf(text) !== null).length;
  const first = payable[0] ?? found.toSorted((a, b) => known(b) - known(a))[0];
  const others = found.filter((one) => one !== first);
  if (payable.length < 2) {
    for (const { table } of others) await table.records.return();
    return first!;
  }
  const names = payable.map(({ source }) => `"${source.worksheet}"`);
  // If one of the worksheets has no results, it may hold payments of another run.
  if (payable.some(({ header }) => resultBlock(header.values) === null))
    throw new PayrunError('sheet_worksheets', { file: file.name, detail: names.join(', ') });
  for (const { table } of others) await table.records.return();
  const text = `Several worksheets have payments: ${names.join(', ')}. ${names[0]} was read. To read another one, name it.`;
  return { ...first!, note: { code: 'worksheet_chosen', text } };
}

/** The first rows below a header, which help to resolve its columns. */
function rowsOf({ below }: FoundHeader): readonly (readonly string[])[] {
  return below.map(({ values }) => values.map(restore));
}

async function close({ table }: Pick<FoundTable, 'table'>): Promise<void> {
  await table.records.return();
}

function namesPayments(
  file: SheetFile,
  header: FoundHeader,
  columnOf: ColumnMatcher,
  of: SheetOf | undefined,
): boolean {
  try {
    matchHeader(file.name, header.values, columnOf, of, rowsOf(header));
    return true;
  } catch (error) {
    return !isError(error, 'sheet_columns_missing');
  }
}

/** A warning if columns of payments are hidden, because Payrun reads and pays them as usual. */
async function hiddenColumns({ table, header }: FoundTable): Promise<readonly SheetNote[]> {
  const names = header.values.flatMap((text, at) => (text.trim() === '' ? [] : [{ text: text.trim(), at }]));
  const ranges = (await table.hiddenColumns?.()) ?? [];
  const hidden = names.filter(({ at }) => ranges.some(([from, to]) => from <= at && at <= to));
  if (hidden.length === 0) return [];
  const shown = hidden.map(({ text, at }) => `${columnLetters(at)} ("${text}")`).join(', ');
  const text =
    hidden.length === 1
      ? `Column ${shown} is hidden in the sheet but was read.`
      : `Columns ${shown} are hidden in the sheet but were read.`;
  return [{ code: 'columns_hidden', text }];
}

const linesSkipped = (lines: number): SheetNote => ({
  code: 'lines_skipped',
  text: `${lines} ${lines === 1 ? 'line above the header was' : 'lines above the header were'} not read.`,
});

async function openSheet(
  file: SheetFile,
  tables: Tables,
  found: FoundTable,
  columnOf: ColumnMatcher,
  { decimal, of, edits }: ReadOptions,
): Promise<OpenSheet> {
  const { header } = found;
  const matched = matchHeader(file.name, header.values, columnOf, of, rowsOf(header));
  const sidecar = await file.sidecar();
  const control = sidecar === null ? header.control : [...header.control, controlSidecar(file.name, sidecar)];
  const skipped = header.skipped;
  const understood: Understood = {
    format: tables.format,
    encoding: tables.csv?.encoding.label ?? null,
    delimiter: tables.csv?.delimiter ?? null,
    headerRow: header.row,
    header: header.values,
    columns: matched.columns,
    results: matched.results,
    ...sourceNamed(found.system ?? matched.source),
    ...(Object.keys(matched.units).length > 0 ? { units: matched.units } : {}),
    ...(matched.payers.length > 0 ? { payers: matched.payers } : {}),
    skippedRows: skipped,
    ...(found.source.worksheet === undefined ? {} : { worksheet: found.source.worksheet }),
    ...(control.length > 0 ? { control } : {}),
    notes: [
      ...(skipped > 0 ? [linesSkipped(skipped)] : []),
      ...(found.note === undefined ? [] : [found.note]),
      ...(await hiddenColumns(found)),
      ...matched.notes,
    ],
  };

  const { package: ofPackage } = found.source;
  async function* below(): AsyncGenerator<readonly SheetRecord[], void> {
    await file.unchanged();
    const table = found.source.open();
    try {
      for await (const records of table.records) {
        if (records.at(-1)!.row > header.row) yield records.filter(({ row }) => row > header.row);
      }
    } finally {
      await table.records.return();
    }
  }
  const body = createSheetBody(file.name, understood, columnOf, { below, declared: decimal ?? null, edits });
  // The first reading uses the table that was opened to find the header; later readings open it again.
  let live: FoundTable | null = found;
  async function* rows(most = CHUNK): AsyncGenerator<readonly SheetRow[], void> {
    const first = live;
    live = null;
    try {
      yield* body.rows(first ? withFirst(first) : below(), most);
      await file.unchanged();
    } catch (error) {
      throw fileError(file.name, error);
    } finally {
      if (first) await close(first);
    }
  }
  return {
    name: file.name,
    understood,
    rows,
    noticed: body.noticed,
    close: async () => {
      if (live) await close(live);
      live = null;
    },
    ...(ofPackage ? { package: async () => ({ ...(await ofPackage()), header: header.styles }) } : {}),
  };
}

function sourceNamed(source: string | null): { readonly source?: string } {
  return source === null ? {} : { source };
}

async function* withFirst({ header, table }: FoundTable): AsyncGenerator<readonly SheetRecord[], void> {
  yield header.below;
  yield* table.records;
}
