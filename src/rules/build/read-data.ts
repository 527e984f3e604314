import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

export type DataRow = Readonly<Record<string, string>>;

/** The rows of a data file in src/rules/data, by column name; an empty cell is ''. */
export function readData(name: string): DataRow[] {
  return parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'), { columns: true }) as DataRow[];
}

/** A table as JSON with one entry a line, so that a change of one entry is a change of one line. */
export function tableText(entries: Readonly<Record<string, unknown>>): string {
  const lines = Object.entries(entries).map(([key, entry]) => `  ${JSON.stringify(key)}: ${JSON.stringify(entry)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
