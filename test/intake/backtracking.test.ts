import { expect, it } from 'vitest';
import { checkRow } from '../../src/intake/check-row.ts';
import type { Cells } from '../../src/model.ts';
import { COLUMNS } from '../../src/sheets/headers/columns.ts';

const BASES: readonly Cells[] = [
  { country: 'DE', iban: 'DE89370400440532013000' },
  { country: 'GB', branchId: '601613', accountNum: '31926819' },
  { country: 'BR', accountCountry: 'US', branchId: '021000021', accountNum: '1' },
  { paypalEmail: 'ada@example.com', country: 'AR' },
].map((cells) => ({ amount: '100.00', currency: 'EUR', type: 'individual', firstName: 'A', lastName: 'B', ...cells }));

/** Each is repeated, and ended by a character that makes a regular expression go back. */
const UNITS = [
  'a',
  'a.',
  'a@a.',
  '1',
  '1 ',
  ' ',
  '\u00a0',
  '-',
  '.-',
  '(-)',
  'iban ',
  'IBAN',
  'A1',
  'po ',
  'p.o.',
  '9,',
  '+',
  '\u0661',
];

/** Processor time, µs: how busy the machine is does not count. */
function checkAll(length: number): number {
  const began = process.cpuUsage();
  for (const unit of UNITS) {
    const text = `${unit.repeat(length / unit.length)}!`;
    for (const base of BASES) {
      for (const { name } of COLUMNS) {
        checkRow(
          { row: 1, cells: { ...base, [name]: text }, original: [], findings: [] },
          { merchantCountry: 'US', environment: 'production' },
        );
      }
    }
  }
  return process.cpuUsage(began).user;
}

it('a text of 100 kB in any cell takes no more than its length times that of 12.5 kB', { retry: 3 }, () => {
  checkAll(1000);
  const short = Math.min(checkAll(12_500), checkAll(12_500));
  const long = Math.min(checkAll(100_000), checkAll(100_000));
  // Eight times the length; a regular expression that backtracks takes 64 times as long, or never ends.
  expect(long / short).toBeLessThan(24);
});
