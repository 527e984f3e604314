import { parse } from 'csv-parse/sync';
import type { ColumnOf } from '../headers/match-header.ts';

const DELIMITERS = [',', ';', '\t', '|'] as const;
const LINES = 30;

/**
 * Options of csv-parse for every reading of a CSV: any line end, a quote inside a cell is text, any number of fields.
 */
export const CSV_OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
};

/**
 * Finds the delimiter from the beginning of a CSV: the one under which a line has the most known column names; if
 * equal, the one under which the most lines have the same number of fields. `declared` is true if Excel's `sep=;` line
 * sets it.
 */
export function findDelimiter(sample: string, columnOf: ColumnOf): { delimiter: string; declared: boolean } {
  const declared = /^"?sep=([,;\t|])"?(?:\r|\n|$)/i.exec(sample);
  if (declared) return { delimiter: declared[1]!, declared: true };
  let best = { delimiter: ',', names: -1, even: -1 };
  for (const delimiter of DELIMITERS) {
    const lines = firstLines(sample, delimiter);
    const names = Math.max(0, ...lines.map((line) => line.filter((cell) => columnOf(cell) !== null).length));
    const widths = new Map<number, number>();
    for (const { length } of lines) if (length > 1) widths.set(length, (widths.get(length) ?? 0) + 1);
    const even = Math.max(0, ...widths.values());
    if (names > best.names || (names === best.names && even > best.even)) best = { delimiter, names, even };
  }
  return { delimiter: best.delimiter, declared: false };
}

function firstLines(sample: string, delimiter: string): string[][] {
  const lines: string[][] = [];
  try {
    parse(sample, {
      ...CSV_OPTIONS,
      delimiter,
      to: LINES,
      on_record: (record: string[]) => {
        lines.push(record);
        return null;
      },
    });
  } catch {
    // The sample may end inside quotes; the lines before still count.
  }
  return lines;
}
