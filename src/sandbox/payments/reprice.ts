import { type Call, SLICE, yieldToEventLoop } from '../call.ts';
import { recordsBy } from '../merchant-store.ts';
import type { PaymentRecord } from '../records.ts';
import { priceTerms, questionOf } from './payment-input.ts';

/** Prices the open payments to a recipient again, after a change of their accounts. */
export function repriceRecipient(call: Call, recipientId: string): void {
  for (const payment of recordsBy(call.store.payment, 'recipient', recipientId)) reprice(call, payment);
}

/** Prices every payment of a batch again, in slices. */
export async function repriceBatch(call: Call, batchId: string): Promise<void> {
  const ids = [...call.store.payment.by('batch', batchId)];
  for (let at = 0; at < ids.length; at += SLICE) {
    if (at > 0) await yieldToEventLoop();
    for (const id of ids.slice(at, at + SLICE)) {
      const payment = call.store.payment.get(id);
      if (payment) reprice(call, payment);
    }
  }
}

function reprice({ store, sandbox, now }: Call, payment: PaymentRecord): void {
  if (store.batch.get(payment.batchId)?.status !== 'open') return;
  const priced = priceTerms(store, questionOf(payment));
  const same = (Object.keys(priced) as (keyof typeof priced)[]).every((field) => priced[field] === payment[field]);
  if (!same) sandbox.state.put('payment', { ...payment, ...priced, updatedAt: now });
}
