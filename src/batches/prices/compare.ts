import { compareFees, FROM_THE_RECIPIENT, type ShownFees } from '../../discrepancies/compare-fees.ts';
import type { BatchedPayment } from '../../ledger/payments/payment.ts';
import type { AccountDraft } from '../../model.ts';
import { readServiceAmount, showMoney } from '../../money.ts';
import { compareAccount, describeDifferences } from '../../payout-methods/compare-account.ts';
import { accountIdOf } from '../../service/account-id.ts';
import { lacksPrice } from '../../service/lacks-price.ts';

/** What of a planned payment the service has to have too. */
export type PlannedPayment = Pick<
  BatchedPayment,
  'row' | 'recipient_remote_id' | 'account_remote_id' | 'fixed' | 'currency' | 'minor'
> & {
  /** The account that its row names; null if the row names none, or is not at hand. */
  readonly named: AccountDraft | null;
  /** Fees that are to leave the balance for its whole batch, by its quote; null if that is not known. */
  readonly quoted_fees: bigint | null;
};

/** A payment as the service lists it in a batch. */
export interface ListedPayment extends ShownFees {
  readonly id: string;
  readonly externalId?: string | null | undefined;
  readonly recipient?: { readonly id?: string | undefined } | null | undefined;
  /** Newer replies only. */
  readonly account?: unknown;
  /** What was entered, whichever side it fixes. */
  readonly amount?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly sourceAmount?: string | null | undefined;
  readonly targetAmount?: string | null | undefined;
  readonly targetCurrency?: string | null | undefined;
  readonly exchangeRate?: string | null | undefined;
}

/**
 * Compares a payment of the plan with the one that the service holds: recipient, account, the fixed side's amount to
 * the cent, and who bears the fees; and the balance that it leaves, where one is given and the service tells it. Returns null when they agree, else what
 * differs, without any bank detail. One without a price is compared by what was entered, if the service shows that.
 */
export function compareListed(
  planned: PlannedPayment,
  listed: ListedPayment,
  balance: string | null = null,
): string | null {
  const row = `row ${planned.row}`;
  if (listed.recipient?.id !== planned.recipient_remote_id) return `${row} is for another recipient`;
  const another = anotherAccount(planned, listed);
  if (another)
    return `${row} goes to another account${another.words === '' ? '' : `, which differs in ${another.words}`}`;
  const unpriced = lacksPrice(planned, listed);
  const [currency, amount] = unpriced ? [listed.currency, listed.amount] : fixedSide(planned, listed);
  // Older answers show as `amount` what leaves the balance: then nothing can be compared until the payment is priced.
  if (!unpriced || currency === planned.currency) {
    if (currency !== planned.currency)
      return `${row} is in ${currency ?? 'no currency'} instead of ${planned.currency}`;
    const there = readServiceAmount(amount ?? '', planned.currency);
    const its = there === null ? (amount ?? 'no amount') : showMoney({ minor: there, currency: planned.currency });
    if (there !== planned.minor) return `${row} has another amount there: ${its} instead of ${showMoney(planned)}`;
  }
  // Where what arrives is fixed, nothing else says from which balance it leaves; sums of another currency would be compared as ours.
  if (balance !== null && listed.sourceCurrency && listed.sourceCurrency !== balance)
    return `${row} leaves another balance than ${balance}`;
  return otherFees(planned, listed);
}

/** Who bears the fees is changed by one field at the service, and with it what is debited (G2). */
function otherFees(planned: PlannedPayment, listed: ListedPayment): string | null {
  const differs = compareFees({ ...planned, is_adopted: false }, listed);
  if (differs) {
    const { here, there } = differs;
    const quoted = here === FROM_THE_RECIPIENT ? `to be ${here}` : `${here} in the quote`;
    return `row ${planned.row} has its fees taken from the balance there (${there}; ${quoted})`;
  }
  // Not priced yet, it shows no fees.
  const isCovered = planned.fixed === 'source' && listed.coverFees === true;
  return isCovered ? `row ${planned.row} has its fees taken from the balance there` : null;
}

function fixedSide({ fixed }: PlannedPayment, listed: ListedPayment) {
  return fixed === 'source'
    ? [listed.sourceCurrency, listed.sourceAmount]
    : [listed.targetCurrency, listed.targetAmount];
}

/** The account that the service shows with a payment instead of the one that was meant. */
export interface AnotherAccount {
  /** Null if it is shown without one. */
  readonly id: string | null;
  /** What differs from the row, without more than four digits of a number; '' if only its id says so. */
  readonly words: string;
}

/** It has another id than the account that was meant, or shows other bank details than the row names; null if neither. */
export function anotherAccount(
  { account_remote_id: meant, named }: Pick<PlannedPayment, 'account_remote_id' | 'named'>,
  { account }: Pick<ListedPayment, 'account'>,
): AnotherAccount | null {
  const id = accountIdOf(account);
  const compared = named && compareAccount(named, account);
  const hasOtherId = id !== null && meant !== null && id !== meant;
  if (!hasOtherId && compared?.verdict !== 'differs') return null;
  return { id, words: compared ? describeDifferences(compared) : '' };
}
