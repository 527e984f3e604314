import { parse } from 'csv-parse/sync';
import { expect } from 'vitest';
import { formatMinor, getDecimals } from '../../../src/money.ts';
import { PAYMENT_STATUS } from '../../../src/outcomes/status-words.ts';
import type { RunOutcome } from '../../../src/reports/payment-run-outcome.ts';
import type { PaymentState, RunStatus } from '../../../src/states.ts';
import type { Booked, BookedPayment } from './books-of-service.ts';
import type { DrawnRow } from './draw-sheet.ts';
import { plain, type ReadBook, tableOf, totalsUnder } from './read-renderings.ts';

/** A drawn row with the state that Payrun must give it. */
export interface EndedRow extends Pick<DrawnRow, 'reference' | 'stated'> {
  readonly state: PaymentState;
}

/** Rows of one state and currency, and the sum that they state in minor units. */
interface Line {
  readonly state: PaymentState;
  readonly currency: string;
  readonly rows: number;
  readonly minor: bigint;
}

const STATES: Readonly<Record<string, PaymentState>> = { processing: 'started' };
const LIVE: readonly PaymentState[] = ['started', 'processed', 'unknown'];
const SENT: readonly PaymentState[] = ['started', 'processed'];

/** The state that a row must have; `payment` undefined: it was never sent. */
export function stateOf(payment: BookedPayment | undefined, isTold: boolean): PaymentState {
  if (!payment) return 'invalid';
  return isTold ? (STATES[payment.status] ?? (payment.status as PaymentState)) : 'unknown';
}

const minorOf = (text: string, currency: string) => BigInt(Math.round(Number(text) * 10 ** getDecimals(currency)));
const sorted = (lines: Iterable<string>) => [...lines].sort();
const numbers = (text: string) => String(Number(text.replaceAll(',', '')));

function linesOf(rows: readonly EndedRow[], keyOf: (row: EndedRow) => string): readonly Line[] {
  const groups = Map.groupBy(
    rows.filter(({ state }) => state !== 'invalid'),
    keyOf,
  );
  return [...groups.values()].map((of) => {
    const { state, stated } = of[0]!;
    const minor = of.reduce((sum, one) => sum + minorOf(one.stated.amount, one.stated.currency), 0n);
    return { state, currency: stated.currency, rows: of.length, minor };
  });
}

const byState = (rows: readonly EndedRow[]) => linesOf(rows, ({ state, stated }) => `${state} ${stated.currency}`);
const byCurrencyOf = (rows: readonly EndedRow[], states?: readonly PaymentState[]) =>
  linesOf(
    rows.filter(({ state }) => !states || states.includes(state)),
    ({ stated }) => stated.currency,
  );

const shown = ({ currency, rows, minor }: Line) => `${currency} ${rows} ${numbers(formatMinor(minor, currency))}`;

function controlTotal(rows: number, lines: readonly Line[]): string {
  const sums = sorted(lines.map(({ currency, minor }) => `${currency},${formatMinor(minor, currency)}`));
  return ['PAYRUN', rows, ...sums].join(',');
}

/** The outcome that rows in these states give a run that was executed to its end. */
function outcomeOfRows(rows: readonly EndedRow[]): RunStatus {
  const has = (state: PaymentState) => rows.some((row) => row.state === state);
  if (has('unknown')) return 'action_required';
  if (has('started')) return 'processing';
  if (!has('processed')) return 'nothing_paid';
  return rows.every(({ state }) => state === 'processed') ? 'paid' : 'partly_paid';
}

/** The document has the rows and sums that are paid or to be paid, and the control total of what was sent. */
export function documentStates(rows: readonly EndedRow[], found: RunOutcome, listed: RunStatus | undefined): void {
  const totals = Object.entries(found.totals).map(
    ([currency, one]) => `${currency} ${one.rows} ${numbers(one.amount)}`,
  );
  expect(sorted(totals)).toEqual(sorted(byCurrencyOf(rows, LIVE).map(shown)));
  const sent = rows.filter(({ state }) => SENT.includes(state)).length;
  expect(found.paid).toBe(sent === 0 ? null : controlTotal(sent, byCurrencyOf(rows, SENT)));
  expect([found.outcome, listed]).toEqual([outcomeOfRows(rows), outcomeOfRows(rows)]);
  expect(found.rows).toBe(rows.length);
}

/** The worksheet of totals has what the rows state by status, control totals, and lines that add up the others. */
export function bookStates(rows: readonly EndedRow[], { totals }: Pick<ReadBook, 'totals'>): void {
  const asked = totalsUnder(totals, 'currency in the sheet').filter(
    ([, status]) => status !== 'all' && status !== 'Invalid',
  );
  expect(
    sorted(asked.map(([currency, status, n, amount = '']) => `${status} ${currency} ${n} ${numbers(amount)}`)),
  ).toEqual(sorted(byState(rows).map((line) => `${PAYMENT_STATUS[line.state]} ${shown(line)}`)));
  for (const head of ['currency in the sheet'])
    for (const [currency, of] of Map.groupBy(totalsUnder(totals, head), ([first]) => first)) {
      const [all, lines] = [of.filter(([, status]) => status === 'all'), of.filter(([, status]) => status !== 'all')];
      expect(all, `${head} ${currency}`).toHaveLength(lines.length > 1 ? 1 : 0);
      all[0]?.slice(2).forEach((cell, i) => {
        expect(Number(cell)).toBeCloseTo(
          lines.reduce((sum, line) => sum + Number(line[i + 2]), 0),
          6,
        );
      });
    }
  const control = (label: string) => totals.find(([first]) => first === label)?.[1];
  expect(control('of the sheet')).toBe(controlTotal(rows.length, byCurrencyOf(rows)));
  const sent = rows.filter(({ state }) => SENT.includes(state)).length;
  expect(control('of paid and processing payments')).toBe(
    sent === 0 ? undefined : controlTotal(sent, byCurrencyOf(rows, SENT)),
  );
}

/** The page has what the rows state by state, and its parts add up; the fees, the total debit and average rates. */
export function pageStates(page: string, rows: readonly EndedRow[], booked: Booked): void {
  const strips = [...page.matchAll(/<div class="strip"><p class="sum">([\s\S]*?)<\/p>[\s\S]*?<ul>([\s\S]*?)<\/ul>/g)];
  const parts = strips.flatMap(([, sum = '', list = '']) => {
    const [, total = '', currency] = /^([\d,.]+) ([A-Z]{3})$/.exec(plain(sum)) ?? [];
    const found = list.split('</li>').flatMap((item) => {
      const [, amount = '', word = '', n = ''] = /^([\d,.]+) (.*) \(([\d,]+)\)$/.exec(plain(item)) ?? [];
      return amount === '' ? [] : [{ amount: numbers(amount), word: `${word[0]?.toUpperCase()}${word.slice(1)}`, n }];
    });
    expect(found.reduce((all, { amount }) => all + Number(amount), 0)).toBeCloseTo(Number(numbers(total)), 3);
    return found.flatMap(({ amount, word, n }) =>
      word === PAYMENT_STATUS.invalid ? [] : [`${word} ${currency} ${numbers(n)} ${amount}`],
    );
  });
  expect(sorted(parts)).toEqual(sorted(byState(rows).map((line) => `${PAYMENT_STATUS[line.state]} ${shown(line)}`)));
  const [, said = ''] =
    /^Fees[^:]*: ([^;]*)/.exec(plain(/<p class="quiet">(Fees[\s\S]*?)<\/p>/.exec(page)?.[1] ?? '')) ?? [];
  const foundFees = [...said.matchAll(/([\d,.]*\d) ([A-Z]{3})/g)].map(([, n = '', c]) => `Fees ${c} ${numbers(n)}`);
  const fees = new Map<string, number>();
  for (const line of booked.money) {
    const [, from = '', , , , fee] = line.split(' ');
    fees.set(from, (fees.get(from) ?? 0) + Number(fee));
  }
  const charged = [...fees]
    .filter(([, sum]) => sum !== 0)
    .map(([from, sum]) => `Fees ${from} ${Number(sum.toFixed(3))}`);
  expect(sorted(foundFees)).toEqual(sorted(charged));

  const moved = tableOf(page, 'Amounts reported by the payout service');
  const totals = Map.groupBy(moved, ([pair = '', state]) => `${state} ${pair.split(' ')[0]}`);
  const sums = [...totals].map(([key, of]) => {
    const [n, debit] = [2, 3].map((i) => of.reduce((all, row) => all + amountIn(row[i] ?? ''), 0));
    return `${key} ${n} ${Number(debit!.toFixed(3))}`;
  });
  // The service has reported no price of what is processing.
  const isPaid = (line: string) => /^Paid [A-Z]{3} /.test(line);
  expect(sorted(sums.filter(isPaid))).toEqual(booked.debits.filter(isPaid));
  for (const [pair = '', state, , debit = '', fee = '', , rate = ''] of moved) {
    const [from, to] = pair.split(' to ');
    const line = booked.money.find((one) => one.startsWith(`${state} ${from} ${to ?? from} `)) ?? '';
    const gets = Number(line.split(' ').at(-1));
    const [, stated = ''] = new RegExp(`^1 ${from} = ([\\d.,]+) ${to}$`).exec(rate) ?? [];
    if (to === undefined) expect(rate).toBe('');
    else expect(Number(numbers(stated)) / (gets / (amountIn(debit) - amountIn(fee)))).toBeCloseTo(1, 4);
  }
}

const amountIn = (cell: string) => Number(numbers(cell.replace(/ .*/, '')));

/** The mail begins with the number of rows that are paid, and has the total debit by state. */
export function mailStates(rows: readonly EndedRow[], text: string, debits: readonly string[]): void {
  const [, block = ''] = /Total debit by status:\n((?: {2}.*\n)*)/.exec(text) ?? [];
  const found = [...block.matchAll(/^ {2}(.*): ([\d,.]+) ([A-Z]{3})( kept as fees)? \(([\d,]+) payments?\)$/gm)].map(
    ([, state, amount = '', currency, kept, n]) => {
      expect(kept !== undefined, state).toBe(state === 'Returned');
      return `${state} ${currency} ${n} ${numbers(amount)}`;
    },
  );
  expect(sorted(found)).toEqual(debits.filter((line) => / [A-Z]{3} /.test(line)));
  const paid = rows.filter(({ state }) => state === 'processed').length;
  const [, some, of] = /^(\d+) of (\d+) rows? (?:is|are) paid\./m.exec(text) ?? [];
  if (some !== undefined) expect([Number(some), Number(of)]).toEqual([paid, rows.length]);
  if (/^(All \d+ rows are|Its only row is) paid\./m.test(text)) expect(paid).toBe(rows.length);
}

/** The CSV of a run's payments has what was paid and received on rows that were paid only. */
export function paymentsCsvStates(
  rows: readonly EndedRow[],
  csv: string,
  paymentOf: (reference: string) => BookedPayment,
): void {
  const records: Record<string, string>[] = parse(csv, { bom: true, columns: true });
  expect(records).toHaveLength(rows.length);
  for (const record of records) {
    const row = rows.find(({ reference }) => reference === record.reference)!;
    expect(record.status).toBe(PAYMENT_STATUS[row.state]);
    const found = ['paid', 'fees', 'paid currency', 'recipient gets', 'recipient currency'].map((name) => {
      const cell = record[name] ?? '';
      return /^[\d.]+$/.test(cell) ? Number(cell) : cell;
    });
    if (row.state !== 'processed') {
      expect(found).toEqual(['', '', '', '', '']);
      continue;
    }
    const one = paymentOf(row.reference);
    const fees = Number((Number(one.recipientFees) + Number(one.merchantFees)).toFixed(3));
    expect(found).toEqual([Number(one.amount), fees, one.currency, Number(one.targetAmount), one.targetCurrency]);
  }
}
