import { neutralise } from '../sheets/cells/formula-guard.ts';

const SPECIAL = /["\r\n,]|^\s|\s$/;

/** One line of a CSV, with its line end. No cell can become a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells
    .map((cell) => {
      const safe = neutralise(cell);
      return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(',')}\r\n`;
}

/** The first character of a CSV: with it, Excel reads the file as UTF-8. */
export const CSV_BEGIN = '\uFEFF';
