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

/** The content of a delivery; null if its record is gone. */
export function createWebhookPayload(
  store: MerchantStore,
  { source, subjectId, batch }: Turn,
  now: number,
  pricingMs: number,
): WebhookPayload | null {
  const { model, action, ofPayments } = source.event;
  const payload = (of: { action: string; record: unknown; batch?: BatchRecord }): WebhookPayload | null => {
    const body = eventBody(store, { model, ...of }, now, { pricingMs });
    return body === null ? null : { model, action: of.action, body };
  };
  if (!ofPayments) return payload({ action, record: source.subject ?? { id: subjectId } });
  const payment = store.payment.get(subjectId);
  if (!payment || !batch) return null;
  return payload({ action: action === 'settled' ? paymentStatus(payment, batch) : action, record: payment, batch });
}

/** The subject of an event after a restart, in its current state. */
export function getEventSubject(store: MerchantStore, { model, subjectId, ofPayments }: EventRecord): unknown {
  if (model === 'merchant') return store.merchant;
  if (model === 'recipientAccount') return store.account.get(subjectId);
  if (model === 'batch' || ofPayments) return store.batch.get(subjectId);
  return model === 'payment' ? store.payment.get(subjectId) : store.recipient.get(subjectId);
}
