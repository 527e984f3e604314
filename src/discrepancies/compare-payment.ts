import type { KnownPayment } from '../ledger/payments/known-payments.ts';
import type { AccountDraft } from '../model.ts';
import { formatMinor, readServiceAmount } from '../money.ts';
import { compareAccount, describeDifferences } from '../payout-methods/compare-account.ts';
import { getAccountId, isPaymentUnpriced } from '../service/remote-fields.ts';
import type { RemotePayment } from '../service/shapes/answer-shapes.ts';

export interface PaymentDifference {
  readonly kind: 'recipient' | 'account' | 'currency' | 'amount' | 'fees' | 'state';
  readonly here: string;
  readonly there: string;
}

/** The ledger's states that match each status of the service. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  pending: ['batched'],
  processing: ['batched'],
  // A discrepancy was paid, and differs in another way.
  processed: ['processed', 'discrepancy'],
  failed: ['failed'],
  returned: ['returned'],
};
/** The planned account, if its id is not known. */
export const OF_THE_ROW = 'that of the row';
/** The service's statuses of a payment that it pays or has paid. */
export const PAID: ReadonlySet<string> = new Set(['processing', 'processed']);

/**
 * The differences between the ledger's payment and the service's: recipient, account, currency, amount, fees and state,
 * never a bank detail. `named` is the account of its row, null if the row names none. A payment that is in progress in
 * the ledger may already be final at the service; `settle` reads it.
 */
export function comparePayment(
  known: KnownPayment,
  listed: RemotePayment,
  named: AccountDraft | null,
): readonly PaymentDifference[] {
  const found: PaymentDifference[] = [];
  const recipient = listed.recipient?.id ?? null;
  if (recipient !== known.recipient_remote_id)
    found.push({ kind: 'recipient', here: known.recipient_remote_id ?? 'none', there: recipient ?? 'none' });
  const account = accountDifference(known, listed, named);
  if (account) found.push(account);
  const [currency, amount] =
    known.fixed === 'source'
      ? [listed.sourceCurrency, listed.sourceAmount]
      : [listed.targetCurrency, listed.targetAmount];
  const ownCurrency = known.currency ?? '';
  // A payment without a price has paid no one so far; it is compared when it has one.
  const isPriced = listed.status !== 'pending' || !isPaymentUnpriced(known, listed);
  if (isPriced && currency !== known.currency)
    found.push({ kind: 'currency', here: ownCurrency, there: currency ?? 'none' });
  else if (isPriced && readServiceAmount(amount ?? '', ownCurrency) !== known.minor)
    found.push({
      kind: 'amount',
      here: known.minor === null ? 'none' : `${formatMinor(known.minor, ownCurrency)} ${ownCurrency}`,
      there: `${amount ?? 'none'} ${currency ?? ''}`.trim(),
    });
  const fees = listed.status === 'processed' ? compareFees(known, listed) : null;
  if (fees) found.push({ kind: 'fees', ...fees });
  if (known.state !== 'batched' && !(SAME[listed.status] ?? []).includes(known.state))
    found.push({ kind: 'state', here: known.state, there: listed.status });
  return found;
}

function accountDifference(
  known: KnownPayment,
  listed: RemotePayment,
  named: AccountDraft | null,
): PaymentDifference | null {
  const remoteAccount = getAccountId(listed.account);
  const meant = known.account_remote_id;
  const hasOtherId = meant !== null && paidAccountId(known, listed) !== null && remoteAccount !== meant;
  const compared = named && showsPaidAccount(known, listed) ? compareAccount(named, listed.account) : null;
  if (!hasOtherId && compared?.verdict !== 'differs') return null;
  const words =
    compared?.verdict === 'differs' ? `, which differs from the row in ${describeDifferences(compared)}` : '';
  return { kind: 'account', here: meant ?? OF_THE_ROW, there: `${remoteAccount ?? 'one without an id'}${words}` };
}

/**
 * The id of the account that the service pays; null if it cannot be compared: the answer does not show it, the planned
 * account is not known, or it may be the recipient's current account instead. The service does not say whether it shows
 * the account as of the payment or as of today.
 */
export function paidAccountId(known: KnownPayment, listed: RemotePayment): string | null {
  const remoteAccount = getAccountId(listed.account);
  return remoteAccount === null || known.account_remote_id === null || !showsPaidAccount(known, listed)
    ? null
    : remoteAccount;
}

/** False if the service shows no account, or the recipient's newer one: then it cannot be compared with the row. */
export function showsPaidAccount(known: KnownPayment, { account }: RemotePayment): boolean {
  if (typeof account !== 'object' || account === null) return false;
  const remoteAccount = getAccountId(account);
  return (
    remoteAccount === null ||
    remoteAccount !== known.account_now ||
    known.account_remote_id === null ||
    remoteAccount === known.account_remote_id
  );
}

/** The fees that a payment was to cost the balance, as far as known. */
interface OrderedFees {
  readonly fixed: string | null;
  /** The fees of its whole batch, by its quote, in minor units; null if there is no quote or it does not state them. */
  readonly quoted_fees: bigint | null;
  /** True if adopted from the service: the ledger does not know who bears the fees. */
  readonly is_adopted: boolean;
}

/** The fees as quoted or ordered, and as the service takes them. */
interface FeesDifference {
  readonly here: string;
  readonly there: string;
}

/**
 * The default: the service deducts its fees from the recipient, unless the merchant has agreed with it to bear a part.
 */
export const FROM_THE_RECIPIENT = 'deducted from the recipient';

/**
 * The fees that the service takes from the balance against the order; null if that is not certain. Payrun never asks to
 * bear fees. A part that the merchant has agreed to is in the quote of the batch.
 */
export function compareFees(ordered: OrderedFees, shown: RemotePayment): FeesDifference | null {
  if (ordered.fixed !== 'source') return null;
  const currency = shown.sourceCurrency ?? '';
  const taken = readFees(shown);
  if (taken === 0n) return null;
  const isNoneQuoted = ordered.quoted_fees === 0n;
  const isCovered = shown.coverFees === true && !ordered.is_adopted;
  if (!isCovered && (taken === null || !isNoneQuoted)) return null;
  const text = (minor: bigint) => `${formatMinor(minor, currency)} ${currency}`;
  return {
    here: isNoneQuoted && currency ? text(0n) : FROM_THE_RECIPIENT,
    there: taken === null ? 'all of them' : text(taken),
  };
}

/** The fees debited from the balance, in minor units; null if the service does not show them. */
export function readFees({ merchantFees, sourceCurrency }: RemotePayment): bigint | null {
  return merchantFees && sourceCurrency ? readServiceAmount(merchantFees, sourceCurrency) : null;
}
