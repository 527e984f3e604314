import { formatMinor, readServiceAmount } from '../money.ts';
import { type StateCounts, stateCounts, type Totals } from './outcome.ts';

/** Rows and amounts of several runs together, by currency. */
export function addTotals(all: readonly Totals[]): Totals {
  const sums = new Map<string, { rows: number; minor: bigint }>();
  for (const [currency, { rows, amount }] of all.flatMap((totals) => Object.entries(totals))) {
    const { rows: before = 0, minor = 0n } = sums.get(currency) ?? {};
    sums.set(currency, { rows: before + rows, minor: minor + readServiceAmount(amount, currency)! });
  }
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([currency, { rows, minor }]) => [currency, { rows, amount: formatMinor(minor, currency) }]),
  );
}

/** How many payments of several runs are in each state. */
export function addCounts(all: readonly StateCounts[]): StateCounts {
  return stateCounts((state) => all.reduce((sum, counts) => sum + counts[state], 0));
}
