import { decimalsOf } from '../../../src/money.ts';

/** A payment as `GET /_sandbox/ledger` has it. */
export interface BookedPayment {
  readonly externalId: string;
  readonly amount: string;
  readonly currency: string;
  readonly recipientFees: string;
  readonly merchantFees: string;
  readonly targetAmount: string;
  readonly targetCurrency: string;
  readonly reason: string | null;
  readonly status: string;
}

/** What a drawn run must be told as, from the books of the service alone. */
export interface Booked {
  /** Lines "Paid EUR JPY 3 12.00 0.50 0.50 12.00 1800": status, currencies, payments, total debit, fees, of recipients, they get. */
  readonly money: readonly string[];
  /** "failed account closed" -> 2. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly paid: number;
  /** What their rows state of those that are paid, on their way or unconfirmed, by currency. */
  readonly stated: Readonly<Record<string, string>>;
}

/** "12.34" -> 12340n of a currency with three decimals. */
function units(text: string, currency: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(decimalsOf(currency), '0'));
}

/** 12340n -> "12.34": without zeros at the end, so that it is compared as a number with whatever is shown. */
function decimal(minor: bigint, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : String(Number(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`));
}

/** Of what is processed the service has said no price yet: it is asked at the end. */
const STATUS: Readonly<Record<string, string>> = { processed: 'Paid' };

/** Adds up payments of the service's books, but for those whose end Payrun was never told. */
export function addUp(
  payments: readonly BookedPayment[],
  isTold: (payment: BookedPayment) => boolean,
  statedOf: (payment: BookedPayment) => { readonly currency: string; readonly amount: string },
): Booked {
  const reported = payments.filter(isTold);
  const groups = Map.groupBy(
    reported.filter(({ status }) => STATUS[status] !== undefined),
    ({ status, currency, targetCurrency }) => `${STATUS[status]} ${currency} ${targetCurrency}`,
  );
  const money = [...groups].map(([key, of]) => {
    const [, from = '', to = ''] = key.split(' ');
    const sum = (text: (payment: BookedPayment) => string, currency: string) =>
      of.reduce((all, one) => all + units(text(one), currency), 0n);
    const [sent, theirs, ours] = [
      sum(({ amount }) => amount, from),
      sum(({ recipientFees }) => recipientFees, from),
      sum(({ merchantFees }) => merchantFees, from),
    ];
    const gets = sum(({ targetAmount }) => targetAmount, to);
    const figures = [sent + ours, theirs + ours, theirs].map((minor) => decimal(minor, from));
    return [key, of.length, ...figures, decimal(gets, to)].join(' ');
  });
  const stated: Record<string, bigint> = {};
  for (const one of payments) {
    if (isTold(one) && one.status !== 'processed' && one.status !== 'processing') continue;
    const { currency, amount } = statedOf(one);
    stated[currency] = (stated[currency] ?? 0n) + units(amount, currency);
  }
  const reasons: Record<string, number> = {};
  for (const { status, reason } of reported) {
    if (status !== 'failed' && status !== 'returned') continue;
    const words = (reason ?? '').replace(/\.$/, '');
    const key = `${status} ${words.charAt(0).toLowerCase()}${words.slice(1)}`;
    reasons[key] = (reasons[key] ?? 0) + 1;
  }
  return {
    money: money.sort(),
    stated: Object.fromEntries(Object.entries(stated).map(([currency, minor]) => [currency, decimal(minor, currency)])),
    reasons,
    paid: reported.filter(({ status }) => status === 'processed').length,
  };
}

/** The same lines by one currency alone. */
export function byCurrency(booked: Booked, side: 'from' | 'to'): readonly string[] {
  const sums = new Map<string, bigint[]>();
  for (const line of booked.money) {
    const [status = '', from = '', to = '', n = '', debit = '', fees = '', theirs = '', gets = ''] = line.split(' ');
    const [currency, figures] = side === 'from' ? [from, [debit, fees, theirs]] : [to, [gets]];
    const key = `${currency} ${status}`;
    const minor = [BigInt(n), ...figures.map((text) => units(text, currency))];
    sums.set(
      key,
      (sums.get(key) ?? minor.map(() => 0n)).map((before, i) => before + minor[i]!),
    );
  }
  return [...sums]
    .map(([key, [n, ...minor]]) => [key, n, ...minor.map((one) => decimal(one, key.split(' ')[0]!))].join(' '))
    .sort();
}
