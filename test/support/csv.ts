import { parse } from 'csv-parse/sync';

/** The cells of a CSV, as a spreadsheet reads them. */
export const readCsv = (text: string): readonly (readonly string[])[] =>
  parse(text, { bom: true, relax_column_count: true }) as string[][];
