import { formatMinor } from '../../money.ts';
import type { Answer, Body, Call } from '../call.ts';
import { recordsBy } from '../merchant-store.ts';
import { readFields } from '../read-fields.ts';
import type { PaymentRecord } from '../records.ts';
import { type ErrorItem, notFound, Refusal } from '../refusal.ts';
import { getBatchRecord, getOpenBatchRecord, newPayment, refuseDuplicate, voidApproval } from './batches.ts';
import { readPayment } from './payment-input.ts';
import { batchPayments, embeddedPayments } from './payment-list.ts';
import { paymentView } from './payment-view.ts';

function paymentOf({ store, params }: Call): PaymentRecord {
  const payment = store.payment.get(params.paymentId ?? '');
  const batchId = params.id;
  const isInBatch =
    payment && store.batch.get(payment.batchId) && (batchId === undefined || payment.batchId === batchId);
  if (!isInBatch) throw notFound('Payment');
  return payment;
}

function show({ sandbox, store, now }: Call, payment: PaymentRecord): Answer {
  return { payment: paymentView(sandbox, store, payment, now) };
}

/** Newest first; filtered by recipientId, batchId, status and search. */
export function searchPayments(call: Call): Answer {
  const { store, query } = call;
  const batchId = query.get('batchId');
  const recipientId = query.get('recipientId');
  const found = batchId
    ? recordsBy(store.payment, 'batch', batchId)
    : recipientId
      ? recordsBy(store.payment, 'recipient', recipientId)
      : [...store.payment.all()];
  const wanted = recipientId ? found.filter((payment) => payment.recipientId === recipientId) : found;
  return embeddedPayments(call, wanted.reverse());
}

export function getPayment(call: Call): Answer {
  return show(call, paymentOf(call));
}

/** In the order in which they were added. */
export function listBatchPayments(call: Call): Answer {
  return batchPayments(call, getBatchRecord(call).id);
}

export function addPayment(call: Call): Answer {
  const { store, body, sandbox } = call;
  if (!store.batch.get(call.params.id ?? '')) throw unknownBatch(call);
  const batch = getOpenBatchRecord(call);
  const fields = readFields(body);
  const terms = readPayment(store, body, batch.sourceCurrency, fields);
  refuseDuplicate(call, terms?.externalId ?? null, new Set(), fields);
  fields.refuse();
  const payment = newPayment(call, batch.id, terms!);
  sandbox.state.put('payment', payment);
  voidApproval(call, batch);
  return show(call, payment);
}

/** The service's error for a payment in a batch that does not exist. */
function unknownBatch({ body }: Call): Refusal {
  const wrong = (field: string): ErrorItem => ({ code: 'invalid_field', field, message: 'Value is invalid' });
  const hasRecipient = typeof body.recipient === 'object' && body.recipient !== null;
  return new Refusal([wrong('batchId'), ...(hasRecipient ? [] : [wrong('recipient')])]);
}

export function getBatchPayment(call: Call): Answer {
  getBatchRecord(call);
  return show(call, paymentOf(call));
}

export function updatePayment(call: Call): Answer {
  const { store, body, sandbox, now } = call;
  const batch = getOpenBatchRecord(call);
  const before = paymentOf(call);
  const merged = merge(before, body);
  const fields = readFields(merged);
  const terms = readPayment(store, merged, batch.sourceCurrency, fields);
  if (terms && terms.externalId !== before.externalId) refuseDuplicate(call, terms.externalId, new Set(), fields);
  fields.refuse();
  const payment: PaymentRecord = { ...before, ...terms!, updatedAt: now };
  sandbox.state.put('payment', payment);
  voidApproval(call, batch);
  return show(call, payment);
}

export function deletePayment(call: Call): Answer {
  const batch = getOpenBatchRecord(call);
  call.sandbox.state.remove('payment', paymentOf(call));
  voidApproval(call, batch);
  return {};
}

/** A body that would create the same payment, with the changes on top. */
function merge(before: PaymentRecord, changes: Body): Body {
  const amount = formatMinor(before.source, before.sourceCurrency);
  const targetAmount = formatMinor(before.target, before.targetCurrency);
  const fixesSource = changes.amount !== undefined || changes.sourceAmount !== undefined;
  const fixed = changes.targetAmount !== undefined ? 'target' : fixesSource ? 'source' : before.fixed;
  const terms =
    fixed === 'source'
      ? { ...(changes.sourceAmount === undefined ? { amount } : {}), currency: before.sourceCurrency }
      : { targetAmount, targetCurrency: before.targetCurrency };
  return {
    ...terms,
    recipient: { id: before.recipientId },
    // A fixed target always covers the fees; this does not apply after a change to a fixed source amount.
    coverFees: before.coverFees && before.fixed === fixed,
    memo: before.memo,
    externalId: before.externalId,
    tags: before.tags,
    category: before.category,
    taxReportable: before.taxReportable,
    ...changes,
  };
}
