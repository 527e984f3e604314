import { formatMinor } from '../money.ts';
import { type BatchState, COUNTED_STATES, countPayments, type PaymentState } from '../states.ts';
import { getTotalDebit, type PaymentGroup } from './run-money.ts';
import type { StatusFacts } from './run-outcome.ts';
import { PAYMENT_STATUS, stateCountText } from './status-words.ts';

/** States of payments that wait, or of a batch as a whole. */
const AWAITS = {
  awaiting_approval: 'Awaiting approval',
  awaiting_funds: 'Awaiting funds',
  awaiting_service_approval: 'Awaiting approval in the service',
  /** Of a run that is too large to add up the outcomes of its payments for a list. */
  sent: 'Sent, as quoted',
} as const;

/** The status of payments, and what those in a batch await. */
export type DebitState = PaymentState | keyof typeof AWAITS;

/** The order of the figures of a run. */
export const DEBIT_STATES: readonly DebitState[] = [
  ...([
    'processed',
    'started',
    'sent',
    'awaiting_service_approval',
    'batched',
    'awaiting_funds',
    'awaiting_approval',
  ] as const),
  ...(['ready', 'held', 'unknown', 'discrepancy', 'failed', 'returned', 'invalid', 'canceled'] as const),
  ...(['dismissed', 'already_paid'] as const),
];

/** Payments in these states were not debited, or not permanently: they are counted without an amount. */
const NOT_DEBITED: readonly DebitState[] = ['failed', 'returned', 'invalid', 'canceled', 'dismissed', 'already_paid'];

/** The state of payments whose batch is in one of these states; they are queued in others. */
export const STATES_OF_BATCH: Readonly<Partial<Record<BatchState, DebitState>>> = {
  planned: 'ready',
  creating: 'ready',
  open: 'ready',
  quoted: 'awaiting_approval',
  waiting_funds: 'awaiting_funds',
  awaiting_service_approval: 'awaiting_service_approval',
};

/** The same for batches as a whole, whose payments have ended differently. */
const OF_WHOLE_BATCH: Readonly<Partial<Record<BatchState, DebitState>>> = {
  started: 'sent',
  settled: 'sent',
  unknown: 'unknown',
};

/** Payments in one state that are debited from one balance; minor units. */
export interface TotalDebit {
  readonly state: DebitState;
  /** The currency of the balance; null for rows that are not debited, or whose currency is not known. */
  readonly currency: string | null;
  readonly payments: number;
  /** The total debit, by the service's figures or its quote; null if none of them has one. */
  readonly totalDebit: bigint | null;
  /** The debit of payments without a quote, before fees; null if not known. */
  readonly beforeFees: bigint | null;
  /** The number of payments whose debit is not known before they are quoted: recipients get a target amount. */
  readonly notQuoted: number;
}

export function debitStateWord(state: DebitState): string {
  return Object.hasOwn(AWAITS, state) ? AWAITS[state as keyof typeof AWAITS] : PAYMENT_STATUS[state as PaymentState];
}

/** The status of a payment that these words name, in any case; null if none. */
export function debitStateNamed(words: string): DebitState | null {
  const wanted = words.trim().toLowerCase();
  return PAYMENT_WORDS.find((state) => debitStateWord(state).toLowerCase() === wanted) ?? null;
}

/** The statuses of single payments. */
const PAYMENT_WORDS = [...Object.keys(PAYMENT_STATUS), ...Object.keys(AWAITS)].filter(
  (state) => state !== 'sent',
) as readonly DebitState[];

/** The words that `debitStateNamed` takes, as readers see them. */
export const debitStateWords = (): readonly string[] =>
  PAYMENT_WORDS.map((state) => debitStateWord(state).toLowerCase());

/** The status by which the payments of a figure are found. */
export const toPaymentState = (state: DebitState): PaymentState =>
  Object.hasOwn(AWAITS, state) ? 'batched' : (state as PaymentState);

/** A payment or a group of them, with what its batch and the balance make of its status. */
export interface Awaiting {
  readonly state: PaymentState;
  readonly batch_state: BatchState | null;
  /** Whether the batch is approved, and the balance does not cover it. */
  readonly is_short: boolean;
}

export function awaits({ state, batch_state: batch, is_short }: Awaiting): DebitState {
  if (state !== 'batched' || batch === null) return state;
  return is_short ? 'awaiting_funds' : (STATES_OF_BATCH[batch] ?? 'batched');
}

/** Payments by state, whatever currencies they are debited in; the most urgent state first. */
export function countsByState(debits: readonly Pick<TotalDebit, 'state' | 'payments'>[]) {
  const at = (state: DebitState) => COUNTED_STATES.indexOf(toPaymentState(state) as (typeof COUNTED_STATES)[number]);
  return [...Map.groupBy(debits, ({ state }) => state)]
    .map(([state, of]) => ({ state, payments: countPayments(of) }))
    .sort((a, b) => at(a.state) - at(b.state));
}

/** "2 awaiting funds", "1 discrepancy". */
export function countDebits({ state, payments }: Pick<TotalDebit, 'state' | 'payments'>): string {
  const one = toPaymentState(state);
  if (one === state) return stateCountText(one, payments);
  return `${payments.toLocaleString('en-US')} ${debitStateWord(state).toLowerCase()}`;
}

/**
 * The total debit of runs by state and funding currency: the one sum that every page, message, command and file shows.
 * Their payments are all rows, each in one line.
 */
export function totalDebits(groups: readonly PaymentGroup[]): readonly TotalDebit[] {
  const batches = Map.groupBy(groups, ({ batch }) => batch);
  const lines = groups.map((group) => lineOf(group, group.batch === null ? [group] : batches.get(group.batch)!));
  return sumDebits(lines);
}

/** The same from the batches alone: what they debit by their quotes. Payments that are in no batch are not in it. */
export function getBatchDebits({ batchSums }: Pick<StatusFacts, 'batchSums'>): readonly TotalDebit[] {
  const live = batchSums.filter(({ state }) => state !== 'void' && state !== 'rejected_at_service');
  return sumDebits(
    live.map(({ state, currency, payments, totalDebit, isShort }) => ({
      state: OF_WHOLE_BATCH[state] ?? awaits({ state: 'batched', batch_state: state, is_short: isShort }),
      ...{ currency, payments, totalDebit, beforeFees: null, notQuoted: totalDebit === null ? payments : 0 },
    })),
  );
}

/** The lines of the same state and currency together, in the order of a run's figures. */
export function sumDebits(lines: readonly TotalDebit[]): readonly TotalDebit[] {
  const sums = new Map<string, TotalDebit>();
  for (const line of lines) {
    const key = `${line.state} ${line.currency}`;
    const before = sums.get(key);
    sums.set(key, before === undefined ? line : added(before, line));
  }
  return [...sums.values()].sort(
    (a, b) =>
      DEBIT_STATES.indexOf(a.state) - DEBIT_STATES.indexOf(b.state) ||
      ((a.currency ?? '~') < (b.currency ?? '~') ? -1 : 1),
  );
}

const added = (one: TotalDebit, other: TotalDebit): TotalDebit => ({
  ...one,
  payments: one.payments + other.payments,
  totalDebit: sumOf(one.totalDebit, other.totalDebit),
  beforeFees: sumOf(one.beforeFees, other.beforeFees),
  notQuoted: one.notQuoted + other.notQuoted,
});

const sumOf = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null && other === null ? null : (one ?? 0n) + (other ?? 0n);

function lineOf(group: PaymentGroup, ofBatch: readonly PaymentGroup[]): TotalDebit {
  const state = awaits(group);
  const { payments, source_currency: currency } = group;
  const line = { state, currency, payments, totalDebit: null, beforeFees: null, notQuoted: 0 };
  // The service keeps the fees on top of a payment that came back.
  const keptFees = state === 'returned' ? (group.fees ?? 0n) - (group.recipient_fees ?? 0n) : 0n;
  if (keptFees > 0n) return { ...line, totalDebit: keptFees };
  if (NOT_DEBITED.includes(state)) return { ...line, currency: null };
  const priced = debitOf(group);
  const rest = payments - group.priced;
  if (rest === 0) return { ...line, totalDebit: priced };
  const quoted = quotedRest(state, group, ofBatch);
  if (quoted !== null) return { ...line, totalDebit: priced + quoted };
  const isPlain = group.priced === 0 && currency !== null && group.currency === currency;
  return {
    ...line,
    totalDebit: group.priced === 0 ? null : priced,
    ...(isPlain ? { beforeFees: group.minor ?? 0n } : { notQuoted: rest }),
  };
}

const debitOf = ({ paid_source, fees, recipient_fees }: PaymentGroup): bigint =>
  getTotalDebit({ sent: paid_source ?? 0n, fees: fees ?? 0n, recipientFees: recipient_fees ?? 0n });

/**
 * The quote of the batch less what the service has reported of single payments, if all others have one state: a quote
 * does not say what each of them debits. Several groups share it: the first has all, and the others nothing.
 */
function quotedRest(state: DebitState, group: PaymentGroup, ofBatch: readonly PaymentGroup[]): bigint | null {
  if (group.quoted === null) return null;
  const open = ofBatch.filter((one) => one.priced < one.payments);
  if (open.some((one) => awaits(one) !== state)) return null;
  return group === open[0] ? ofBatch.reduce((rest, one) => rest - debitOf(one), group.quoted) : 0n;
}

/** The total debit of payments in one state from one balance, as plain decimals. */
export interface DebitDocument {
  readonly state: DebitState;
  /** Null for payments that are not debited. */
  readonly currency: string | null;
  readonly payments: number;
  /** Null if none of them has a quote. */
  readonly totalDebit: string | null;
  /** The debit of payments without a quote, before fees. */
  readonly beforeFees: string | null;
  /** Payments whose debit is not known before they are quoted. */
  readonly notQuoted: number;
}

export function debitDocument({ currency, totalDebit, beforeFees, ...line }: TotalDebit): DebitDocument {
  const text = (minor: bigint | null) => (minor === null || currency === null ? null : formatMinor(minor, currency));
  return { ...line, currency, totalDebit: text(totalDebit), beforeFees: text(beforeFees) };
}
