import { getDecimals } from '../../../src/money.ts';

/** A payment as `GET /_sandbox/ledger` has it. */
export interface BookedPayment {
  readonly externalId: string;
  readonly batchId: string;
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
  /** Lines "Paid USD 15 22868.99": status, funding currency, payments, total debit; "Failed 2" for those that are not debited. */
  readonly debits: readonly string[];
  /** What their rows state of those that are paid, on their way or unconfirmed, by currency. */
  readonly stated: Readonly<Record<string, string>>;
}

/** "12.34" -> 12340n of a currency with three decimals. */
function units(text: string, currency: string): bigint {
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(getDecimals(currency), '0'));
}

/** 12340n -> "12.34": without zeros at the end, so that it is compared as a number with whatever is shown. */
function decimal(minor: bigint, currency: string): string {
  const decimals = getDecimals(currency);
  const digits = String(minor).padStart(decimals + 1, '0');
  return decimals === 0 ? digits : String(Number(`${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`));
}

/** Of what is processed the service has said no price yet: it is asked at the end. */
const STATUS: Readonly<Record<string, string>> = { processed: 'Paid' };

/**
 * "Paid,USD", "Failed": what is not debited, or was only for a time, has no currency. `kept`: the fees that the service
 * keeps of a returned payment and those beside it.
 */
function debitKey({ status, currency }: BookedPayment, isTold: boolean, kept: bigint): string {
  if (!isTold) return `Unconfirmed,${currency}`;
  if (status === 'failed') return 'Failed';
  if (status === 'returned') return kept > 0n ? `Returned,${currency}` : 'Returned';
  return `${status === 'processed' ? 'Paid' : 'Processing'},${currency}`;
}

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
  const fees = (of: readonly BookedPayment[], currency: string) =>
    of.reduce((all, one) => all + units(one.merchantFees, currency), 0n);
  const together = Map.groupBy(payments, (one) =>
    [one.batchId, one.status, isTold(one), one.currency, one.targetCurrency, statedOf(one).currency].join(' '),
  );
  const kept = new Map([...together.values()].flatMap((of) => of.map((one) => [one, fees(of, one.currency)] as const)));
  const debits = [...Map.groupBy(payments, (one) => debitKey(one, isTold(one), kept.get(one)!))].map(([key, of]) => {
    const [state, currency] = key.split(',');
    if (!currency) return `${key} ${of.length}`;
    const sent = state === 'Returned' ? [] : of;
    const sum = sent.reduce((all, one) => all + units(one.amount, currency), fees(of, currency));
    return `${key.replace(',', ' ')} ${of.length} ${decimal(sum, currency)}`;
  });
  return {
    debits: debits.sort(),
    money: money.sort(),
    stated: Object.fromEntries(Object.entries(stated).map(([currency, minor]) => [currency, decimal(minor, currency)])),
    reasons,
    paid: reported.filter(({ status }) => status === 'processed').length,
  };
}

/** "USD 12.5 0.5": the fees of what is paid, and the part that recipients bear. */
export function feesByCurrency({ money }: Booked): readonly string[] {
  const lines = money.map((line) => line.split(' ')).filter(([state]) => state === 'Paid');
  return [...Map.groupBy(lines, ([, from]) => from!)]
    .map(([from, of]) => {
      const sum = (at: number) =>
        decimal(
          of.reduce((all, line) => all + units(line[at]!, from), 0n),
          from,
        );
      return [from, sum(5), sum(6)].join(' ');
    })
    .sort();
}
