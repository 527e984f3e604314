import type { Money } from '../model.ts';
import { decimalsOf } from '../money.ts';

const DIGITS = 6;

/**
 * The rate from the sent currency to the one that recipients get, as decimal text. Null if they get the same currency,
 * or several: then no single rate applies. `arrives` has minor units as text, by currency.
 */
export function effectiveRate(sent: Money, arrives: Readonly<Record<string, string>> | null): string | null {
  const [only, ...others] = Object.entries(arrives ?? {});
  if (!only || others.length > 0 || only[0] === sent.currency || sent.minor <= 0n) return null;
  const [currency, minor] = only;
  const scale = 10n ** BigInt(DIGITS + decimalsOf(sent.currency));
  const scaled = (BigInt(minor) * scale) / (sent.minor * 10n ** BigInt(decimalsOf(currency)));
  const digits = scaled.toString().padStart(DIGITS + 1, '0');
  return `${digits.slice(0, -DIGITS)}.${digits.slice(-DIGITS)}`;
}
