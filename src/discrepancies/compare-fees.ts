import { formatMinor, readServiceAmount } from '../money.ts';
import type { RemotePayment } from '../service/shapes/answer-shapes.ts';

/** The fees that a payment was to cost the balance, as far as known. */
export interface OrderedFees {
  readonly fixed: string | null;
  /** The fees of its whole batch, by its quote, in minor units; null if there is no quote or it does not state them. */
  readonly quoted_fees: bigint | null;
  /** True if adopted from the service: the ledger does not know who bears the fees. */
  readonly is_adopted: boolean;
}

/** The fees as quoted or ordered, and as the service takes them. */
export interface FeesDifference {
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
