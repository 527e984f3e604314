import type { Answer, Body, Call } from '../call.ts';
import { recordsBy } from '../merchant-store.ts';
import { paginate } from '../paging.ts';
import { type FieldReader, readFields } from '../read-fields.ts';
import { getRecipientRecord } from '../recipients.ts';
import type { OfflinePaymentRecord } from '../records.ts';
import { notFound } from '../refusal.ts';
import { AMOUNT, readCurrency } from './payment-input.ts';
import { iso } from './payment-view.ts';

/** Offline payments of one recipient, newest first, without deleted ones. */
export function recipientOfflinePayments(call: Call): Answer {
  return show(call, recordsBy(call.store.offlinePayment, 'recipient', getRecipientRecord(call).id));
}

/** Offline payments of all recipients, newest first, without deleted ones. */
export function listOfflinePayments(call: Call): Answer {
  return show(call, [...call.store.offlinePayment.all()]);
}

export function createOfflinePayment(call: Call): Answer {
  const { store, body, sandbox, now } = call;
  const recipient = getRecipientRecord(call);
  const payment: OfflinePaymentRecord = {
    ...readOfflinePayment(body, now),
    id: sandbox.newId('OP'),
    merchantId: store.merchant.id,
    recipientId: recipient.id,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
  sandbox.state.put('offlinePayment', payment);
  return { offlinePayment: view(payment) };
}

export function updateOfflinePayment(call: Call): Answer {
  const before = paymentOf(call);
  const { amount, currency, category, externalId, memo, tags, taxReportable, withholdingAmount, withholdingCurrency } =
    before;
  const known = {
    amount,
    currency,
    category,
    externalId,
    memo,
    tags,
    taxReportable,
    withholdingAmount,
    withholdingCurrency,
  };
  const input = readOfflinePayment({ ...known, processedAt: iso(before.processedAt), ...call.body }, call.now);
  const payment: OfflinePaymentRecord = { ...before, ...input, updatedAt: call.now };
  call.sandbox.state.put('offlinePayment', payment);
  return { offlinePayment: view(payment) };
}

export function deleteOfflinePayment(call: Call): Answer {
  call.sandbox.state.put('offlinePayment', { ...paymentOf(call), deletedAt: call.now, updatedAt: call.now });
  return { object: 'deleted' };
}

function paymentOf(call: Call): OfflinePaymentRecord {
  const { id } = getRecipientRecord(call);
  const payment = call.store.offlinePayment.get(call.params.paymentId ?? '');
  if (payment?.recipientId !== id || payment.deletedAt !== null) throw notFound('Offline payment');
  return payment;
}

function show({ query }: Call, payments: readonly OfflinePaymentRecord[]): Answer {
  const { items, meta } = paginate(payments.filter(({ deletedAt }) => deletedAt === null).reverse(), query);
  return { offlinePayments: items.map(view), meta };
}

function readOfflinePayment(body: Body, now: number) {
  const fields = readFields(body);
  const input = {
    amount: fields.text('amount', { required: true, form: AMOUNT }) ?? '',
    currency: readCurrency(fields, 'currency'),
    category: fields.text('category', { max: 100 }) ?? 'services',
    externalId: fields.text('externalId', { max: 255 }) ?? null,
    memo: fields.text('memo', { max: 1024 }) ?? '',
    tags: fields.texts('tags') ?? [],
    taxReportable: fields.flag('taxReportable') ?? true,
    withholdingAmount: fields.text('withholdingAmount', { form: AMOUNT }) ?? '0.00',
    withholdingCurrency: readCurrency(fields, 'withholdingCurrency', false) || null,
    processedAt: readTime(fields, 'processedAt') ?? now,
  };
  fields.refuse();
  return input;
}

function readTime(fields: FieldReader, field: string): number | undefined {
  const text = fields.text(field, { max: 40 });
  if (typeof text !== 'string') return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  fields.wrong('invalid_field', field, `${field} must be an ISO 8601 date`);
  return undefined;
}

function view(payment: OfflinePaymentRecord): Record<string, unknown> {
  const { merchantId: _, processedAt, createdAt, updatedAt, deletedAt, ...plain } = payment;
  return {
    ...plain,
    // The amount is not converted, even if it was withheld in another currency.
    equivalentWithholdingAmount: plain.withholdingAmount,
    equivalentWithholdingCurrency: plain.withholdingCurrency,
    processedAt: iso(processedAt),
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    deletedAt: iso(deletedAt),
  };
}
