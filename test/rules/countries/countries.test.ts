import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getDecimals } from '../../../src/money.ts';
import { TARGETS } from '../../../src/rules/build/main.ts';
import { readData } from '../../../src/rules/build/read-data.ts';
import { COUNTRIES, findCountryCode, IBAN_SHAPES, isCountry } from '../../../src/rules/countries/countries.ts';
import { CURRENCIES, isCurrency, WITHDRAWN } from '../../../src/rules/countries/currencies.ts';

const countries = Object.values(COUNTRIES);

describe('the generated tables', () => {
  it.each(TARGETS.map((target) => [target.file.pathname.split('/').at(-1), target] as const))(
    '%s equals the data files',
    (_, { file, source }) => {
      expect(readFileSync(file, 'utf8') === source()).toBe(true);
    },
  );
});

describe('the country table', () => {
  it('has the 249 countries of ISO 3166 and Kosovo', () => {
    expect(countries).toHaveLength(250);
    expect(isCountry('XK')).toBe(true);
    for (const code of ['UK', 'EU', 'AN', 'constructor', '__proto__', '']) expect(isCountry(code), code).toBe(false);
  });

  it('has every country of the data files with the currency it names', () => {
    for (const { country, currency } of readData('country-rules.csv'))
      expect(COUNTRIES[country!]).toMatchObject({ currency });
    for (const code of Object.keys(IBAN_SHAPES)) expect(COUNTRIES[code]!.iban, code).toMatch(/required|optional/);
  });

  it.each(countries.filter(({ accountNum }) => accountNum).map((country) => [country.code, country] as const))(
    'of %s has examples that fit its own patterns',
    (_, country) => {
      for (const rule of [country.accountNum, country.branchId, country.bankId]) {
        if (!rule) continue;
        const example = rule.example.replaceAll('-', '');
        expect(example).toMatch(rule.pattern);
        if (rule.checkDigits) expect(rule.checkDigits(example), rule.name).toBe(true);
        if (rule.digits) expect(example).toHaveLength(rule.digits);
      }
    },
  );

  it.each(countries.map((country) => [country.code, country] as const))(
    'of %s requires an IBAN or an account number, and has an existing currency',
    (code, country) => {
      expect((country.iban === 'required') === (country.accountNum === null)).toBe(true);
      expect(country.ibanCode !== null || country.iban !== 'required').toBe(true);
      expect(isCurrency(country.currency) || code === 'AQ').toBe(true);
    },
  );

  it('gives territories the fields of the banks that they use', () => {
    expect(COUNTRIES.PR).toMatchObject({ code: 'PR', currency: 'USD', branchId: { name: 'routing number' } });
    expect(COUNTRIES.JE).toMatchObject({ code: 'JE', branchId: { name: 'sort code' }, ibanCode: 'GB' });
    expect(COUNTRIES.GP).toMatchObject({ iban: 'required', ibanCode: 'FR', sepa: true });
  });

  it.each(['AF', 'BY', 'CU', 'CI', 'LR', 'LY', 'RU', 'SS', 'SD', 'SY', 'IR', 'KP'])('never pays to %s', (code) => {
    expect(COUNTRIES[code]!.receives).toBe('never');
  });

  it.each([
    ['Germany', 'DE'],
    ['UNITED KINGDOM', 'GB'],
    ['uk', 'GB'],
    ['Turkey', 'TR'],
  ])('knows %s as %s', (name, code) => {
    expect(findCountryCode(name)).toBe(code);
  });
});

describe('the currency table', () => {
  it('is that of 2026', () => {
    for (const code of ['XCG', 'EUR', 'ZWG', 'SLE', 'VED']) expect(isCurrency(code), code).toBe(true);
    for (const code of ['ANG', 'BGN', 'HRK', 'XAU', 'XXX', 'XTS', 'EURO', 'eur', 'toString']) {
      expect(isCurrency(code), code).toBe(false);
    }
  });

  it('has the decimals that amounts are counted in', () => {
    for (const { code, decimals } of Object.values(CURRENCIES)) expect(getDecimals(code), code).toBe(decimals);
  });

  it('names an existing successor of every withdrawn one', () => {
    for (const [code, successor] of Object.entries(WITHDRAWN)) {
      expect(isCurrency(code), code).toBe(false);
      expect(isCurrency(successor), successor).toBe(true);
    }
  });
});
