import { COUNTED_STATES, type PaymentState } from '../states.ts';
import type { StatedSum } from './control-total-line.ts';

/**
 * Payments of a run with the same state and currencies: their number and sums, in minor units of the named currency.
 */
export interface PaymentGroup {
  readonly state: PaymentState;
  /** The currency of the amount that the sheet states. */
  readonly currency: string | null;
  readonly source_currency: string | null;
  readonly target_currency: string | null;
  readonly payments: number;
  readonly minor: bigint | null;
  /** The part of it that is a target amount; the rest is debited. */
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

/** A payment that failed or was returned has a price too, but nobody received it. */
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
export function totalDebitOf(one: {
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
  return sorted.map(([, line]) => ({ ...line, totalDebit: totalDebitOf(line) }));
}

/** The same by one currency only: that of the balances (`from`), or that of the recipients (`to`). */
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

/** What was paid in one currency; minor units. */
export interface PaidInRun {
  readonly currency: string;
  readonly minor: bigint;
}

/** What was paid, by currency: as rows state it, or as it was accepted. */
export function paidSums(groups: readonly PaymentGroup[]): readonly PaidInRun[] {
  const paid = realSums(groups).filter(({ state }) => state === 'processed');
  return [...Map.groupBy(paid, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, sums]) => ({ currency, minor: sums.reduce((sum, { minor }) => sum + minor, 0n) }));
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

/** Rows that were valid when their sheet was read and left what is paid since, in one state and currency. */
export interface LeftRows {
  readonly state: PaymentState;
  readonly currency: string;
  readonly rows: number;
  readonly minor: bigint;
}

/** States of valid rows that are not, or are no longer, paid or to be paid. */
export const LEFT_STATES: readonly PaymentState[] = COUNTED_STATES.filter(
  (state) => state !== 'invalid' && !COUNTED.includes(state),
);

/** The same two sums, from the totals of the valid rows of a sheet and those that left, without reading paid rows. */
export function sumsWithoutPaid(
  valid: Readonly<Record<string, { readonly rows: number; readonly minor: string }>>,
  left: readonly LeftRows[],
): { readonly toPay: RowSums; readonly onHold: RowSums } {
  const toPay: Record<string, { rows: number; minor: bigint }> = {};
  const onHold: Record<string, { rows: number; minor: bigint }> = {};
  for (const [currency, { rows, minor }] of Object.entries(valid)) {
    const own = left.filter((one) => one.currency === currency);
    const rest = own.reduce((sum, one) => ({ rows: sum.rows - one.rows, minor: sum.minor - one.minor }), {
      rows,
      minor: BigInt(minor),
    });
    if (rest.rows > 0) toPay[currency] = rest;
  }
  for (const { state, currency, rows, minor } of left) if (state === 'held') onHold[currency] = { rows, minor };
  return { toPay, onHold };
}

/** Rows of a sheet that are in the same situation, and the amounts that they state in one currency. */
export interface SheetFigure extends Omit<StatedLine, 'state'> {
  /** The status of its rows, or `unsent`: to be paid, and not sent yet. */
  readonly state: PaymentState | 'unsent';
}

const UNSENT: readonly PaymentState[] = ['new', 'ready', 'batched'];
const FIGURES: readonly SheetFigure['state'][] = [
  ...(['processed', 'started', 'unsent', 'held', 'unknown', 'discrepancy'] as const),
  ...(['failed', 'returned', 'invalid', 'canceled', 'dismissed', 'already_paid'] as const),
];

/** The figures of a run: paid and unpaid rows are never in one, and together they are all rows of its sheet. */
export function sheetFigures(groups: readonly PaymentGroup[]): readonly SheetFigure[] {
  const lines = new Map<string, SheetFigure>();
  for (const { state, ...line } of statedLines(groups)) {
    const shown = UNSENT.includes(state) ? 'unsent' : state;
    const key = `${shown} ${line.currency}`;
    const before = lines.get(key);
    lines.set(key, {
      ...{ state: shown as SheetFigure['state'], currency: line.currency },
      rows: (before?.rows ?? 0) + line.rows,
      minor: (before?.minor ?? 0n) + line.minor,
      arriving: (before?.arriving ?? 0n) + line.arriving,
    });
  }
  return [...lines.values()].sort((a, b) => FIGURES.indexOf(a.state) - FIGURES.indexOf(b.state));
}

/** The debit of one balance that ready payments will cause, before fees. */
export interface PlannedDebit {
  readonly currency: string;
  readonly payments: number;
  readonly minor: bigint;
  /** The number of payments with a target amount in another currency: their debit is known when they are priced. */
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
