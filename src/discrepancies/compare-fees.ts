import { formatMinor, readServiceAmount } from '../money.ts';

/** What is known of the fees that a payment was to take from the balance. */
export interface OrderedFees {
  readonly fixed: string | null;
  /** Those of its whole batch, by its quote; null if there is none, or if it did not say them. */
  readonly quoted_fees: bigint | null;
  /** Adopted from the service: nobody here said who bears the fees. */
  readonly is_adopted: boolean;
}

/** The fees of a payment as the service shows them. */
export interface ShownFees {
  readonly coverFees?: unknown;
  readonly merchantFees?: string | null | undefined;
  readonly sourceCurrency?: string | null | undefined;
}

/** What was quoted or ordered, and what the service takes. */
export interface FeesDifference {
  readonly here: string;
  readonly there: string;
}

/** How it was ordered: the service deducts its fees from what arrives, unless the merchant has agreed there to bear a part. */
export const FROM_THE_RECIPIENT = 'deducted from the recipient';

/**
 * Whether the service takes fees from the balance that it was not to take; null if that is not certain. Payrun never asks to bear them, and
 * what arrives is fixed only where they are borne anyway. A part that the merchant has agreed to is in the quote of the batch.
 */
export function compareFees(ordered: OrderedFees, shown: ShownFees): FeesDifference | null {
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

/** The fees that leave the balance, in minor units; null if the service does not show them. */
export function readFees({ merchantFees, sourceCurrency }: ShownFees): bigint | null {
  return merchantFees && sourceCurrency ? readServiceAmount(merchantFees, sourceCurrency) : null;
}
