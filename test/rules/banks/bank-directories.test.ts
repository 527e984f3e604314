import { describe, expect, it } from 'vitest';
import type { Cells } from '../../../src/model.ts';
import { readBankAccount } from '../../../src/rules/banks/bank-account.ts';
import { isKnownIfsc, listedBankName } from '../../../src/rules/banks/bank-directories.ts';

const CONTEXT = { environment: 'production', recipientName: 'Ada Lovelace' } as const;
const read = (country: string, cells: Cells) =>
  readBankAccount({ accountCountry: country, ...cells }, { ...CONTEXT, addressCountry: country }).findings;
const LISTS: ReadonlySet<string> = new Set(['uk_modulus', 'ifsc_not_listed', 'bsb_not_listed']);

describe('numbers that no list of banks has', () => {
  it.each<[string, Cells, string | null]>([
    ['GB', { branchId: '60-16-13', accountNum: '31926819' }, null],
    ['GB', { branchId: '60-16-13', accountNum: '31926818' }, 'accountNum uk_modulus'],
    ['GB', { iban: 'GB29NWBK60161331926819' }, null],
    ['GB', { iban: 'GB56NWBK60161331926818' }, 'iban uk_modulus'],
    ['IN', { branchId: 'HDFC0000001', accountNum: '123456789012' }, null],
    ['IN', { branchId: 'SBIN0000300', accountNum: '123456789012' }, null],
    ['IN', { branchId: 'HDFC0888888', accountNum: '123456789012' }, 'branchId ifsc_not_listed'],
    ['IN', { branchId: 'XXXX0000001', accountNum: '123456789012' }, 'branchId ifsc_not_listed'],
    ['AU', { branchId: '062-000', accountNum: '12345678' }, null],
    ['AU', { branchId: '633000', accountNum: '12345678' }, null],
    ['AU', { branchId: '774-001', accountNum: '12345678' }, null],
    ['AU', { branchId: '631000', accountNum: '12345678' }, 'branchId bsb_not_listed'],
    ['AU', { branchId: '990-001', accountNum: '12345678' }, 'branchId bsb_not_listed'],
    // Another country's numbers are not looked up, and wrong ones have been said already.
    ['US', { branchId: '021000021', accountNum: '31926818' }, null],
  ])('%s %j: %s', (country, cells, wanted) => {
    const found = read(country, cells).filter(({ code }) => LISTS.has(code));
    expect(found.map(({ column, code }) => `${column} ${code}`)).toEqual(wanted === null ? [] : [wanted]);
    for (const { severity, message, value } of found) {
      expect(severity).toBe('warning');
      expect(message).toMatch(/\d{4}\)/);
      for (const full of Object.values(cells)) expect(`${message} ${value}`).not.toContain(full);
    }
  });

  it('does not include a sort code in another form', () => {
    const output = read('GB', { branchId: '60-16-1', accountNum: '31926818' }).map(({ code }) => code);
    expect(output.length).toBeGreaterThan(0);
    expect(output).not.toContain('uk_modulus');
  });

  it('knows branches by number and by letters', () => {
    expect(['ABNA0NEFT02', 'ABHY0065032', 'ABHY0065033', 'ABHY0065034'].map(isKnownIfsc)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });
});

it.each([
  ['AU', '062000', 'Commonwealth Bank'],
  ['AU', '325185', 'Beyond Bank'],
  ['AU', '990001', null],
  ['GB', '062000', null],
  ['AU', undefined, null],
])('the bank of %s %s is %s', (country, branchId, name) => {
  expect(listedBankName({ country, branchId })).toBe(name);
});
