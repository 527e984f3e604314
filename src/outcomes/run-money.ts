import type { PaymentState } from '../states.ts';
import type { StatedSum } from './control-total-line.ts';

/** Payments of a run that are alike: how many and their sums, in minor units of the currency that is named beside. */
export interface PaymentGroup {
  readonly state: PaymentState;
  /** Of the amount that the sheet states. */
  readonly currency: string | null;
  readonly source_currency: string | null;
  readonly target_currency: string | null;
  readonly payments: number;
  readonly minor: bigint | null;
  /** Of it what is to arrive; the rest is debited. */
  readonly arriving: bigint | null;
  /** The same two sums as they were really paid, if a person accepted another amount. */
  readonly real: bigint | null;
  readonly real_arriving: bigint | null;
  /** Accepted to arrive in another currency than the row states: what arrived, in `target_currency`. */
  readonly real_other: bigint | null;
  /** How many of them the service has said a price of. */
  readonly priced: number;
  readonly paid_source: bigint | null;
  readonly fees: bigint | null;
  readonly recipient_fees: bigint | null;
  readonly paid_target: bigint | null;
}

/** Money that left a balance for somebody and is not known to have come back, by state and pair of currencies; minor units. */
export interface MoneyLine {
  readonly state: PaymentState;
  readonly from: string;
  readonly to: string;
  readonly payments: number;
  /** What was sent, with the fees that recipients bear. */
  readonly sent: bigint;
  readonly fees: bigint;
  /** What of the fees recipients bear; the rest is debited beside the amount. */
  readonly recipientFees: bigint;
  readonly totalDebit: bigint;
  readonly recipientGets: bigint;
}

/** A payment that failed or came back has a price too, and nobody has got it. */
const MOVED: readonly PaymentState[] = ['processed', 'started', 'discrepancy'];

/** Has money left a balance for a payment in this state, without having come back? */
export function hasMoved(state: PaymentState | string): boolean {
  return (MOVED as readonly string[]).includes(state);
}

/** Is what the service says of the money of a payment in this state what was paid and received? */
export function isPaidOut(state: PaymentState | string): boolean {
  return state === 'processed' || state === 'discrepancy';
}

/** What leaves the balance for payments: what is sent, and the fees that recipients do not bear. */
export function totalDebitOf(one: {
  readonly sent: bigint;
  readonly fees: bigint;
  readonly recipientFees: bigint;
}): bigint {
  return one.sent + one.fees - one.recipientFees;
}

/** The money of payments, as the service said it: only of those that it said it of. */
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
  return sorted.map(([, line]) => ({ ...line, totalDebit: totalDebitOf(line) }));
}

/** The same by one currency alone: of the balances, or of what recipients get. */
export function moneyByCurrency(
  lines: readonly MoneyLine[],
  side: 'from' | 'to',
): readonly (Omit<MoneyLine, 'from' | 'to'> & { readonly currency: string })[] {
  const groups = [...Map.groupBy(lines, (line) => `${line[side]} ${MOVED.indexOf(line.state)}`)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return groups.map(([, of]) => {
    const sum = (key: 'sent' | 'fees' | 'recipientFees' | 'totalDebit' | 'recipientGets') =>
      of.reduce((all, line) => all + line[key], 0n);
    return {
      state: of[0]!.state,
      currency: of[0]![side],
      payments: of.reduce((all, { payments }) => all + payments, 0),
      sent: sum('sent'),
      fees: sum('fees'),
      recipientFees: sum('recipientFees'),
      totalDebit: sum('totalDebit'),
      recipientGets: sum('recipientGets'),
    };
  });
}

/** What rows state, by state and currency: the currency is null if none could be read. */
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

/** The same of rows with a currency. */
export function statedSums(groups: readonly PaymentGroup[]): readonly (StatedSum & { readonly state: PaymentState })[] {
  return statedLines(groups).flatMap(({ currency, ...line }) => (currency === null ? [] : [{ ...line, currency }]));
}

/** The same as it was really paid: of what a person accepted otherwise than the row states, the service's figure. */
export function realSums(groups: readonly PaymentGroup[]): readonly (StatedSum & { readonly state: PaymentState })[] {
  return groups.flatMap((one) => {
    if (one.currency === null) return [];
    const { state, currency, payments: rows, real, real_arriving, real_other, target_currency } = one;
    const sum = { state, currency, rows, minor: real ?? 0n, arriving: real_arriving ?? 0n };
    if (real_other === null || target_currency === null) return [sum];
    return [sum, { state, currency: target_currency, rows: 0, minor: real_other, arriving: real_other }];
  });
}

/** To be paid, on its way, paid, or not known not to be. */
const COUNTED: readonly PaymentState[] = ['ready', 'batched', 'started', 'processed', 'unknown'];

/** Rows and the sum of what they state of what is to be paid or was, by currency. What failed or came back was not. */
export function sumsToPay(
  groups: readonly PaymentGroup[],
): Readonly<Record<string, { readonly rows: number; readonly minor: bigint }>> {
  const sums: Record<string, { rows: number; minor: bigint }> = {};
  for (const { state, currency, rows, minor } of statedSums(groups)) {
    if (!COUNTED.includes(state)) continue;
    const before = sums[currency] ?? { rows: 0, minor: 0n };
    sums[currency] = { rows: before.rows + rows, minor: before.minor + minor };
  }
  return sums;
}

/** What ready payments are about to take from one balance, before fees. */
export interface PlannedDebit {
  readonly currency: string;
  readonly payments: number;
  readonly minor: bigint;
  /** How many of them state what arrives in another currency: what they take is known when they are priced. */
  readonly unpriced: number;
}

export function plannedDebits(groups: readonly PaymentGroup[]): readonly PlannedDebit[] {
  const ready = groups.filter(({ state, source_currency }) => state === 'ready' && source_currency !== null);
  return [...Map.groupBy(ready, ({ source_currency }) => source_currency!)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, of]) => {
      const stated = of.filter((one) => one.currency === currency);
      const payments = of.reduce((sum, one) => sum + one.payments, 0);
      return {
        currency,
        payments,
        minor: stated.reduce((sum, { minor }) => sum + (minor ?? 0n), 0n),
        unpriced: payments - stated.reduce((sum, one) => sum + one.payments, 0),
      };
    });
}
