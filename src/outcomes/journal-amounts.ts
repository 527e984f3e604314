import { decimalsOf } from '../money.ts';
import { totalDebitOf } from './run-money.ts';

/** The amounts that the payout service reported for a payment, in minor units. */
export interface BookedPayment {
  readonly currency: string;
  readonly sent: bigint;
  readonly fees: bigint;
  readonly recipientFees: bigint;
  /** True if the recipient is owed an amount in their currency, and the debit follows from the rate. */
  readonly owesTarget: boolean;
  readonly targetCurrency: string | null;
  readonly target: bigint | null;
  /** The rate without the service's margin; null if it is not known. */
  readonly marketRate: string | null;
}

/** The debits of a payment in the books, and the credit of the balance: debits minus credit is zero. */
export interface JournalAmounts {
  readonly payables: bigint;
  readonly fees: bigint;
  readonly rateDifference: bigint;
  readonly balance: bigint;
}

/**
 * A paid payment: the obligation is settled, the fees that the merchant bears are an expense, and the balance is
 * credited with the total debit. If an amount in another currency was owed, the obligation is that amount at the market
 * rate, and what was sent beyond it is the rate difference.
 */
export function journalOfPaid(payment: BookedPayment): JournalAmounts {
  const { sent, fees, recipientFees } = payment;
  const rateDifference = differenceOf(payment);
  const merchantFees = fees - recipientFees;
  return { payables: sent - rateDifference, fees: merchantFees, rateDifference, balance: totalDebitOf(payment) };
}

/** A returned payment takes its entry back, except for the fees: the service keeps them. */
export function journalOfReturned(payment: BookedPayment): JournalAmounts {
  const { payables, rateDifference } = journalOfPaid(payment);
  return { payables: -payables, fees: 0n, rateDifference: -rateDifference, balance: -payment.sent };
}

/** The sum of a payment's exported entries. */
export type BookedSums = JournalAmounts;

/**
 * The entry that is missing for a payment whose exported entries do not show its outcome. `payment` null: it was not
 * paid; `fees`: the fees that the service kept.
 */
export function journalOfChange(
  booked: BookedSums,
  now: { readonly payment: BookedPayment | null; readonly fees: bigint },
): JournalAmounts {
  const { payables, fees, rateDifference, balance } =
    now.payment === null
      ? { payables: 0n, fees: now.fees, rateDifference: 0n, balance: now.fees }
      : journalOfPaid(now.payment);
  return {
    payables: payables - booked.payables,
    fees: fees - booked.fees,
    rateDifference: rateDifference - booked.rateDifference,
    balance: balance - booked.balance,
  };
}

function differenceOf({ currency, sent, owesTarget, targetCurrency, target, marketRate }: BookedPayment): bigint {
  const [whole = '', part = ''] = (marketRate ?? '').split('.');
  const rate = /^\d+$/.test(whole) ? BigInt(whole + part) : 0n;
  if (!owesTarget || target === null || targetCurrency === null || targetCurrency === currency || rate === 0n)
    return 0n;
  const scale = 10n ** BigInt(part.length + decimalsOf(currency));
  const divisor = rate * 10n ** BigInt(decimalsOf(targetCurrency));
  return sent - (2n * target * scale + divisor) / (2n * divisor);
}
