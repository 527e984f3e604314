import type { MerchantStore } from '../merchant-store.ts';
import { paymentStatus } from '../payments/payment-view.ts';
import type { BatchRecord, EventRecord } from '../records.ts';
import type { Turn } from './delivery-queue.ts';
import { eventBody } from './event-body.ts';

/** The content of one delivery, with its actual action: each payment of a batch has its own outcome. */
export interface WebhookPayload {
  readonly model: string;
  readonly action: string;
  readonly body: string;
}

/** The content of a delivery; null if its record no longer exists. */
export function webhookPayloadOf(
  books: MerchantStore,
  { source, subjectId, batch }: Turn,
  now: number,
  pricingMs: number,
): WebhookPayload | null {
  const { model, action, ofPayments } = source.event;
  const letter = (of: { action: string; record: unknown; batch?: BatchRecord }): WebhookPayload | null => {
    const body = eventBody(books, { model, ...of }, now, { pricingMs });
    return body === null ? null : { model, action: of.action, body };
  };
  if (!ofPayments) return letter({ action, record: source.subject ?? { id: subjectId } });
  const payment = books.payment.get(subjectId);
  if (!payment || !batch) return null;
  return letter({ action: action === 'settled' ? paymentStatus(payment, batch) : action, record: payment, batch });
}

/** The subject of an event after a restart, in its current state. */
export function subjectOf(books: MerchantStore, { model, subjectId, ofPayments }: EventRecord): unknown {
  if (model === 'merchant') return books.merchant;
  if (model === 'recipientAccount') return books.account.get(subjectId);
  if (model === 'batch' || ofPayments) return books.batch.get(subjectId);
  return model === 'payment' ? books.payment.get(subjectId) : books.recipient.get(subjectId);
}
