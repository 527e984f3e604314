import { describe, expect, it } from 'vitest';
import { readBankAccount } from '../../src/rules/banks/bank-account.ts';
import { COUNTRIES, IBAN_SHAPES } from '../../src/rules/countries/countries.ts';
import { getRoute, routeMinimum } from '../../src/rules/countries/routes.ts';
import { isRefused } from '../../src/rules/finding.ts';
import { examplesOf } from './country-examples.ts';

const CONTEXT = { environment: 'production', recipientName: 'Ada Lovelace', addressCountry: '' } as const;
const countries = Object.values(COUNTRIES).map((country) => [country.code, country] as const);
const RECEIVING = countries.filter(([, { receives }]) => receives !== 'never');

describe('a bank account by the examples of its country', () => {
  it.each(RECEIVING)('in %s is valid where it should be', (_, country) => {
    const { good } = examplesOf(country);
    expect(good.length).toBeGreaterThan(0);
    for (const cells of good) {
      const { fields, findings } = readBankAccount(cells, CONTEXT);
      expect(isRefused(findings), JSON.stringify(findings)).toBe(false);
      expect(fields).toMatchObject({ country: country.code, currency: cells.accountCurrency ?? country.currency });
      expect(Boolean(fields.iban) !== Boolean(fields.accountNum)).toBe(true);
    }
  });

  it.each(RECEIVING)('in %s is refused or doubted where it should be', (_, country) => {
    for (const { cells, column, code, severity } of examplesOf(country).bad) {
      const { findings } = readBankAccount(cells, CONTEXT);
      const found = findings.find((one) => one.column === column && one.code.startsWith(code));
      expect(found?.severity, `${JSON.stringify(cells)}: ${code} in ${JSON.stringify(findings)}`).toBe(severity);
    }
  });

  it('has both kinds for every country of the table, and an IBAN for every country of the registry', () => {
    for (const [code, country] of countries) {
      const { good, bad } = examplesOf(country);
      expect(good.length, code).toBeGreaterThan(0);
      expect(bad.length, code).toBeGreaterThan(3);
      expect(
        good.some(({ iban }) => iban !== undefined),
        code,
      ).toBe(country.iban !== 'no' && country.ibanCode !== null);
    }
    expect(Object.keys(IBAN_SHAPES).every((code) => COUNTRIES[code]!.ibanCode === code)).toBe(true);
  });

  it.each(countries.filter(([, { receives }]) => receives === 'never'))('in %s is refused altogether', (_, country) => {
    for (const cells of examplesOf(country).good) {
      const { findings } = readBankAccount(cells, CONTEXT);
      expect(findings.map(({ code }) => code)).toContain('country_never_receives');
      expect(isRefused(findings)).toBe(true);
    }
  });

  it.each(countries)('in %s has a route, a minimum and a dated source', (_, country) => {
    const route = getRoute({ country: country.code, currency: country.currency, sourceCurrency: 'USD' });
    for (const merchant of ['US', 'CA', 'GB', 'AU', 'NZ', 'DE']) {
      expect(routeMinimum(route, merchant, 'USD'), merchant).toBeGreaterThan(0n);
    }
    expect(country.source).toMatch(/20\d\d|general rule of a wire/);
  });
});
