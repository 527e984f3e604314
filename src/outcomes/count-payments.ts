import type { PaymentState } from '../states.ts';

export function countPayments(groups: readonly { readonly payments: number }[]): number {
  return groups.reduce((sum, { payments }) => sum + payments, 0);
}

/** The number of payments in any of these states. */
export function countIn(
  counts: Readonly<Partial<Record<PaymentState, number>>>,
  states: readonly PaymentState[],
): number {
  return states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);
}

export function countAll(counts: Readonly<Partial<Record<PaymentState, number>>>): number {
  return countIn(counts, Object.keys(counts) as PaymentState[]);
}
