import { getDecimals } from '../../money.ts';
import { type Cover, coverPart, getFee } from './fees.ts';
import { divideHalfUp, exchangeRate, parseRate, RATE_UNIT } from './rates.ts';

export interface PriceInput {
  readonly fixed: 'source' | 'target';
  /** The amount of the fixed side, in minor units. */
  readonly minor: bigint;
  readonly sourceCurrency: string;
  readonly targetCurrency: string;
  /** Null if the recipient has no account yet: then there is no fee. */
  readonly route: string | null;
  readonly coverFees: boolean;
  /** The merchant's cover for the fee of this route. */
  readonly cover?: Cover | undefined;
}

export interface Price {
  readonly source: bigint;
  readonly target: bigint;
  readonly rate: string;
  readonly recipientFees: bigint;
  readonly merchantFees: bigint;
  readonly coverFees: boolean;
}

/**
 * The price of a payment, rounded half up to the currency's decimals, at most two. Source fixed: target = (source -
 * recipientFees) x rate. Target fixed: source = target / rate, and the merchant pays the fee.
 */
export function getPrice(input: PriceInput): Price {
  const { fixed, minor, sourceCurrency, targetCurrency, route } = input;
  const rate = exchangeRate(sourceCurrency, targetCurrency);
  const coverFees = input.coverFees || fixed === 'target';
  const fee = getFee(route, sourceCurrency);
  if (fixed === 'target') {
    const source = divide(minor, targetCurrency, sourceCurrency, rate);
    return { source, target: minor, rate, recipientFees: 0n, merchantFees: fee, coverFees };
  }
  // The fee is never more than the amount.
  const covered = coverFees ? fee : input.cover ? coverPart(input.cover, fee, minor, sourceCurrency) : 0n;
  const left = fee - covered;
  const recipientFees = left < minor ? left : minor;
  const target = multiply(minor - recipientFees, sourceCurrency, targetCurrency, rate);
  return { source: minor, target, rate, recipientFees, merchantFees: covered, coverFees };
}

/** Converts `minor` to another currency: x rate, rounded half up. */
export function multiply(minor: bigint, from: string, to: string, rate: string): bigint {
  return rescale(minor * parseRate(rate), RATE_UNIT, from, to);
}

/** Converts `minor` to another currency: / rate, rounded half up. */
export function divide(minor: bigint, from: string, to: string, rate: string): bigint {
  return rescale(minor * RATE_UNIT, parseRate(rate), from, to);
}

function rescale(dividend: bigint, divisor: bigint, from: string, to: string): bigint {
  const decimals = getDecimals(to);
  // API amounts have at most two decimals: a third one is rounded.
  const step = decimals > 2 ? 10n : 1n;
  return step * divideHalfUp(dividend * 10n ** BigInt(decimals), divisor * 10n ** BigInt(getDecimals(from)) * step);
}
