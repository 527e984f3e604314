import { type Answer, type Body, type Call, SLICE, yieldToEventLoop } from '../call.ts';
import { recordsBy } from '../merchant-store.ts';
import { paginate } from '../paging.ts';
import { readFields } from '../read-fields.ts';
import { readIds } from '../recipients.ts';
import type { BatchRecord, PaymentRecord } from '../records.ts';
import { type ErrorItem, notFound, Refusal, refusal } from '../refusal.ts';
import { batchView, summaryView } from './batch-view.ts';
import { type PaymentTerms, readCurrency, readPayment } from './payment-input.ts';
import { batchPayments } from './payment-list.ts';
import { useBalance } from './processing.ts';
import { repriceBatch } from './reprice.ts';

/** A quote is valid for exactly two hours. */
const QUOTE_MS = 2 * 60 * 60 * 1000;
/** Maximum number of errors in one response. */
const MOST_ERRORS = 100;

/** The batch of the path. Throws not_found. */
export function getBatchRecord({ store, params }: Call): BatchRecord {
  const batch = store.batch.get(params.id ?? '');
  if (!batch) throw notFound('Batch');
  return batch;
}

/** The batch of the path, if it can still be changed. Throws not_found and invalid_status. */
export function getOpenBatchRecord(call: Call): BatchRecord {
  const batch = getBatchRecord(call);
  refuseUnlessOpen(call, batch);
  return batch;
}

export function refuseUnlessOpen(call: Call, batch: BatchRecord): void {
  if (batch.status !== 'open') throw refusal('invalid_status', `Batch is ${batch.status}`, { field: 'status' });
  if (call.sandbox.busy.has(batch.id)) throw operationInProgress();
}

/** An approval in the service covers the batch at that moment: a changed one needs another. */
export function voidApproval({ sandbox }: Call, batch: BatchRecord): void {
  if (batch.approved) sandbox.state.put('batch', { ...batch, approved: false });
}

/** A batch cannot be quoted or started while its payments are being priced. */
export function refuseWhilePricing({ sandbox, now }: Call, { quotedAt }: BatchRecord): void {
  if (quotedAt !== null && now < quotedAt + sandbox.pricingMs) throw operationInProgress();
}

function operationInProgress() {
  return refusal('invalid_status', 'Operation In Progress');
}

/** A batch that awaits approval can still be deleted, but not changed. */
function deletableBatchOf(call: Call): BatchRecord {
  const batch = getBatchRecord(call);
  if (batch.status !== 'awaiting_approval') refuseUnlessOpen(call, batch);
  return batch;
}

/** Prevents other changes of a batch while long work on it is in progress. */
export async function whileBusy<T>(call: Call, batchId: string, work: () => Promise<T>): Promise<T> {
  const { busy } = call.sandbox;
  busy.add(batchId);
  try {
    return await work();
  } finally {
    busy.delete(batchId);
  }
}

export async function createBatch(call: Call): Promise<Answer> {
  const { store, body, sandbox, now } = call;
  const fields = readFields(body);
  const payments = readPaymentList(body);
  const stated = readCurrency(fields, body.sourceCurrency === undefined ? 'currency' : 'sourceCurrency', false);
  const first = payments[0]?.currency;
  const sourceCurrency =
    stated ||
    (typeof first === 'string' && /^[A-Za-z]{3}$/.test(first) ? first.toUpperCase() : store.merchant.currency);
  const description = fields.text('description', { max: 1024 }) ?? '';
  const tags = fields.texts('tags') ?? [];
  fields.refuse();

  const terms = await readPayments(call, payments, sourceCurrency);
  const quotedAt = terms.length > 0 ? now : null;
  const batch: BatchRecord = {
    id: sandbox.newId('B'),
    merchantId: store.merchant.id,
    description,
    tags,
    sourceCurrency,
    status: 'open',
    createdAt: now,
    updatedAt: now,
    quotedAt,
    quoteExpiredAt: quotedAt === null ? null : quotedAt + QUOTE_MS,
    sentAt: null,
    completedAt: null,
    waiting: false,
    startCalls: 0,
    begun: 0,
  };
  useBalance(sandbox, store, sourceCurrency);
  await addAll(call, batch.id, terms);
  sandbox.state.put('batch', batch);
  return withPayments(call, batch);
}

function readPaymentList(body: Body): readonly Body[] {
  const { payments } = body;
  if (payments === undefined || payments === null) return [];
  if (Array.isArray(payments) && payments.every((one) => typeof one === 'object' && one !== null)) return payments;
  throw refusal('invalid_field', 'payments must be an array of objects', { field: 'payments' });
}

/** All payments, or all errors at once; a message names the payment by its index and its externalId. */
async function readPayments(call: Call, payments: readonly Body[], currency: string): Promise<PaymentTerms[]> {
  const { store } = call;
  const terms: PaymentTerms[] = [];
  const errors: ErrorItem[] = [];
  const seen = new Set<string>();
  for (const [at, body] of payments.entries()) {
    if (at > 0 && at % SLICE === 0) await yieldToEventLoop();
    const fields = readFields(body);
    const read = readPayment(store, body, currency, fields);
    if (read) {
      refuseDuplicate(call, read.externalId, seen, fields);
      terms.push(read);
    }
    const name = typeof body.externalId === 'string' ? ` (externalId ${body.externalId})` : '';
    for (const error of fields.errors) errors.push({ ...error, message: `payments[${at}]${name}: ${error.message}` });
    if (errors.length >= MOST_ERRORS) break;
  }
  if (errors.length > 0) throw new Refusal(errors);
  return terms;
}

/**
 * An externalId is unique for a merchant, unless the sandbox is set otherwise. `seen` contains those of the same
 * request.
 */
export function refuseDuplicate(
  { store, sandbox }: Call,
  externalId: string | null,
  seen: Set<string>,
  fields: Pick<ReturnType<typeof readFields>, 'wrong'>,
): void {
  if (externalId === null || !sandbox.switches.uniqueExternalIds) return;
  if (seen.has(externalId) || store.payment.by('externalId', externalId).size > 0)
    fields.wrong('duplicate', 'externalId', 'externalId is already in use');
  seen.add(externalId);
}

/** Adds payments in slices, each with its own commit: without their batch they do not count. */
async function addAll(call: Call, batchId: string, all: readonly PaymentTerms[]): Promise<void> {
  const { store, sandbox } = call;
  for (let at = 0; at < all.length; at += SLICE) {
    if (at > 0) {
      sandbox.state.commit();
      await yieldToEventLoop();
    }
    for (const terms of all.slice(at, at + SLICE)) {
      // Another request may have used it between two slices.
      if (at > 0 && isTaken(call, terms.externalId)) {
        for (const payment of recordsBy(store.payment, 'batch', batchId)) sandbox.state.remove('payment', payment);
        throw refusal('duplicate', 'externalId is already in use', { field: 'externalId' });
      }
      sandbox.state.put('payment', newPayment(call, batchId, terms));
    }
  }
}

function isTaken({ store, sandbox }: Call, externalId: string | null): boolean {
  return (
    sandbox.switches.uniqueExternalIds && externalId !== null && store.payment.by('externalId', externalId).size > 0
  );
}

export function newPayment({ store, sandbox, now }: Call, batchId: string, terms: PaymentTerms): PaymentRecord {
  return {
    ...terms,
    id: sandbox.newId('P'),
    merchantId: store.merchant.id,
    batchId,
    createdAt: now,
    updatedAt: now,
    outcome: null,
    outcomeAt: null,
    reason: null,
  };
}

function withPayments(call: Call, batch: BatchRecord): Answer {
  const firstPage = batchPayments({ ...call, query: new URLSearchParams() }, batch.id);
  return { batch: { ...batchView(call.store, batch), payments: firstPage } };
}

/** Newest first, without payments; `search` searches description and tags. */
export function listBatches({ store, query }: Call): Answer {
  const search = query.get('search')?.toLowerCase();
  const found = [...store.batch.all()].filter(
    ({ description, tags }) => !search || [description, ...tags].some((text) => text.toLowerCase().includes(search)),
  );
  const { items, meta } = paginate(found.reverse(), query);
  return { batches: items.map((batch) => batchView(store, batch)), meta };
}

export function getBatch(call: Call): Answer {
  return withPayments(call, getBatchRecord(call));
}

export function updateBatch(call: Call): Answer {
  const { store, body, sandbox, now } = call;
  const before = getOpenBatchRecord(call);
  const fields = readFields(body);
  const currency = readCurrency(fields, body.sourceCurrency === undefined ? 'currency' : 'sourceCurrency', false);
  if (currency && currency !== before.sourceCurrency && store.totals(before.id).count > 0)
    fields.wrong('invalid_field', 'sourceCurrency', 'the batch has payments in another currency');
  const description = fields.text('description', { max: 1024 });
  const tags = fields.texts('tags') ?? before.tags;
  fields.refuse();
  if (currency) useBalance(sandbox, store, currency);
  const batch: BatchRecord = {
    ...before,
    description: description === undefined ? before.description : (description ?? ''),
    tags,
    sourceCurrency: currency || before.sourceCurrency,
    approved: false,
    updatedAt: now,
  };
  sandbox.state.put('batch', batch);
  return withPayments(call, batch);
}

export async function deleteBatch(call: Call): Promise<Answer> {
  await remove(call, [deletableBatchOf(call)]);
  return {};
}

/** Deletes all or none. */
export async function deleteBatches(call: Call): Promise<Answer> {
  await remove(
    call,
    readIds(call).map((id) => deletableBatchOf({ ...call, params: { id } })),
  );
  return {};
}

/** Removes the batches first: payments without a batch do not count. */
async function remove({ store, sandbox }: Call, batches: readonly BatchRecord[]): Promise<void> {
  for (const batch of batches) sandbox.state.remove('batch', batch);
  const payments = batches.flatMap(({ id }) => recordsBy(store.payment, 'batch', id));
  for (const [at, payment] of payments.entries()) {
    if (at > 0 && at % SLICE === 0) {
      sandbox.state.commit();
      await yieldToEventLoop();
    }
    sandbox.state.remove('payment', payment);
  }
}

/** Prices the payments again, for two hours; a quote that is still valid keeps its expiry. */
export async function generateQuote(call: Call): Promise<Answer> {
  const { store, sandbox, now } = call;
  const before = getOpenBatchRecord(call);
  refuseWhilePricing(call, before);
  const { id } = before;
  await whileBusy(call, id, () => repriceBatch(call, id));
  const batch = getBatchRecord(call);
  const fresh = batch.quoteExpiredAt !== null && now < batch.quoteExpiredAt;
  const quoted: BatchRecord = {
    ...batch,
    quotedAt: now,
    quoteExpiredAt: fresh ? batch.quoteExpiredAt : now + QUOTE_MS,
    updatedAt: now,
  };
  sandbox.state.put('batch', quoted);
  return { batch: batchView(store, quoted) };
}

export function batchSummary(call: Call): Answer {
  return { batchSummary: summaryView(call.sandbox, call.store, getBatchRecord(call)) };
}
