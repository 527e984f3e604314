import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';

export type DataRow = Readonly<Record<string, string>>;

/** The rows of a data file in src/rules/data by their header's names; a column that is empty is ''. */
export function readData(name: string): DataRow[] {
  return parse(readFileSync(new URL(`../data/${name}`, import.meta.url), 'utf8'), { columns: true }) as DataRow[];
}

/** A string as TypeScript with single quotes. */
export function quoted(text: string): string {
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${body}'`;
}
