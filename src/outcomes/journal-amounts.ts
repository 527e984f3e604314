import { getTotalDebit } from './run-money.ts';

/** The amounts that the payout service reported for a payment, in minor units. */
export interface BookedPayment {
  readonly currency: string;
  readonly sent: bigint;
  readonly fees: bigint;
  readonly recipientFees: bigint;
  /** The tax that the service withheld from the recipient, a part of what was sent. */
  readonly withheld: bigint;
}

/** The debits of a payment in the books, and the credit of the balance: debits minus credit is zero. */
export interface JournalAmounts {
  readonly payables: bigint;
  readonly fees: bigint;
  readonly withheld: bigint;
  readonly balance: bigint;
}

/**
 * A paid payment: the obligation is settled, the fees that the merchant bears are an expense, and the balance is
 * credited with the total debit. Withholding tax was sent too, but to the tax authority: it has an account of its own.
 */
export function paidJournalAmounts(payment: BookedPayment): JournalAmounts {
  const { sent, fees, recipientFees, withheld } = payment;
  return { payables: sent - withheld, fees: fees - recipientFees, withheld, balance: getTotalDebit(payment) };
}

/** A returned payment reverses its entry, except for the fees: the service keeps them. */
export function returnedJournalAmounts(payment: BookedPayment): JournalAmounts {
  const { payables, withheld } = paidJournalAmounts(payment);
  return { payables: -payables, fees: 0n, withheld: -withheld, balance: -payment.sent };
}

/** The sum of a payment's exported entries. */
export type BookedSums = JournalAmounts;

/**
 * The entry that is missing for a payment whose exported entries do not show its outcome. `payment` null: it was not
 * paid; `fees`: the fees that the service kept.
 */
export function changedJournalAmounts(
  booked: BookedSums,
  now: { readonly payment: BookedPayment | null; readonly fees: bigint },
): JournalAmounts {
  const { payables, fees, withheld, balance } =
    now.payment === null
      ? { payables: 0n, fees: now.fees, withheld: 0n, balance: now.fees }
      : paidJournalAmounts(now.payment);
  return {
    payables: payables - booked.payables,
    fees: fees - booked.fees,
    withheld: withheld - booked.withheld,
    balance: balance - booked.balance,
  };
}
