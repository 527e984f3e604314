import { compareFees, FROM_THE_RECIPIENT } from '../../discrepancies/compare-payment.ts';
import type { BatchedPayment } from '../../ledger/payments/payment.ts';
import type { AccountDraft } from '../../model.ts';
import { readServiceAmount, showMoney } from '../../money.ts';
import { compareAccount, describeDifferences } from '../../payout-methods/compare-account.ts';
import { getAccountId, isPaymentUnpriced } from '../../service/remote-fields.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';

/** The fields of a planned payment that the service must have too. */
export type PlannedPayment = Pick<
  BatchedPayment,
  'row' | 'recipient_remote_id' | 'account_remote_id' | 'fixed' | 'currency' | 'minor'
> & {
  /** The account that its row names; null if the row names none or cannot be read. */
  readonly named: AccountDraft | null;
  /** Fees of the whole batch to be debited from the balance, by its quote, in minor units; null if not known. */
  readonly quoted_fees: bigint | null;
};

/**
 * Compares a planned payment with the one that the service holds: recipient, account, the fixed side's amount to the
 * cent, who bears the fees, and the debited balance if one is given and the service shows it. Returns null if they
 * agree, else a description of the difference without any bank detail. A payment without a price is compared by the
 * amount as entered, if the service shows that.
 */
export function compareListed(
  planned: PlannedPayment,
  listed: RemotePayment,
  balance: string | null = null,
): string | null {
  const row = `row ${planned.row}`;
  if (listed.recipient?.id !== planned.recipient_remote_id) return `${row} is for another recipient`;
  const another = anotherAccount(planned, listed);
  if (another)
    return `${row} goes to another account${another.words === '' ? '' : `, which differs in ${another.words}`}`;
  const unpriced = isPaymentUnpriced(planned, listed);
  const [currency, amount] = unpriced ? [listed.currency, listed.amount] : fixedSide(planned, listed);
  // Older answers show the debit as `amount`: then nothing can be compared until the payment is priced.
  if (!unpriced || currency === planned.currency) {
    if (currency !== planned.currency)
      return `${row} is in ${currency ?? 'no currency'} instead of ${planned.currency}`;
    const there = readServiceAmount(amount ?? '', planned.currency);
    const its = there === null ? (amount ?? 'no amount') : showMoney({ minor: there, currency: planned.currency });
    if (there !== planned.minor)
      return `${row} has a different amount in the service: ${its} instead of ${showMoney(planned)}`;
  }
  // If the target side is fixed, nothing else says which balance is debited, and sums of another currency would be
  // compared.
  if (balance !== null && listed.sourceCurrency && listed.sourceCurrency !== balance)
    return `${row} is debited from a balance other than ${balance}`;
  return otherFees(planned, listed);
}

/** One field of the payment changes who bears the fees, and so the debit (G2). */
function otherFees(planned: PlannedPayment, listed: RemotePayment): string | null {
  const differs = compareFees({ ...planned, is_adopted: false }, listed);
  if (differs) {
    const { here, there } = differs;
    const quoted = here === FROM_THE_RECIPIENT ? `to be ${here}` : `${here} in the quote`;
    return `row ${planned.row} has its fees charged to the balance in the service (${there}; ${quoted})`;
  }
  // A payment that is not priced yet shows no fees.
  const isCovered = planned.fixed === 'source' && listed.coverFees === true;
  return isCovered ? `row ${planned.row} has its fees charged to the balance in the service` : null;
}

function fixedSide({ fixed }: PlannedPayment, listed: RemotePayment) {
  return fixed === 'source'
    ? [listed.sourceCurrency, listed.sourceAmount]
    : [listed.targetCurrency, listed.targetAmount];
}

/** An account that is not the planned one. */
export interface AnotherAccount {
  /** Null if the service shows no id. */
  readonly id: string | null;
  /** The differences from the row, with at most four digits of a number; '' if only the id differs. */
  readonly words: string;
}

/** The service's account if its id or its bank details differ from the planned ones; null if neither does. */
export function anotherAccount(
  { account_remote_id: meant, named }: Pick<PlannedPayment, 'account_remote_id' | 'named'>,
  { account }: Pick<RemotePayment, 'account'>,
): AnotherAccount | null {
  const id = getAccountId(account);
  const compared = named && compareAccount(named, account);
  const hasOtherId = id !== null && meant !== null && id !== meant;
  if (!hasOtherId && compared?.verdict !== 'differs') return null;
  return { id, words: compared ? describeDifferences(compared) : '' };
}
