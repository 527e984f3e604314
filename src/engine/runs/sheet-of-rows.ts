import { Readable } from 'node:stream';
import type { Cells } from '../../model.ts';
import { csvLine } from '../../reports/csv-line.ts';
import { COLUMNS } from '../../sheets/headers/columns.ts';
import type { SheetBytes } from '../../sheets/understood-sheet.ts';

/** Rows that did not come as a file, as a sheet: the first is row 2, below the names of the columns. */
export function createRowsSheet(name: string, rows: readonly Partial<Cells>[]): SheetBytes {
  const used = COLUMNS.map((column) => column.name).filter((column) => rows.some((row) => row[column] !== undefined));
  const lines = [used, ...rows.map((row) => used.map((column) => row[column] ?? ''))];
  const text = Buffer.from(lines.map(csvLine).join(''), 'utf8');
  return { name, content: () => Readable.from([text]) };
}
