import type { BatchState, PaymentState } from '../states.ts';
import type { StatedSum } from './control-total-line.ts';

/**
 * Payments of a run with the same state, batch and currencies: their number and sums, in minor units of the named
 * currency.
 */
export interface PaymentGroup {
  readonly state: PaymentState;
  readonly batch: string | null;
  readonly batch_state: BatchState | null;
  /** The quoted debit of the whole batch. */
  readonly quoted: bigint | null;
  /** Whether the balance does not cover the batch. */
  readonly is_short: boolean;
  /** The currency of the amount that the sheet states. */
  readonly currency: string | null;
  readonly source_currency: string | null;
  readonly target_currency: string | null;
  readonly payments: number;
  readonly minor: bigint | null;
  /** Its target amounts; the rest is debited. */
  readonly arriving: bigint | null;
  /** The same two sums as paid, if a different amount was accepted. */
  readonly real: bigint | null;
  readonly real_arriving: bigint | null;
  /** The paid amount in `target_currency`, if it was accepted in another currency than the row states. */
  readonly real_other: bigint | null;
  /** The number of them that the service has priced. */
  readonly priced: number;
  readonly paid_source: bigint | null;
  readonly fees: bigint | null;
  readonly recipient_fees: bigint | null;
  readonly paid_target: bigint | null;
}

/** Money that has left a balance and is not known to have come back, by state and pair of currencies; minor units. */
export interface MoneyLine {
  readonly state: PaymentState;
  readonly from: string;
  readonly to: string;
  readonly payments: number;
  /** The amount that was sent, including the fees that recipients bear. */
  readonly sent: bigint;
  readonly fees: bigint;
  /** The part of the fees that recipients bear; the rest is debited on top of the amount. */
  readonly recipientFees: bigint;
  readonly totalDebit: bigint;
  readonly recipientGets: bigint;
}

/** A payment that failed or was returned has a price too, but no one received it. */
const MOVED: readonly PaymentState[] = ['processed', 'started', 'discrepancy'];

/** True if money has left a balance for a payment in this state and has not come back. */
export function hasMoved(state: PaymentState | string): boolean {
  return (MOVED as readonly string[]).includes(state);
}

/** True if the service's amounts for a payment in this state are what was paid and received. */
export function isPaidOut(state: PaymentState | string): boolean {
  return state === 'processed' || state === 'discrepancy';
}

/** The total debit of the balance: the amount sent, and the fees that recipients do not bear. */
export function getTotalDebit(one: {
  readonly sent: bigint;
  readonly fees: bigint;
  readonly recipientFees: bigint;
}): bigint {
  return one.sent + one.fees - one.recipientFees;
}

/** The money of payments by the service's figures; payments without figures do not count. */
export function moneyLines(groups: readonly PaymentGroup[]): readonly MoneyLine[] {
  const lines = new Map<string, Omit<MoneyLine, 'totalDebit'>>();
  for (const one of groups) {
    if (!hasMoved(one.state) || one.paid_source === null || one.source_currency === null || one.priced === 0) continue;
    const [from, to] = [one.source_currency, one.target_currency ?? one.source_currency];
    const key = `${MOVED.indexOf(one.state)} ${from} ${to}`;
    const before = lines.get(key);
    lines.set(key, {
      state: one.state,
      from,
      to,
      payments: (before?.payments ?? 0) + one.priced,
      sent: (before?.sent ?? 0n) + one.paid_source,
      fees: (before?.fees ?? 0n) + (one.fees ?? 0n),
      recipientFees: (before?.recipientFees ?? 0n) + (one.recipient_fees ?? 0n),
      recipientGets: (before?.recipientGets ?? 0n) + (one.paid_target ?? 0n),
    });
  }
  const sorted = [...lines].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([, line]) => ({ ...line, totalDebit: getTotalDebit(line) }));
}

/** The amounts that rows state, by state and currency; the currency is null if none could be read. */
export interface StatedLine extends Omit<StatedSum, 'currency'> {
  readonly state: PaymentState;
  readonly currency: string | null;
}

export function statedLines(groups: readonly PaymentGroup[]): readonly StatedLine[] {
  const lines = new Map<string, StatedLine>();
  for (const { state, currency, payments, minor, arriving } of groups) {
    // Rows without a currency come last.
    const key = `${currency ?? '~'} ${state}`;
    const before = lines.get(key);
    lines.set(key, {
      state,
      currency,
      rows: (before?.rows ?? 0) + payments,
      minor: (before?.minor ?? 0n) + (minor ?? 0n),
      arriving: (before?.arriving ?? 0n) + (arriving ?? 0n),
    });
  }
  return [...lines].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
}

/** The same, without rows that have no currency. */
export function statedSums(groups: readonly PaymentGroup[]): readonly (StatedSum & { readonly state: PaymentState })[] {
  return statedLines(groups).flatMap(({ currency, ...line }) => (currency === null ? [] : [{ ...line, currency }]));
}

/** The same as paid: the service's figure if a different amount than the row's was accepted. */
export function realSums(groups: readonly PaymentGroup[]): readonly (StatedSum & { readonly state: PaymentState })[] {
  return groups.flatMap((one) => {
    if (one.currency === null) return [];
    const { state, currency, payments: rows, real, real_arriving, real_other, target_currency } = one;
    const sum = { state, currency, rows, minor: real ?? 0n, arriving: real_arriving ?? 0n };
    if (real_other === null || target_currency === null) return [sum];
    return [sum, { state, currency: target_currency, rows: 0, minor: real_other, arriving: real_other }];
  });
}

/** States of payments that are to be paid, in progress, paid, or unconfirmed. */
const COUNTED: readonly PaymentState[] = ['ready', 'batched', 'started', 'processed', 'unknown'];

/** Rows and the sums that they state, by currency; minor units. */
export type RowSums = Readonly<Record<string, { readonly rows: number; readonly minor: bigint }>>;

/**
 * The rows that are to be paid or were paid, and the sums that they state, by currency. Failed and returned payments do
 * not count, nor do those on hold.
 */
export const sumsToPay = (groups: readonly PaymentGroup[]): RowSums => sumsIn(groups, COUNTED);

/** The rows on hold, which are paid only if they are released, and the sums that they state, by currency. */
export const sumsOnHold = (groups: readonly PaymentGroup[]): RowSums => sumsIn(groups, ['held']);

function sumsIn(groups: readonly PaymentGroup[], states: readonly PaymentState[]): RowSums {
  const sums: Record<string, { rows: number; minor: bigint }> = {};
  for (const { state, currency, rows, minor } of statedSums(groups)) {
    if (!states.includes(state)) continue;
    const before = sums[currency] ?? { rows: 0, minor: 0n };
    sums[currency] = { rows: before.rows + rows, minor: before.minor + minor };
  }
  return sums;
}

/** The status of a line that adds up the lines of all statuses of its currency. */
export const ALL_STATUSES = 'all';

interface StatusLine {
  readonly currency: string | null;
  readonly state: string;
}

type Figures<Key extends string> = Readonly<Record<Key, number | bigint>>;

/**
 * The lines by currency, in the order of their first line. A currency with several lines gets one more, which adds up
 * their `figures` and has the status `ALL_STATUSES`.
 */
export function withCurrencyTotals<Key extends string, Line extends StatusLine & Figures<Key>>(
  lines: readonly Line[],
  figures: readonly Key[],
): readonly (Omit<Line, 'state'> & { readonly state: string })[] {
  return [...Map.groupBy(lines, ({ currency }) => currency)].flatMap(([, of]) =>
    of.length < 2 ? of : [...of, totalOf(of, figures)],
  );
}

function totalOf<Key extends string, Line extends StatusLine & Figures<Key>>(
  lines: readonly Line[],
  figures: readonly Key[],
): Line {
  const sums = figures.map((key) => [key, lines.map((line): number | bigint => line[key]).reduce(add)] as const);
  return { ...lines[0]!, ...Object.fromEntries(sums), state: ALL_STATUSES };
}

function add(a: number | bigint, b: number | bigint): number | bigint {
  return typeof a === 'bigint' ? a + BigInt(b) : a + Number(b);
}
