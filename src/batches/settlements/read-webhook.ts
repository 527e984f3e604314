import { z } from 'zod';
import type { PaymentOutcome } from '../../ledger/payments/payment-outcome.ts';
import type { PendingDelivery } from '../../ledger/webhooks/webhook-delivery.ts';
import { hasEnded } from '../../service/batch-status.ts';
import {
  type RemotePayment,
  batchShape as remoteBatch,
  paymentShape as remotePayment,
} from '../../service/shapes/answer-shapes.ts';
import { isPaymentUnpriced } from '../../service/unpriced-payment.ts';
import type { PaymentState } from '../../states.ts';
import { paymentOutcomeOf } from '../outcomes/outcome-of.ts';
import { compareListed } from '../prices/compare-listed.ts';

/**
 * The meaning of a webhook delivery. `doubtful`: it is not clear, so the service is read. `differs`: it is about a
 * payment that was not ordered, so it is refused and the service is read. `refused`: it does not match the ledger.
 * `nothing`: it changes nothing.
 */
export type Reading =
  | { readonly kind: 'outcome'; readonly outcome: PaymentOutcome; readonly payment: RemotePayment }
  | { readonly kind: 'ended'; readonly remoteStatus: string; readonly payments: number | null }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'doubtful' }
  | { readonly kind: 'differs'; readonly why: string }
  | { readonly kind: 'refused'; readonly why: string };

const paymentBody = z.looseObject({ body: z.looseObject({ payment: remotePayment }) });
const batchBody = z.looseObject({ body: z.looseObject({ batch: remoteBatch }) });

/** Final statuses of a payment. Earlier ones do not matter, and their deliveries may come after a final one. */
const FINAL = new Set(['processed', 'failed', 'returned']);

/** Reads the body of a delivery and compares it with the ledger's record of its subject. */
export function readWebhook(delivery: PendingDelivery, text: string): Reading {
  return delivery.payment === null ? readBatch(delivery, text) : readPayment(delivery, text);
}

function readPayment(delivery: PendingDelivery, text: string): Reading {
  const parsed = paymentBody.safeParse(JSON.parse(text));
  if (!parsed.success) return { kind: 'doubtful' };
  const { payment } = parsed.data.body;
  // A payment does not end before it is priced.
  if (FINAL.has(payment.status) && isPaymentUnpriced(delivery, payment)) return { kind: 'doubtful' };
  const differs = compareWithLedger(delivery, payment);
  if (differs) return { kind: 'differs', why: `The service tells of another payment: ${differs}.` };
  // The body is newer than its event, so the service is read to see which one holds.
  if (payment.status !== delivery.action)
    return FINAL.has(delivery.action) ? { kind: 'doubtful' } : { kind: 'nothing' };
  const outcome = paymentOutcomeOf(payment, delivery.batch_currency);
  if (!outcome || !FINAL.has(outcome.state)) return { kind: 'nothing' };
  const here = delivery.payment_state;
  // A webhook alone cannot prove that it was paid after all: the service is read.
  if (here === 'failed' && delivery.payment_reason === 'resolved') return { kind: 'doubtful' };
  if (here !== null && CONTRADICTS[here]?.includes(outcome.state))
    return {
      kind: 'refused',
      why: `The service says that row ${delivery.row} is ${outcome.state}, and here it is ${here}. Check it before it is paid again.`,
    };
  return { kind: 'outcome', outcome, payment };
}

/** Ends that exclude each other: one was confirmed by hand, or the service changed its answer. */
const CONTRADICTS: Readonly<Partial<Record<PaymentState, readonly PaymentOutcome['state'][]>>> = {
  failed: ['processed', 'returned'],
  processed: ['failed'],
  returned: ['failed'],
};

/** Null if it is the ledger's payment: batch, recipient, and the fixed side's amount to the cent. */
function compareWithLedger(delivery: PendingDelivery, payment: z.output<typeof remotePayment>): string | null {
  if (payment.batch && payment.batch.id !== delivery.batch_remote_id) return `row ${delivery.row} is in another batch`;
  if (payment.sourceCurrency !== delivery.batch_currency)
    return `row ${delivery.row} leaves another balance than ${delivery.batch_currency}`;
  const planned = {
    row: delivery.row!,
    recipient_remote_id: delivery.recipient_remote_id!,
    // An account gets another id when it changes. The account was compared before the start.
    account_remote_id: null,
    named: null,
    quoted_fees: null,
    fixed: delivery.fixed!,
    currency: delivery.currency!,
    minor: delivery.minor!,
  };
  return compareListed(planned, payment);
}

function readBatch(delivery: PendingDelivery, text: string): Reading {
  const parsed = batchBody.safeParse(JSON.parse(text));
  if (!parsed.success) return { kind: 'doubtful' };
  const { status, totalPayments, currency } = parsed.data.body.batch;
  if (typeof totalPayments === 'number' && totalPayments !== delivery.batch_payments)
    return {
      kind: 'differs',
      why: `The service tells of ${totalPayments} payments in a batch of ${delivery.batch_payments}.`,
    };
  if (currency && currency !== delivery.batch_currency)
    return {
      kind: 'differs',
      why: `The service tells of a batch in another currency than ${delivery.batch_currency}.`,
    };
  if (delivery.action === 'processing') return { kind: 'nothing' };
  const payments = typeof totalPayments === 'number' ? totalPayments : null;
  return hasEnded(status) ? { kind: 'ended', remoteStatus: status, payments } : { kind: 'doubtful' };
}
