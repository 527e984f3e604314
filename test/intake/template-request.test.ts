import { expect, it } from 'vitest';
import { templateCountries, templateCurrency } from '../../src/intake/template-request.ts';

it('countries are codes, each once', () => {
  expect(templateCountries('DE, us;MX DE')).toEqual(['DE', 'US', 'MX']);
  expect(templateCurrency('eur')).toBe('EUR');
});

it('an error quotes the input as it was typed', () => {
  expect(() => templateCountries('DE,XX')).toThrow('"XX": This is not a country code.');
  expect(() => templateCountries('Mexico')).toThrow('"Mexico": Enter the country as a two-letter code: MX for Mexico.');
  expect(() => templateCurrency('ABC')).toThrow('"ABC": This is not a currency code.');
});
