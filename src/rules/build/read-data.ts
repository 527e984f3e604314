import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

export type DataRow = Readonly<Record<string, string>>;

/** The rows of a data file in src/rules/data, by column name; an empty cell is ''. */
export function readData(name: string): DataRow[] {
  return parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'), { columns: true }) as DataRow[];
}

/** A string as a TypeScript literal in single quotes. */
export function quoted(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'`;
}
