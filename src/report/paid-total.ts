import type { Db } from '../ledger/open-ledger.ts';
import { totalsByState } from '../ledger/status.ts';
import { formatMinor, readServiceAmount } from '../money.ts';

/** Money that left for somebody and has not come back. */
const PAID: readonly string[] = ['started', 'processed'];

/**
 * The control total of what runs paid, in the form of a sheet's first line: `PAYRUN,<count>,<currency>,<total>[,...]`.
 * Null where they paid nothing.
 */
export async function paidTotal(db: Db, runs: readonly bigint[]): Promise<string | null> {
  let count = 0;
  const sums = new Map<string, bigint>();
  for (const { currency, state, rows, amount } of await totalsByState(db, runs)) {
    if (currency === null || !PAID.includes(state)) continue;
    count += rows;
    sums.set(currency, (sums.get(currency) ?? 0n) + readServiceAmount(amount ?? '0', currency)!);
  }
  if (count === 0) return null;
  return ['PAYRUN', count, ...[...sums].flatMap(([currency, minor]) => [currency, formatMinor(minor, currency)])].join(
    ',',
  );
}
