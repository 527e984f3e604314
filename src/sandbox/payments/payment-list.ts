import type { Answer, Call } from '../call.ts';
import { recordsBy } from '../merchant-store.ts';
import { getWindow, paginate } from '../paging.ts';
import type { PaymentRecord } from '../records.ts';
import { refusal } from '../refusal.ts';
import { paymentStatus, paymentView } from './payment-view.ts';

const STATUSES = ['pending', 'processing', 'processed', 'failed', 'returned'];

/** One page of these payments, filtered by `status` and `search` of the query: `{payments, meta}`. */
export function embeddedPayments(call: Call, payments: readonly PaymentRecord[]): Answer {
  const { store, query, sandbox, now } = call;
  const wanted = statusesOf(query.get('status'));
  const search = query.get('search')?.toLowerCase();
  const found = payments.filter((payment) => {
    const batch = store.batch.get(payment.batchId);
    // A batch that is still being created already has payments, but does not exist yet.
    if (!batch || (wanted && !wanted.has(paymentStatus(payment, batch)))) return false;
    return !search || texts(call, payment).some((text) => text?.toLowerCase().includes(search));
  });
  const { items, meta } = paginate(found, query);
  return { payments: items.map((payment) => paymentView(sandbox, store, payment, now)), meta };
}

/** `failed,returned` is a list; null: any status. */
function statusesOf(text: string | null): ReadonlySet<string> | null {
  if (!text) return null;
  const wanted = text.split(',').map((status) => status.trim());
  if (wanted.every((status) => STATUSES.includes(status))) return new Set(wanted);
  throw refusal('invalid_field', `status must be one of ${STATUSES.join(', ')}`, { field: 'status' });
}

/**
 * The payments of a batch, in the order in which they were added. Without filters, it reads only the payments of the
 * page.
 */
export function batchPayments(call: Call, batchId: string): Answer {
  const { store, query, sandbox, now } = call;
  if (query.get('status') || query.get('search'))
    return embeddedPayments(call, recordsBy(store.payment, 'batch', batchId));
  const ids = store.payment.by('batch', batchId);
  const { from, to, meta } = getWindow(ids.size, query);
  const page: PaymentRecord[] = [];
  let at = 0;
  for (const id of ids) {
    if (at >= to) break;
    if (at++ >= from) page.push(store.payment.get(id)!);
  }
  return { payments: page.map((payment) => paymentView(sandbox, store, payment, now)), meta };
}

/** The texts that `search` searches. */
function texts({ store }: Call, payment: PaymentRecord): (string | null | undefined)[] {
  const recipient = store.recipient.get(payment.recipientId);
  return [payment.memo, payment.externalId, ...payment.tags, recipient?.name, recipient?.email, recipient?.referenceId];
}
