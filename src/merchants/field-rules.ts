import { COUNTRIES } from '../rules/countries/countries.ts';
import { isCurrency } from '../rules/countries/currencies.ts';
import { readRegion } from '../rules/countries/region.ts';

/** A test of a cell, and its rule as text after "must be". Values are trimmed and never empty. */
export interface CellRule {
  readonly expects: string;
  readonly holds: (value: string) => boolean;
}

const YES: ReadonlySet<string> = new Set(['yes', 'y', 'true', '1', 'on']);
const NO: ReadonlySet<string> = new Set(['no', 'n', 'false', '0', 'off']);

/** True for yes, false for no, null for any other text. */
export function readFlag(value: string): boolean | null {
  const word = value.toLowerCase();
  return YES.has(word) ? true : NO.has(word) ? false : null;
}

/** Words separated by spaces, commas or semicolons. */
export const splitWords = (value: string): readonly string[] => value.split(/[\s,;]+/).filter((word) => word !== '');

/** Items separated by semicolons. */
export const splitItems = (value: string): readonly string[] =>
  value.split(';').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));

const isCountry = (code: string) => /^[A-Za-z]{2}$/.test(code) && COUNTRIES[code.toUpperCase()] !== undefined;

export const textRule = (most: number): CellRule => ({
  expects: `a text of at most ${most} characters`,
  holds: (value) => value.length <= most,
});
export const digitsRule = (most: number): CellRule => ({
  expects: `digits only, at most ${most}`,
  holds: (value) => /^\d+$/.test(value) && value.length <= most,
});
export const oneOf = (words: readonly string[]): CellRule => ({
  expects: `one of ${words.join(', ')}`,
  holds: (value) => words.includes(value),
});
/** The service takes these; it does not take a host without http. */
export const url: CellRule = {
  expects: 'a web address that begins with https:// or http://',
  holds: (value) => value.length <= 500 && /^https?:\/\/[^/\s]\S*$/i.test(value) && URL.canParse(value),
};
export const flag: CellRule = { expects: 'yes or no', holds: (value) => readFlag(value) !== null };
export const country: CellRule = { expects: 'a country code of two letters', holds: isCountry };
export const currencyRule: CellRule = {
  expects: 'a currency code of three letters',
  holds: (value) => isCurrency(value.toUpperCase()),
};
export const countriesRule: CellRule = {
  expects: 'country codes of two letters, separated by spaces or commas',
  holds: (value) => splitWords(value).length > 0 && splitWords(value).every(isCountry),
};
/** `all` means every country. The service refuses countries that can never receive a bank transfer. */
export const payoutCountries: CellRule = {
  expects: 'all, or codes of countries that can receive bank transfers, separated by spaces or commas',
  holds: (value) =>
    value.toLowerCase() === 'all' ||
    (countriesRule.holds(value) &&
      splitWords(value).every((code) => COUNTRIES[code.toUpperCase()]!.receives !== 'never')),
};
export const wholeNumberRule: CellRule = {
  expects: 'a whole number, without thousands separators',
  holds: (value) => /^\d{1,15}$/.test(value),
};
export const percentage: CellRule = {
  expects: 'a percentage from 0 to 100, without the sign',
  holds: (value) => /^\d{1,3}(\.\d+)?$/.test(value) && Number(value) <= 100,
};
export const numbers: CellRule = {
  expects: 'none, or whole numbers, separated by spaces or commas',
  holds: (value) => value.toLowerCase() === 'none' || splitWords(value).every((word) => /^\d{1,9}$/.test(word)),
};
export const someOf = (words: readonly string[]): CellRule => ({
  expects: `one or more of ${words.join(', ')}, separated by spaces or commas`,
  holds: (value) =>
    splitWords(value).length > 0 && splitWords(value).every((word) => words.includes(word.toLowerCase())),
});
export const centAmount: CellRule = {
  expects: 'the amount of the small deposit, below one dollar',
  holds: (value) => /^0\.\d{2}$/.test(value),
};

/** The currency of a merchant by its country (contract, create sub-merchant, rule 2); EUR in the euro area. */
const CURRENCY_OF: Readonly<Record<string, string>> = { US: 'USD', GB: 'GBP', CA: 'CAD', AU: 'AUD' };
const EURO_AREA: ReadonlySet<string> = new Set(
  'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'.split(' '),
);

/** Null if a merchant cannot be in that country. */
export function merchantCurrency(code: string): string | null {
  return EURO_AREA.has(code) ? 'EUR' : (CURRENCY_OF[code] ?? null);
}

/** True for a province of Canada as the service takes it, by code or by name. */
export function isProvince(value: string): boolean {
  return readRegion(value, 'CA').known;
}
