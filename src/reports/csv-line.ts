import { neutralise } from '../sheets/cells/formula-guard.ts';

const SPECIAL = /["\r\n,]|^\s|\s$/;

/** A line of a CSV, with its end. No cell of it can become a formula. */
export function csvLine(cells: readonly string[]): string {
  return `${cells
    .map((cell) => {
      const safe = neutralise(cell);
      return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
    })
    .join(',')}\r\n`;
}

/** What a CSV begins with: Excel takes it for UTF-8 without asking. */
export const CSV_BEGIN = '\uFEFF';
