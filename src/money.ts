import type { Money } from './model.ts';

/**
 * Decimals of the ISO 4217 currencies (list of 2026) that do not have two. Not from `Intl`, which says 0 for COP, HUF,
 * IDR and PKR.
 */
const DECIMALS: Readonly<Record<string, number>> = Object.fromEntries([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code) => [code, 0] as const),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code) => [code, 3] as const),
]);

/** The currencies that do not have two decimals. */
export const CURRENCIES_OF_OTHER_DECIMALS: readonly string[] = Object.keys(DECIMALS);

/** Decimals of a currency: 0, 2 or 3. The caller has checked that the currency exists. */
export function getDecimals(currency: string): number {
  return DECIMALS[currency] ?? 2;
}

/**
 * The reason why an amount was refused: not a plain decimal number, more decimals than the currency or the service has,
 * or zero.
 */
export type AmountFault = 'form' | 'scale' | 'zero';

const FORM = /^(\d{1,15})(?:\.(\d+))?$/;

/**
 * Reads a plain decimal number ("1240", "1240.5", "1240.50") into minor units of `currency`, exactly. The service takes
 * two decimals or none. So a third decimal other than zero is refused even for currencies that have three, and any
 * fraction is refused if the currency has none.
 */
export function parseMinor(text: string, currency: string): bigint | AmountFault {
  const match = FORM.exec(text);
  if (!match) return 'form';
  const decimals = getDecimals(currency);
  const fraction = (match[2] ?? '').replace(/(?<!0)0+$/, '');
  if (fraction.length > Math.min(decimals, 2)) return 'scale';
  const minor = BigInt(match[1]! + fraction.padEnd(decimals, '0'));
  return minor === 0n ? 'zero' : minor;
}

/**
 * The limit for a currency in minor units; null if none is set. An amount that cannot be read is treated as 0, so that
 * every payment exceeds it.
 */
export function getLimit(amounts: Readonly<Record<string, string>>, currency: string): bigint | null {
  const text = amounts[currency];
  if (text === undefined) return null;
  const minor = parseMinor(text, currency);
  return typeof minor === 'bigint' ? minor : 0n;
}

/**
 * Minor units in the form of the service and the results workbook: "1240.50"; without decimals if the currency has
 * none.
 */
export function formatMinor(minor: bigint, currency: string): string {
  const decimals = getDecimals(currency);
  const sign = minor < 0n ? '-' : '';
  const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  if (decimals === 0) return sign + digits;
  const whole = digits.slice(0, -decimals);
  const fraction = digits.slice(-decimals);
  // Currencies with three decimals are sent with two: parseMinor has refused the third.
  return `${sign}${whole}.${decimals === 3 && fraction.endsWith('0') ? fraction.slice(0, 2) : fraction}`;
}

/** For display: "1,240.50 EUR". */
export function showMoney({ currency, minor }: Money): string {
  const [whole = '', fraction] = formatMinor(minor, currency).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return `${fraction === undefined ? grouped : `${grouped}.${fraction}`} ${currency}`;
}

/**
 * Reads an amount that the service sent ("10.00", "0", "-3.25", "12.5") into minor units. Null if it is not a number,
 * or has more decimals than the currency, unless they are zeros. Never rounds.
 */
export function readServiceAmount(text: string, currency: string): bigint | null {
  const match = /^(-?)(\d{1,18})(?:\.(\d+))?$/.exec(text);
  if (!match) return null;
  const decimals = getDecimals(currency);
  const fraction = (match[3] ?? '').replace(/(?<!0)0+$/, '');
  if (fraction.length > decimals) return null;
  const minor = BigInt(match[2]!) * 10n ** BigInt(decimals) + BigInt(fraction.padEnd(decimals, '0') || '0');
  return match[1] ? -minor : minor;
}

/** A decimal amount of a document: "1,240.50 EUR". */
export function showDecimal(amount: string, currency: string): string {
  const minor = readServiceAmount(amount, currency);
  return minor === null ? `${amount} ${currency}` : showMoney({ currency, minor });
}
