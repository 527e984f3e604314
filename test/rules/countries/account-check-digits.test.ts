import { describe, expect, it } from 'vitest';
import {
  fillNewZealandGroups,
  isCbu,
  isClabe,
  isNewZealandAccount,
  isRoutingNumber,
} from '../../../src/rules/countries/account-check-digits.ts';

const good = [
  ['a routing number', isRoutingNumber, ['021000021', '011401533', '091000019', '121000248', '026009593', '322271627']],
  ['a CLABE', isClabe, ['032180000118359719', '002010077777777771', '012180015419659725', '646180110400000007']],
  ['a CBU', isCbu, ['2850590940090418135201', '0170099220000067797370', '0070999020000065706080']],
] as const;

describe.each(good)('%s', (_, check, numbers) => {
  it.each(numbers)('%s has the right check digits', (number) => {
    expect(check(number)).toBe(true);
  });

  it.each(numbers)('%s is refused with any one digit changed', (number) => {
    for (let at = 0; at < number.length; at++) {
      for (const digit of '0123456789') {
        if (digit === number[at]) continue;
        const changed = number.slice(0, at) + digit + number.slice(at + 1);
        expect(check(changed), changed).toBe(false);
      }
    }
  });
});

describe('the check digit of a New Zealand account', () => {
  it.each(['010902006838900', '0109020068389000', '123140017132350', '389000000000100'])('of %s fits', (number) => {
    expect(isNewZealandAccount(number)).toBe(true);
  });

  it.each([
    ['08', 'D', '086523195451200', '086523195451201', '086523195451300'],
    ['26', 'G', '2626000320871032', '', '2626000320871033'],
    ['25', 'F', '252500000012700', '252500000012701', '252500000012800'],
    ['09', 'E', '090000000007400', '', '090000000007500'],
  ])('of bank %s is that of algorithm %s', (_, __, right, otherSuffix, wrong) => {
    expect(isNewZealandAccount(right)).toBe(true);
    if (otherSuffix !== '') expect(isNewZealandAccount(otherSuffix)).toBe(true);
    expect(isNewZealandAccount(wrong)).toBe(false);
  });

  it('is checked for no account of bank 31', () => {
    expect(isNewZealandAccount('312840011930100')).toBe(true);
    expect(isNewZealandAccount('312840011930200')).toBe(true);
  });

  it('is not known for every bank', () => {
    expect(isNewZealandAccount('010902006839800')).toBe(false);
    expect(isNewZealandAccount('990902006839800')).toBe(true);
  });
});

describe('the groups of a New Zealand account', () => {
  it.each([
    ['1-902-68389-0', '01-0902-0068389-00'],
    ['01 0902 0068389 000', '01-0902-0068389-000'],
    ['010902006838900', '010902006838900'],
    ['01-0902-0068389', '01-0902-0068389'],
    ['01-0902-0068389-00-1', '01-0902-0068389-00-1'],
    ['', ''],
  ])('%s is %s', (text, filled) => {
    expect(fillNewZealandGroups(text)).toBe(filled);
  });
});
