import { describe, expect, it } from 'vitest';
import { checkMerchantRow } from '../../src/merchants/check-row.ts';
import { MERCHANT_COLUMNS } from '../../src/merchants/columns.ts';
import { type Cells, SAMPLE_ROWS } from './partner-world.ts';

const good = SAMPLE_ROWS[0]!;
const columnsOf = (cells: Cells, creating = true) => checkMerchantRow(cells, creating).map(({ column }) => column);

describe('the columns of sub-merchants', () => {
  it.each(SAMPLE_ROWS.map((row) => [row.merchant, row] as const))('%s of the sample has no error', (_, row) => {
    expect(checkMerchantRow(row, true)).toEqual([]);
  });

  it.each(MERCHANT_COLUMNS.map((entry) => [entry.name, entry] as const))('%s accepts its example', (_, entry) => {
    expect(entry.wrong(entry.example)).toBeNull();
  });

  const bad = MERCHANT_COLUMNS.flatMap((entry) =>
    entry.bad.map((value) => [entry.name, value.slice(0, 40), value] as const),
  );
  it.each(bad)('%s refuses %s', (name, _, value) => {
    const found = checkMerchantRow({ ...good, [name]: value }, true).filter(({ column }) => column === name);
    expect(found).toHaveLength(1);
    expect(found[0]!.message).toContain(MERCHANT_COLUMNS.find((entry) => entry.name === name)!.example);
  });

  it.each(MERCHANT_COLUMNS.map((entry) => [entry.name, entry] as const))(
    'every column has a bad value, also %s',
    (_, entry) => {
      expect(entry.bad.length).toBeGreaterThan(0);
    },
  );

  it.each(MERCHANT_COLUMNS.filter(({ needed }) => needed !== null).map(({ name, needed }) => [name, needed] as const))(
    '%s is needed (%s)',
    (name, needed) => {
      const { [name]: _, ...rest } = good;
      expect(columnsOf(rest)).toContain(name);
      expect(columnsOf(rest, false).includes(name)).toBe(needed === 'always');
    },
  );

  const CROSS: readonly [what: string, change: Cells, column: string | null][] = [
    ['GB goes with GBP', { country: 'GB', currency: 'GBP' }, null],
    ['AU goes with AUD', { country: 'AU', currency: 'AUD' }, null],
    ['a country of the euro area goes with EUR', { country: 'hr', currency: 'eur' }, null],
    ['US does not go with EUR', { country: 'US', currency: 'EUR' }, 'currency'],
    ['a country without a pair is none for a merchant', { country: 'CH', currency: 'CHF' }, 'country'],
    ['the business is in the country of the merchant', { businessCountry: 'CA' }, 'businessCountry'],
    ['the country of the business may be said', { businessCountry: 'us' }, null],
    ['a state is no province', { country: 'CA', currency: 'CAD', businessRegion: 'TX' }, 'businessRegion'],
    ['a province by its name', { country: 'CA', currency: 'CAD', businessRegion: 'Québec' }, null],
    ['a funding account needs all of it', { bankTransit: '' }, 'bankTransit'],
    ['one deposit alone verifies nothing', { checkVerification1: '0.12' }, 'checkVerification2'],
    ['two deposits', { checkVerification1: '0.12', checkVerification2: '0.34' }, null],
    [
      'a verification goes alone',
      { checkVerification1: '0.12', checkVerification2: '0.34', checkSignatory: 'Ana' },
      'checkVerification1',
    ],
    ['a masked secret is typed again', { paypalSecret: '***cret' }, 'paypalSecret'],
  ];
  it.each(CROSS)('%s', (_, change, column) => {
    const cells = Object.fromEntries(Object.entries({ ...good, ...change }).filter(([, value]) => value !== ''));
    expect(columnsOf(cells)).toEqual(column === null ? [] : [column]);
  });

  it('never shows a secret in a problem', () => {
    for (const { name, sensitive, bad: values } of MERCHANT_COLUMNS) {
      if (!sensitive) continue;
      for (const value of values) {
        if (value.length < 5) continue;
        const output = JSON.stringify(checkMerchantRow({ ...good, [name]: value }, true));
        expect(output).not.toContain(value);
      }
    }
  });
});
