import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TARGETS } from './main.ts';

export interface ComparedTable {
  readonly file: string;
  /** The first lines that differ, as "line 12: ... instead of ..."; empty if the table matches the data. */
  readonly differences: readonly string[];
}

const MOST = 5;
const LONGEST = 100;

/** Compares every table with the current data files. */
export function compareTables(): readonly ComparedTable[] {
  return TARGETS.map(({ file, source }) => {
    const path = fileURLToPath(file);
    return { file: basename(path), differences: getDifferences(readFileSync(path, 'utf8'), source()) };
  });
}

export function getDifferences(found: string, expected: string): readonly string[] {
  if (found === expected) return [];
  const [actual, wanted] = [found.split('\n'), expected.split('\n')];
  const differences: string[] = [];
  let more = 0;
  for (let index = 0; index < Math.max(actual.length, wanted.length); index++) {
    if (actual[index] === wanted[index]) continue;
    if (differences.length >= MOST) more++;
    else differences.push(`line ${index + 1}: ${shown(actual[index])} instead of ${shown(wanted[index])}`);
  }
  return more > 0 ? [...differences, `and ${more.toLocaleString('en-US')} more lines`] : differences;
}

function shown(line: string | undefined): string {
  if (line === undefined) return 'nothing';
  const text = line.trim();
  return `"${text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}"`;
}
