import { neutralize, neutralizeAll } from '../sheets/cells/formula-guard.ts';

const SPECIAL = /["\r\n,]|^\s|\s$/;

/** One line of a CSV, with its line end. No cell can become a formula. Payrun reads every cell back unchanged. */
export const csvLine = (cells: readonly string[]): string => lineOf(cells.map(neutralize));

/**
 * The same for a CSV that Payrun does not read back: no cell can become a formula, whatever separator a program uses.
 */
export const exportedCsvLine = (cells: readonly string[]): string => lineOf(cells.map(neutralizeAll));

function lineOf(cells: readonly string[]): string {
  return `${cells.map((safe) => (SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe)).join(',')}\r\n`;
}

/** The first character of a CSV: with it, Excel reads the file as UTF-8. */
export const CSV_BEGIN = '\uFEFF';

/** The text of a CSV file that opens in Excel. */
export async function* csvText(lines: AsyncIterable<readonly (readonly string[])[]>, line = exportedCsvLine) {
  yield CSV_BEGIN;
  for await (const page of lines) yield page.map(line).join('');
}
