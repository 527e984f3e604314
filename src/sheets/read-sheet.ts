import iconv from 'iconv-lite';
import { PayrunError } from '../errors.ts';
import type { SheetRow } from '../model.ts';
import { controlSidecar } from './control-total.ts';
import { type CsvForm, csvRecords } from './csv-records.ts';
import { findDelimiter } from './delimiter.ts';
import { findEncoding } from './encoding.ts';
import { fileKind, looksBinary } from './file-kind.ts';
import { type FoundHeader, findHeader } from './find-header.ts';
import { type ColumnOf, columnMatcher, matchHeader } from './match-header.ts';
import type { OpenSheet, ReadOptions, SheetRecord, SheetSource, SheetTable, Understood } from './open-sheet.ts';
import { fileError, type SheetFile, sheetFile } from './sheet-file.ts';
import { rowReader } from './sheet-row.ts';

const CHUNK = 1000;

/** A file as tables, which can be gone through more than once. */
interface Tables {
  readonly format: 'csv' | 'xlsx';
  readonly csv: CsvForm | null;
  readonly open: () => AsyncGenerator<SheetTable, void>;
}

interface Found {
  readonly tables: AsyncGenerator<SheetTable, void>;
  readonly table: SheetTable;
  readonly header: FoundHeader;
}

/**
 * Opens a CSV or XLSX, told apart by content, and reads up to its first payment. Memory does not grow with the file (but
 * for the shared strings of an XLSX). Throws `file_missing`, `file_is_folder`, `file_unreadable`, `sheet_empty`,
 * `sheet_not_a_sheet`, `sheet_no_header`, `sheet_no_rows`, `sheet_columns_missing`, `sheet_column_twice`,
 * `sheet_unclosed_quote`, `sheet_damaged`, `control_total`, `config_invalid`.
 */
export async function readSheet(source: SheetSource, options: ReadOptions = {}): Promise<OpenSheet> {
  const columnOf = columnMatcher(options.columns);
  const { file, head } = await sheetFile(source);
  try {
    const kind = fileKind(file.name, head);
    const tables = kind === 'xlsx' ? await xlsxFile(file) : await csvFile(file, head, columnOf);
    const found = await findTable(file, tables, columnOf);
    try {
      return await openSheet(file, tables, found, columnOf);
    } catch (error) {
      await close(found);
      throw error;
    }
  } catch (error) {
    throw fileError(file.name, error);
  }
}

async function xlsxFile(file: SheetFile): Promise<Tables> {
  // Loaded when needed: exceljs takes 100 ms and 25 MB.
  const { xlsxTables } = await import('./xlsx-records.ts');
  return { format: 'xlsx', csv: null, open: () => xlsxTables(file.name, file.content) };
}

async function csvFile(file: SheetFile, head: Buffer, columnOf: ColumnOf): Promise<Tables> {
  const encoding = await findEncoding(file.content());
  const sample = iconv.decode(head, encoding.codec ?? 'utf8');
  if (looksBinary(sample))
    throw new PayrunError('sheet_not_a_sheet', { file: file.name, detail: 'its content is not text' });
  if (sample.trim() === '') throw new PayrunError('sheet_empty', { file: file.name });
  const form: CsvForm = { encoding, ...findDelimiter(sample, columnOf) };
  async function* open(): AsyncGenerator<SheetTable, void> {
    yield { records: csvRecords(file.name, file.content, form) };
  }
  return { format: 'csv', csv: form, open };
}

/** The first table with a header. One known column is enough in a CSV; a workbook may have a worksheet of notes first. */
async function findTable(file: SheetFile, { format, open }: Tables, columnOf: ColumnOf): Promise<Found> {
  const tables = open();
  try {
    for (let next = await tables.next(); !next.done; next = await tables.next()) {
      const table = next.value;
      const header = await findHeader(file.name, table, columnOf, format === 'csv' ? 1 : 2);
      if (header) return { tables, table, header };
      await table.records.return();
    }
  } catch (error) {
    await tables.return();
    throw error;
  }
  // What stands in the file is not named: it may be a payment.
  const detail =
    format === 'csv' ? 'none of its first 30 lines has one' : 'none of its worksheets has one in its first 30 rows';
  throw new PayrunError('sheet_no_header', { file: file.name, detail });
}

async function close({ tables, table }: Omit<Found, 'header'>): Promise<void> {
  await table.records.return();
  await tables.return();
}

async function openSheet(file: SheetFile, tables: Tables, found: Found, columnOf: ColumnOf): Promise<OpenSheet> {
  const { header } = found;
  const matched = matchHeader(file.name, header.values, columnOf);
  const sidecar = file.path === null ? null : await controlSidecar(file.path);
  const control = [header.control, sidecar].filter((total) => total !== null);
  const skipped = header.skipped;
  const understood: Understood = {
    format: tables.format,
    encoding: tables.csv?.encoding.label ?? null,
    delimiter: tables.csv?.delimiter ?? null,
    headerRow: header.row,
    header: header.values,
    columns: matched.columns,
    results: matched.results,
    skippedRows: skipped,
    ...(found.table.worksheet === undefined ? {} : { worksheet: found.table.worksheet }),
    ...(control.length > 0 ? { control } : {}),
    warnings: [
      ...(skipped > 0
        ? [`${skipped} ${skipped === 1 ? 'line above the header was' : 'lines above the header were'} not read.`]
        : []),
      ...matched.warnings,
    ],
  };

  // The table that was opened to find the header serves the first reading; a later one begins anew.
  let live: Found | null = found;
  async function* rows(most = CHUNK): AsyncGenerator<readonly SheetRow[], void> {
    const toRow = rowReader(understood);
    const first = live;
    live = null;
    const reading = first ?? (await reopen(file, tables, found.table.worksheet));
    let chunk: SheetRow[] = [];
    try {
      for await (const records of first ? withFirst(first) : reading.table.records) {
        for (const record of records) {
          const row = record.row > header.row ? toRow(record) : null;
          if (row === null) continue;
          chunk.push(row);
          if (chunk.length < most) continue;
          yield chunk;
          chunk = [];
        }
      }
      await file.unchanged();
      if (chunk.length > 0) yield chunk;
    } catch (error) {
      throw fileError(file.name, error);
    } finally {
      await close(reading);
    }
  }
  return {
    name: file.name,
    understood,
    rows,
    close: async () => {
      if (live) await close(live);
      live = null;
    },
  };
}

async function reopen(
  file: SheetFile,
  { open }: Tables,
  worksheet: string | undefined,
): Promise<Omit<Found, 'header'>> {
  await file.unchanged();
  const tables = open();
  for (let next = await tables.next(); !next.done; next = await tables.next()) {
    if (next.value.worksheet === worksheet) return { tables, table: next.value };
    await next.value.records.return();
  }
  throw new PayrunError('sheet_changed', { file: file.name });
}

async function* withFirst({ header, table }: Found): AsyncGenerator<readonly SheetRecord[], void> {
  yield header.below;
  yield* table.records;
}
