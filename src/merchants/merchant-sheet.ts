import { PayrunError } from '../errors.ts';
import type { Finding, SheetRow } from '../model.ts';
import { restore } from '../sheets/cells/formula-guard.ts';
import { columnLetters } from '../sheets/column-letters.ts';
import { fileError, sheetFile } from '../sheets/files/sheet-file.ts';
import { findHeader, hasText } from '../sheets/headers/find-header.ts';
import { normalizeHeader } from '../sheets/headers/normalize-header.ts';
import { resultBlock } from '../sheets/headers/result-columns.ts';
import type { OpenSheet } from '../sheets/open-sheet.ts';
import { openTables } from '../sheets/read/read-sheet.ts';
import { readInProcess } from '../sheets/readers/read-in-process.ts';
import type { SheetNote } from '../sheets/sheet-note.ts';
import type { CellMark, SheetRecord } from '../sheets/sheet-table.ts';
import type { SheetSource, Understood } from '../sheets/understood-sheet.ts';
import { problem } from './check-row.ts';
import { MERCHANT_COLUMNS, shownCell } from './columns.ts';

/** A sheet of sub-merchants, held in memory: they number hundreds, not millions. */
export interface MerchantSheet {
  readonly name: string;
  readonly understood: Understood;
  readonly rows: readonly SheetRow[];
}

const KNOWN: ReadonlyMap<string, string> = new Map(
  MERCHANT_COLUMNS.flatMap(({ name, aliases }) =>
    [name, ...aliases].map((header) => [normalizeHeader(header), name] as const),
  ),
);
const columnOf = (header: string) => KNOWN.get(normalizeHeader(header)) ?? null;

/**
 * Errors of cells that lost part of their text. Dates and long numbers are among them, because no column holds either.
 */
const SPOILT: Readonly<Partial<Record<CellMark['kind'], string>>> = {
  error: 'shows an error (such as #N/A). Correct the formula or type the value.',
  uncalculated: 'has a formula without a saved value. Open the sheet in a spreadsheet program and save it again.',
  unreadable: 'contains characters that can’t be read. Type the value again, and save the file as "CSV UTF-8".',
  merged: 'is merged with others. Unmerge the cells and fill in each.',
  scaled: 'is shown without its last digits. Format the column as text and type the value again.',
  lengthened: 'is shown with digits that it does not have. Format the column as text and type the value again.',
  long: 'is a number of more than 15 digits, of which a spreadsheet keeps only 15. Format the column as text and type the value again.',
  date: 'was turned into a date by a spreadsheet. Format the column as text and type the value again.',
};

/** `readMerchantSheet` in a process of its own: see `readInProcess`. */
export function readMerchantSheetInProcess(source: SheetSource, worksheet?: string): Promise<MerchantSheet> {
  return readInProcess(import.meta.url, 'readMerchantSheet', source, worksheet);
}

/**
 * Reads a sheet of sub-merchants by the columns of their own table. Throws what `readSheet` throws, except errors about
 * payments.
 */
export async function readMerchantSheet(source: SheetSource, worksheet?: string): Promise<MerchantSheet> {
  const { file, head } = await sheetFile(source);
  try {
    const tables = await openTables(file, head, columnOf);
    const wanted = tables.tables.filter((one) => (worksheet === undefined ? !one.hidden : one.worksheet === worksheet));
    if (wanted.length === 0 && worksheet !== undefined)
      throw new PayrunError('sheet_worksheet_unknown', { file: file.name, worksheet, detail: 'it is not there' });
    for (const table of wanted) {
      const opened = table.open();
      const header = await findHeader(file.name, opened, columnOf, 2);
      const columns = header?.values.map(columnOf) ?? [];
      if (!header || !columns.includes('merchant')) {
        await opened.records.return();
        continue;
      }
      const results = resultBlock(header.values);
      const understood: Understood = {
        format: tables.format,
        encoding: tables.csv?.encoding.label ?? null,
        delimiter: tables.csv?.delimiter ?? null,
        headerRow: header.row,
        header: header.values,
        columns: onlyFirst(file.name, header.values, columns),
        results,
        skippedRows: header.skipped,
        ...(table.worksheet === undefined ? {} : { worksheet: table.worksheet }),
        notes: header.values.flatMap((text, at): readonly SheetNote[] =>
          columns[at] === null && text.trim() !== '' && !(results && at >= results.from && at < results.to)
            ? [
                {
                  code: 'column_not_known',
                  text: `Column ${columnLetters(at)}, "${text.trim()}", is not recognized and is not used.`,
                },
              ]
            : [],
        ),
      };
      const rows: SheetRow[] = [];
      for (const record of header.below) rows.push(...rowOf(understood, record));
      for await (const records of opened.records) for (const record of records) rows.push(...rowOf(understood, record));
      await file.unchanged();
      return { name: file.name, understood, rows };
    }
    throw new PayrunError('sheet_no_header', {
      file: file.name,
      detail: 'none of its first 30 lines has a merchant column and another sub-merchant column',
    });
  } catch (error) {
    throw fileError(file.name, error);
  }
}

/** The sheet for writing the results: secrets are masked. */
export function maskedSheet({ name, understood, rows }: MerchantSheet): OpenSheet {
  return {
    name,
    understood,
    async *rows(most = 200) {
      for (let from = 0; from < rows.length; from += most) {
        yield rows.slice(from, from + most).map((row) => ({
          ...row,
          original: row.original.map((text, at) =>
            text.trim() === '' ? text : shownCell(understood.columns[at] ?? null, text),
          ),
        }));
      }
    },
    noticed: () => ({ decimal: null, totals: { notes: [], difference: null }, unused: [] }),
    close: async () => {},
  };
}

function onlyFirst(file: string, header: readonly string[], columns: readonly (string | null)[]) {
  for (const [at, name] of columns.entries()) {
    const first = columns.indexOf(name);
    if (name === null || first === at) continue;
    const detail = `"${header[first]!.trim()}" in column ${columnLetters(first)} and "${header[at]!.trim()}" in column ${columnLetters(at)}`;
    throw new PayrunError('sheet_column_twice', { file, column: name, detail });
  }
  return columns;
}

/**
 * Empty for a blank line. A row with too few or too many fields has no cells, because its values cannot be matched to
 * columns.
 */
function rowOf({ header, columns, format }: Understood, record: SheetRecord): readonly SheetRow[] {
  if (!hasText(record)) return [];
  const original = record.values.map(restore);
  const filled = original.findLastIndex((value) => value.trim() !== '') + 1;
  if (format === 'csv' && (filled > header.length || original.length < header.length)) {
    const message = `The row has ${original.length} fields, the header has ${header.length}. Nothing in this row was read.`;
    // Secrets among the values are not known either, so nothing of the row is shown.
    return [
      {
        row: record.row,
        cells: {},
        original: original.map(() => ''),
        findings: [problem('row_fields', null, message)],
      },
    ];
  }
  const findings: Finding[] = record.hidden
    ? [
        problem(
          'row_hidden',
          null,
          'This row is hidden, manually or by a filter, so Payrun ignores it. Unhide it, or delete it.',
        ),
      ]
    : [];
  const cells: Record<string, string> = {};
  for (const [at, name] of columns.entries()) {
    const value = original[at]?.trim();
    if (name !== null && value) cells[name] = value;
  }
  for (const { at, kind } of record.marks ?? []) {
    const name = columns[at];
    if (name && SPOILT[kind]) findings.push(problem('cell_spoilt', name, `The cell of ${name} ${SPOILT[kind]}`));
  }
  return [{ row: record.row, cells, original, findings }];
}
