import type { BatchRow, Quote } from '../../ledger/batches/batch-row.ts';

/**
 * Whether a new quote debits, and withholds in tax, what the quote before it did: to the cent if the source side is
 * fixed, within the tolerance in percent if the debit follows from the rate.
 */
export function isDebitHeld(
  { target_minor: target }: Pick<BatchRow, 'target_minor'>,
  before: Quote,
  after: Quote,
  tolerance: number,
): boolean {
  if (Object.keys(target).length === 0)
    return before.debitMinor === after.debitMinor && before.withheldMinor === after.withheldMinor;
  return !isAboveTolerance(BigInt(before.debitMinor), BigInt(after.debitMinor), tolerance);
}

/**
 * True if the target amount moved by more than `tolerance` percent in any currency, or cannot be compared. Amounts are
 * minor units as text, by currency.
 */
export function isPriceChanged(
  before: Readonly<Record<string, string>> | null,
  after: Readonly<Record<string, string>> | null,
  tolerance: number,
): boolean {
  if (!before || !after) return true;
  const currencies = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...currencies].some((currency) => {
    const [old, now] = [before[currency], after[currency]];
    return old === undefined || now === undefined || isAboveTolerance(BigInt(old), BigInt(now), tolerance);
  });
}

/** Hundredths of a percent are precise enough for a tolerance, and exact in bigint. */
export function isAboveTolerance(before: bigint, after: bigint, tolerance: number): boolean {
  const difference = after > before ? after - before : before - after;
  return difference * 10_000n > before * BigInt(Math.round(tolerance * 100));
}
