import { COUNTED_STATES, countPayments, type PaymentState } from '../states.ts';
import { DRY_RUN, type Reason } from './reason-words.ts';

/** The status of a payment in the words that readers see. */
export const PAYMENT_STATUS: Readonly<Record<PaymentState, string>> = {
  invalid: 'Invalid',
  held: 'On hold',
  ready: 'Ready',
  batched: 'Queued',
  started: 'Processing',
  processed: 'Paid',
  failed: 'Failed',
  returned: 'Returned',
  canceled: 'Canceled',
  already_paid: 'Already paid',
  dismissed: 'Dismissed',
  unknown: 'Unconfirmed',
  discrepancy: 'Discrepancy',
};

/** The status that this code or word names, in any case: `paid`, `On hold`, `processed`; null if none. */
export function paymentStateNamed(given: string): PaymentState | null {
  const wanted = given
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  const states = Object.entries(PAYMENT_STATUS) as [PaymentState, string][];
  const found = states.find(([state, label]) => [state.replaceAll('_', ' '), label.toLowerCase()].includes(wanted));
  return found?.[0] ?? null;
}

/** Statuses of rows that are not those of a payment. */
const ROW_STATUS: Readonly<Record<string, string>> = { valid: 'Valid', not_read: 'Not read', waits: 'Waiting' };

/** The status text for a row of a results file, for a payment, a recipient or a sub-merchant. */
export function rowStatus(code: string): string {
  const known = Object.hasOwn(PAYMENT_STATUS, code) ? PAYMENT_STATUS[code as PaymentState] : ROW_STATUS[code];
  if (known !== undefined) return known;
  const words = code.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "18 paid, 2 failed", with the most urgent first; empty if nothing is counted. */
export function stateCountsText(counts: Readonly<Partial<Record<PaymentState, number>>>): string {
  return COUNTED_STATES.filter((state) => (counts[state] ?? 0) > 0)
    .map((state) => stateCountText(state, counts[state] ?? 0))
    .join(', ');
}

/** For example "2 failed". */
export function stateCountText(state: PaymentState, count: number): string {
  const word = PAYMENT_STATUS[state].toLowerCase();
  return `${count.toLocaleString('en-US')} ${state === 'discrepancy' && count !== 1 ? 'discrepancies' : word}`;
}

/** The counts to show of a dry run, whose payable rows are canceled in the ledger for that reason. */
export function dryRunCounts(
  counts: Readonly<Partial<Record<PaymentState, number>>>,
  reasons: readonly Reason[],
): Readonly<Partial<Record<PaymentState, number>>> {
  const ready = countPayments(reasons.filter(({ reason }) => reason === DRY_RUN));
  return { ...counts, ready, canceled: (counts.canceled ?? 0) - ready };
}
