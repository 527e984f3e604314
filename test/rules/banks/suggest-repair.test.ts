import { describe, expect, it } from 'vitest';
import type { Cells } from '../../../src/model.ts';
import { checkIban } from '../../../src/rules/banks/iban.ts';
import { suggestRepair } from '../../../src/rules/banks/suggest-repair.ts';

const suggested = (code: string, column: string, cells: Cells) =>
  suggestRepair({ code, column, severity: 'error', message: '' }, cells);
const ofIban = (iban: string) => suggested(checkIban(iban).findings[0]!.code, 'iban', { iban });

const swapped = (iban: string, at: number) => iban.slice(0, at) + iban[at + 1] + iban[at] + iban.slice(at + 2);

describe('the suggestion for a wrong number', () => {
  it.each([
    ['two neighbours of a Spanish IBAN', swapped('ES9121000418450200051332', 8), 'characters 9 and 10 are swapped'],
    ['two neighbours, typed in groups', 'es91 2100 4018 4502 0005 1332', 'characters 9 and 10 are swapped'],
    ['one digit of a French IBAN', 'FR1420041010050500023M02606', 'character 20 is 1'],
    ['a letter O for a zero', 'FR142O041010050500013M02606', 'character 6 is 0'],
    ['one digit of a Belgian IBAN', 'BE68539007547035', 'character 16 is 4'],
    [
      'two neighbours over the border of the check digits',
      swapped('FR1420041010050500013M02606', 3),
      'characters 4 and 5 are swapped',
    ],
  ])('%s', (_, iban, says) => {
    expect(ofIban(iban)).toBe(
      `The check digits match if ${says}. Check it with the recipient: Payrun does not change the number.`,
    );
  });

  it('is absent if more than one IBAN fits, or none', () => {
    // Without a national check some two of a hundred and fifty other characters fit by chance.
    expect(ofIban('DE89370400440532013001')).toBeNull();
    expect(ofIban('ES0000000000000000000000')).toBeNull();
    expect(suggested('iban_length', 'iban', { iban: 'ES912100041845020005133' })).toBeNull();
  });

  it('is always the intended IBAN, for every typing error in one with a national check', () => {
    const iban = 'ES9121000418450200051332';
    let suggestions = 0;
    for (let at = 0; at + 1 < iban.length; at++) {
      const wrong = swapped(iban, at);
      if (wrong === iban || checkIban(wrong).findings[0]?.code.match(/check/) === undefined) continue;
      const says = ofIban(wrong);
      if (says === null) continue;
      suggestions++;
      expect(says).toContain(`characters ${at + 1} and ${at + 2} are swapped`);
    }
    expect(suggestions).toBeGreaterThan(10);
  });

  it.each([
    ['an ABA', 'branch_code_zeros_lost', 'branchId', { country: 'US', branchId: '21000021' }, 'a 0'],
    ['a CLABE', 'account_number_zeros_lost', 'accountNum', { country: 'MX', accountNum: '32180000118359719' }, 'a 0'],
    [
      'an ABA in the country of the account',
      'branch_code_zeros_lost',
      'branchId',
      { country: 'GB', accountCountry: 'us', branchId: '21000021' },
      'a 0',
    ],
    [
      'a number whose check digits then do not fit',
      'branch_code_zeros_lost',
      'branchId',
      { country: 'US', branchId: '21000022' },
      null,
    ],
    ['a number without check digits', 'branch_code_zeros_lost', 'branchId', { country: 'AU', branchId: '62000' }, null],
    [
      'a country that there is not',
      'branch_code_zeros_lost',
      'branchId',
      { country: 'constructor', branchId: '1' },
      null,
    ],
    [
      'a wrong digit, which any place can make right',
      'branch_code_check_digits',
      'branchId',
      { country: 'US', branchId: '012000021' },
      null,
    ],
  ] as const)('lost zeros of %s', (_, code, column, cells, zeros) => {
    expect(suggested(code, column, cells as unknown as Cells)).toBe(
      zeros &&
        `The check digits match with ${zeros} in front. Check it with the recipient: Payrun does not change the number.`,
    );
  });
});
