import { type Checked, finding, NO_FINDINGS } from '../finding.ts';
import table from '../tables/currencies.json' with { type: 'json' };

export interface Currency {
  readonly code: string;
  readonly name: string;
  /** Number of decimals of the currency: 0, 2 or 3. */
  readonly decimals: number;
}

/** ISO 4217 as of 2026, without metals, test codes and units that no account uses. */
export const CURRENCIES: Readonly<Record<string, Currency>> = Object.assign(
  // Without a prototype, because a cell may contain "constructor".
  Object.create(null),
  Object.fromEntries(Object.entries(table).map(([code, rest]) => [code, { code, ...rest }])),
);

/** Withdrawn currencies that sheets still contain, with their successors. */
export const WITHDRAWN: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ANG: 'XCG',
  BGN: 'EUR',
  BYR: 'BYN',
  CUC: 'CUP',
  EEK: 'EUR',
  GHC: 'GHS',
  HRK: 'EUR',
  LTL: 'EUR',
  LVL: 'EUR',
  MRO: 'MRU',
  ROL: 'RON',
  SKK: 'EUR',
  SLL: 'SLE',
  STD: 'STN',
  TRL: 'TRY',
  VEF: 'VES',
  ZMK: 'ZMW',
  ZWL: 'ZWG',
});

export function isCurrency(code: string): boolean {
  return CURRENCIES[code] !== undefined;
}

/**
 * Checks a currency code of ISO 4217; returns it in upper case. For a withdrawn currency, the message names its
 * successor.
 */
export function checkCurrency(text: string, column: 'currency' | 'targetCurrency' | 'accountCurrency'): Checked {
  const value = text.length === 3 ? text.toUpperCase() : text;
  if (CURRENCIES[value]) return { value, findings: NO_FINDINGS };
  const successor = WITHDRAWN[value];
  return {
    value,
    findings: [
      successor === undefined
        ? finding('currency_unknown', column, {}, text)
        : finding('currency_withdrawn', column, { withdrawn: value, successor }, text),
    ],
  };
}
