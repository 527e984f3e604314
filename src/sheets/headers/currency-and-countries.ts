import { getCountryCurrency } from './currency-of-country.ts';

/** Fewer rows than this show no system. */
const LEAST_ROWS = 3;
/** A sheet with one of these says itself which currency recipients get. */
const SAYS_BOTH = ['targetCurrency', 'targetAmount', 'amountCurrency', 'accountCurrency'];

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

export interface CurrencyMismatch {
  /** The one currency of all amounts. */
  readonly stated: string;
  /** The one currency of all countries in which the accounts are. */
  readonly used: string;
  /** Positions of other columns that hold only `used` and are otherwise unknown. */
  readonly others: readonly number[];
}

/**
 * If all amounts are in one currency and all accounts are in countries of another, the currency column may be the wrong
 * one, such as the merchant's own currency. Null if not, or if too few rows show it.
 */
export function currencyMismatch(
  columns: readonly (string | null)[],
  cellsOf: readonly (readonly string[])[],
  isUnknown: (at: number) => boolean,
  /** The currency that the header of the amount states: "Amount (EUR)". */
  unit: string | null,
): CurrencyMismatch | null {
  if (SAYS_BOTH.some((name) => columns.includes(name)) || !columns.includes('amount')) return null;
  const of = (name: string): readonly string[] => cellsOf[columns.indexOf(name)] ?? [];
  const stated = onlyOne(columns.includes('currency') ? of('currency') : unit === null ? [] : [unit]);
  const countries = [of('iban').map((text) => text.slice(0, 2)), of('accountCountry'), of('country')];
  const where = countries.find((codes) => codes.length >= LEAST_ROWS) ?? [];
  const used = onlyOne(where.map((code) => getCountryCurrency(code.trim().toUpperCase()) ?? ''));
  if (stated === null || used === null || stated === used) return null;
  const others = cellsOf.flatMap((cells, at) => (isUnknown(at) && onlyOne(cells) === used ? [at] : []));
  return { stated, used, others };
}

/** The currency that all of the texts are; null if they are not one. */
function onlyOne(texts: readonly string[]): string | null {
  const [first = '', ...more] = new Set(texts.map((text) => text.trim().toUpperCase()));
  return more.length === 0 && CODES.has(first) ? first : null;
}
