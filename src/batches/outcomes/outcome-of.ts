import type { PaymentOutcome } from '../../ledger/payments/payment-outcome.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { readServiceAmount, showMoney } from '../../money.ts';
import { getCompliance } from '../../service/remote-fields.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';

/** Statuses before a payment is final. With words, they are named: a payment may stay in them for days. */
const PROCESSING: Readonly<Record<string, string | null>> = {
  pending: null,
  processing: null,
  queued: 'queued',
  in_transit: 'in transit',
  compliance_review: 'under compliance review',
  under_compliance_review: 'under compliance review',
  pending_compliance: 'under compliance review',
  in_review: 'under review',
  under_review: 'under review',
};
const FINAL: Readonly<Record<string, PaymentOutcome['state']>> = {
  processed: 'processed',
  failed: 'failed',
  returned: 'returned',
};

/** True for an id of a ledger, which is a UUID. Other ids belong to payments that were not created by Payrun. */
export const isLedgerId = (externalId: string | null | undefined): externalId is string =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(externalId ?? '');

const plain = (status: string) => status.toLowerCase().replace(/[\s-]+/g, '_');

function stateOf(status: string): PaymentOutcome['state'] | null {
  if (Object.hasOwn(PROCESSING, plain(status))) return 'batched';
  return Object.hasOwn(FINAL, status) ? FINAL[status]! : null;
}

export const isKnownStatus = (status: string): boolean => stateOf(status) !== null;

/**
 * The outcome that the service's payment means for the ledger; null if it has no id of a ledger or an unknown status.
 * `currency`: that of the balance to debit. Of another balance that was debited it has no amounts.
 */
export function toPaymentOutcome(payment: RemotePayment, currency: string): PaymentOutcome | null {
  const state = stateOf(payment.status);
  if (!isLedgerId(payment.externalId) || !state) return null;
  const amount = (text: string | null | undefined, of: string) => (text ? readServiceAmount(text, of) : null);
  const debited = (text: string | null | undefined) =>
    (payment.sourceCurrency || currency) === currency ? amount(text, currency) : null;
  const target = payment.targetCurrency ?? null;
  const withheldMinor = debited(payment.withholdingAmount);
  return {
    id: payment.externalId,
    state,
    remoteId: payment.id,
    sourceMinor: debited(payment.sourceAmount),
    feesMinor: debited(payment.fees),
    recipientFeesMinor: debited(payment.recipientFees),
    rate: payment.exchangeRate ?? null,
    withheldMinor,
    targetCurrency: target,
    targetMinor: target ? amount(payment.targetAmount, target) : null,
    bankName: bankNameOf(payment),
    arrivalAt: timeOf(payment.estimatedDeliveryAt),
    reasonCode: state === 'failed' || state === 'returned' ? state : null,
    reason: reasonOf(state, payment, withheldMinor ? showMoney({ currency, minor: withheldMinor }) : null),
  };
}

function bankNameOf({ account }: RemotePayment): string | null {
  const { bankName } = (account ?? {}) as { readonly bankName?: unknown };
  return typeof bankName === 'string' ? maskBankDetails(bankName.trim()) || null : null;
}

function timeOf(text: string | null | undefined): Date | null {
  const at = new Date(text ?? '');
  return Number.isNaN(at.getTime()) ? null : at;
}

function reasonOf(state: PaymentOutcome['state'], payment: RemotePayment, withheld: string | null): string | null {
  if (state === 'failed' || state === 'returned') return failureReason(payment);
  if (state === 'batched') {
    const status = PROCESSING[plain(payment.status)];
    if (status) return `The payout service reports that this payment is ${status}.`;
    // Before it is sent, every payment is pending.
    const isReviewed = payment.status === 'processing' && getCompliance(payment) === 'pending';
    return isReviewed
      ? `The payout service reports that this payment is under compliance review, which may delay it.`
      : null;
  }
  return withheld && `The payout service withheld ${withheld} in tax from the recipient.`;
}

function failureReason(payment: RemotePayment): string {
  const { failureMessage, returnedNote, returnedReason, errors } = payment;
  const part = partReturned(payment);
  const reasons = [
    ...[failureMessage, returnedNote, ...texts(returnedReason), ...texts(errors)].filter((text) => text),
    ...(part === null ? [] : [`the payout service shows a returned amount of ${part}`]),
  ];
  return reasons.length > 0 ? maskBankDetails([...new Set(reasons)].join('; ')) : 'The service gives no reason.';
}

/**
 * The returned amount as the service shows it, if it is neither what was sent nor what was to arrive: in which of the
 * currencies it is, is not known. Null if all came back, or none.
 */
function partReturned({ status, returnedAmount: part, ...payment }: RemotePayment): string | null {
  const sides = [
    [payment.sourceAmount, payment.sourceCurrency],
    [payment.targetAmount, payment.targetCurrency],
  ] as const;
  if (status !== 'returned' || !part) return null;
  const isAllOrNone = sides.some(([all, currency]) => {
    const [returned, whole] = [part, all ?? ''].map((text) => (currency ? readServiceAmount(text, currency) : null));
    return returned === 0n || (returned !== null && returned === whole);
  });
  return isAllOrNone || !payment.sourceAmount ? null : part;
}

function texts(value: unknown): string[] {
  if (!Array.isArray(value)) return typeof value === 'string' ? [value] : [];
  return value.flatMap((item) =>
    typeof item === 'string' ? [item] : typeof item?.message === 'string' ? [item.message] : [],
  );
}
