import type { Money } from '../model.ts';
import { getDecimals } from '../money.ts';

const DIGITS = 6;

/**
 * The average rate from the currency of the balance to the one that recipients get, as decimal text. Null if they get
 * the same currency, or several: then no single rate applies. `converted` is what was sent without the fees that
 * recipients bear, which are taken off before the exchange. `arrives` has minor units as text, by currency.
 */
export function averageRate(converted: Money, arrives: Readonly<Record<string, string>> | null): string | null {
  const [only, ...others] = Object.entries(arrives ?? {});
  if (!only || others.length > 0 || only[0] === converted.currency || converted.minor <= 0n) return null;
  const [currency, minor] = only;
  const scale = 10n ** BigInt(DIGITS + getDecimals(converted.currency));
  const scaled = (BigInt(minor) * scale) / (converted.minor * 10n ** BigInt(getDecimals(currency)));
  const digits = scaled.toString().padStart(DIGITS + 1, '0');
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`;
}
