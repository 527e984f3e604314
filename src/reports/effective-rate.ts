import type { Money } from '../model.ts';
import { decimalsOf } from '../money.ts';

const DIGITS = 6;

/**
 * What one unit of what is sent comes to where it arrives, as decimal text; null where it arrives in no other currency or
 * in several, because then no one rate is that of the whole. `arrives` is minor units as text, by currency.
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
