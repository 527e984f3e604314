import type { MerchantStore } from '../merchant-store.ts';
import { paymentStatus } from '../payments/payment-view.ts';
import type { AccountRecord, BatchRecord, MerchantRecord, PaymentRecord, RecipientRecord } from '../records.ts';
import type { Kind } from '../state.ts';

/** An event for subscribers, derived from a write to the state. */
export interface DomainEvent {
  readonly model: 'merchant' | 'recipient' | 'recipientAccount' | 'batch' | 'payment';
  /** `settled`, only for payments: each one's own outcome. */
  readonly action: string;
  readonly subjectId: string;
  /** The record after the write, or before its removal. */
  readonly subject: unknown;
  /** The event applies to every payment of the batch in `subject`. */
  readonly ofPayments: boolean;
}

type Reader<T> = (store: MerchantStore, before: T | undefined, after: T | undefined) => readonly DomainEvent[];

/** The events of a write, by kind of record; other kinds have no events. */
// biome-ignore lint/suspicious/noExplicitAny: each reader has the record of its own kind
const READERS: Readonly<Partial<Record<Kind | 'merchant', Reader<any>>>> = {
  merchant: (_, before: MerchantRecord | undefined, after: MerchantRecord | undefined) =>
    before && after && changed(before, after, ['status', 'name', 'website', 'phone', 'country', 'region'])
      ? [one('merchant', after.status === 'deleted' ? 'deleted' : 'updated', after)]
      : [],
  recipient: (_, before: RecipientRecord | undefined, after: RecipientRecord | undefined) => {
    if (!after) return [];
    const action = !before ? 'created' : after.archived && !before.archived ? 'deleted' : 'updated';
    const screened = before?.screenedAt !== after.screenedAt;
    return [one('recipient', action, after), ...(screened ? [one('recipient', 'compliance-check', after)] : [])];
  },
  account: (_, before: AccountRecord | undefined, after: AccountRecord | undefined) => {
    const record = after ?? before;
    return record ? [one('recipientAccount', !before ? 'created' : after ? 'updated' : 'deleted', record)] : [];
  },
  batch: (_, before: BatchRecord | undefined, after: BatchRecord | undefined) => {
    if (!after) return before ? [one('batch', 'deleted', before)] : [];
    if (!before) return [one('batch', 'created', after), all('created', after)];
    if (before.status !== after.status) return moved(after);
    const changes = changed(before, after, ['description', 'tags', 'sourceCurrency', 'quotedAt']);
    return changes ? [one('batch', 'updated', after)] : [];
  },
  payment: (store, before: PaymentRecord | undefined, after: PaymentRecord | undefined) => {
    const record = after ?? before;
    // While a batch is being created or finished, its own events cover its payments.
    const batch = record && store.batch.get(record.batchId);
    if (!batch) return [];
    if (batch.status === 'open' || batch.status === 'awaiting_approval')
      return [one('payment', !before ? 'created' : after ? 'updated' : 'deleted', record)];
    const late = batch.status !== 'processing' && after && before?.outcome !== after.outcome;
    return late ? [one('payment', paymentStatus(after, batch), after)] : [];
  },
};

/** The events of a write; usually none. */
export function getDomainEvents(
  kind: Kind | 'merchant',
  store: MerchantStore,
  before: unknown,
  after: unknown,
): readonly DomainEvent[] {
  return READERS[kind]?.(store, before, after) ?? [];
}

function moved(batch: BatchRecord): readonly DomainEvent[] {
  if (batch.status === 'processing') return [one('batch', 'processing', batch), all('processing', batch)];
  if (batch.status === 'open' || batch.status === 'awaiting_approval') return [one('batch', 'updated', batch)];
  if (batch.status === 'failed') return [all('settled', batch), one('batch', 'failed', batch)];
  return [all('settled', batch), one('batch', 'processed', batch), one('batch', 'completed', batch)];
}

function one(model: DomainEvent['model'], action: string, subject: { readonly id: string }): DomainEvent {
  return { model, action, subjectId: subject.id, subject, ofPayments: false };
}

function all(action: string, batch: BatchRecord): DomainEvent {
  return { model: 'payment', action, subjectId: batch.id, subject: batch, ofPayments: true };
}

function changed<T>(before: T, after: T, fields: readonly (keyof T)[]): boolean {
  return fields.some((field) => before[field] !== after[field]);
}
