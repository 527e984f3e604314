import type { PaymentOutcome } from '../../ledger/payments/payment-outcome.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { readServiceAmount } from '../../money.ts';

/** A payment as the service lists it when its batch has ended. */
export interface AnsweredPayment {
  readonly id: string;
  readonly externalId?: string | null | undefined;
  readonly status: string;
  readonly sourceAmount?: string | null | undefined;
  readonly sourceCurrency?: string | null | undefined;
  readonly targetAmount?: string | null | undefined;
  readonly targetCurrency?: string | null | undefined;
  readonly exchangeRate?: string | null | undefined;
  readonly withholdingAmount?: string | null | undefined;
  readonly fees?: string | null | undefined;
  readonly recipientFees?: string | null | undefined;
  readonly failureMessage?: string | null | undefined;
  readonly returnedNote?: string | null | undefined;
  readonly returnedReason?: unknown;
  readonly errors?: unknown;
}

const STATES: Readonly<Record<string, PaymentOutcome['state']>> = {
  pending: 'batched',
  processing: 'batched',
  processed: 'processed',
  failed: 'failed',
  returned: 'returned',
};

/**
 * True for an id of a ledger, which is a UUID. Other ids belong to payments that were made at the service by other
 * means.
 */
export const isOurs = (externalId: string | null | undefined): externalId is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(externalId ?? '');

export const isKnownStatus = (status: string): boolean => Object.hasOwn(STATES, status);

/**
 * The outcome that the service's payment means for the ledger; null if it has no id of a ledger or an unknown status.
 */
export function paymentOutcomeOf(payment: AnsweredPayment, currency: string): PaymentOutcome | null {
  const state = Object.hasOwn(STATES, payment.status) ? STATES[payment.status] : undefined;
  if (!isOurs(payment.externalId) || !state) return null;
  const amount = (text: string | null | undefined, of: string) => (text ? readServiceAmount(text, of) : null);
  const target = payment.targetCurrency ?? null;
  return {
    id: payment.externalId,
    state,
    remoteId: payment.id,
    sourceMinor: amount(payment.sourceAmount, currency),
    feesMinor: amount(payment.fees, currency),
    recipientFeesMinor: amount(payment.recipientFees, currency),
    rate: payment.exchangeRate ?? null,
    withheldMinor: amount(payment.withholdingAmount, currency),
    targetCurrency: target,
    targetMinor: target ? amount(payment.targetAmount, target) : null,
    reasonCode: state === 'failed' || state === 'returned' ? state : null,
    reason: state === 'failed' || state === 'returned' ? whyNotPaid(payment) : null,
  };
}

function whyNotPaid({ failureMessage, returnedNote, returnedReason, errors }: AnsweredPayment): string {
  const reasons = [failureMessage, returnedNote, ...texts(returnedReason), ...texts(errors)].filter((text) => text);
  return reasons.length > 0 ? maskBankDetails([...new Set(reasons)].join('; ')) : 'The service gives no reason.';
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : [];
  return value.flatMap((item) =>
    typeof item === 'string' ? [item] : typeof item?.message === 'string' ? [item.message] : [],
  );
}
