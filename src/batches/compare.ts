import type { BatchedPayment } from '../ledger/payment.ts';
import { readServiceAmount } from '../money.ts';
import { accountIdOf } from '../service/account-id.ts';
import { lacksPrice } from '../service/lacks-price.ts';

/** What of a planned payment the service has to have too. */
export type PlannedPayment = Pick<
  BatchedPayment,
  'row' | 'recipient_remote_id' | 'account_remote_id' | 'fixed' | 'currency' | 'minor'
>;

/** A payment as the service lists it in a batch. */
export interface ListedPayment {
  readonly id: string;
  readonly externalId?: string | null | undefined;
  readonly recipient?: { readonly id?: string | undefined } | null | undefined;
  /** Newer replies only. */
  readonly account?: unknown;
  /** What was entered, whichever side it fixes. */
  readonly amount?: string | null | undefined;
  readonly currency?: string | null | undefined;
  readonly sourceAmount?: string | null | undefined;
  readonly sourceCurrency?: string | null | undefined;
  readonly targetAmount?: string | null | undefined;
  readonly targetCurrency?: string | null | undefined;
  readonly exchangeRate?: string | null | undefined;
}

/**
 * Compares a payment of the plan with the one that the service holds: recipient, account, and the fixed side's amount to
 * the cent; and the balance that it leaves, where one is given and the service tells it. Returns null when they agree, else what
 * differs, without any bank detail. One without a price is compared by what was entered, if the service shows that.
 */
export function compareListed(
  planned: PlannedPayment,
  listed: ListedPayment,
  balance: string | null = null,
): string | null {
  const row = `row ${planned.row}`;
  if (listed.recipient?.id !== planned.recipient_remote_id) return `${row} is for another recipient`;
  if (elsewhere(planned, listed) !== null) return `${row} goes to another account`;
  const unpriced = lacksPrice(planned, listed);
  const [currency, amount] = unpriced ? [listed.currency, listed.amount] : fixedSide(planned, listed);
  // Older answers show as `amount` what leaves the balance: then nothing can be compared until the payment is priced.
  if (!unpriced || currency === planned.currency) {
    if (currency !== planned.currency)
      return `${row} is in ${currency ?? 'no currency'} instead of ${planned.currency}`;
    if (readServiceAmount(amount ?? '', planned.currency) !== planned.minor) return `${row} has another amount`;
  }
  // Where what arrives is fixed, nothing else says from which balance it leaves; sums of another currency would be compared as ours.
  if (balance !== null && listed.sourceCurrency && listed.sourceCurrency !== balance)
    return `${row} leaves another balance than ${balance}`;
  return null;
}

function fixedSide({ fixed }: PlannedPayment, listed: ListedPayment) {
  return fixed === 'source'
    ? [listed.sourceCurrency, listed.sourceAmount]
    : [listed.targetCurrency, listed.targetAmount];
}

/** The account, by its id there, that the service pays somebody to instead of the one that was meant; null where it is that one, or not said. */
export function elsewhere(
  planned: Pick<PlannedPayment, 'account_remote_id'>,
  { account }: Pick<ListedPayment, 'account'>,
): string | null {
  const there = accountIdOf(account);
  return planned.account_remote_id && there !== planned.account_remote_id ? there : null;
}
