import { accountView } from '../account-view.ts';
import type { Sandbox } from '../call.ts';
import type { MerchantStore } from '../merchant-store.ts';
import { merchantView } from '../partner/merchant-view.ts';
import { batchView } from '../payments/batch-view.ts';
import { paymentView } from '../payments/payment-view.ts';
import { recipientView } from '../recipient-view.ts';
import type { AccountRecord, BatchRecord, MerchantRecord, PaymentRecord, RecipientRecord } from '../records.ts';

export interface Subject {
  readonly model: string;
  readonly action: string;
  readonly record: unknown;
  /** The batch at the moment when the event happened to its payments. */
  readonly batch?: BatchRecord;
}

type View = (store: MerchantStore, subject: Subject, now: number, pricing: Pick<Sandbox, 'pricingMs'>) => unknown;

const VIEWS: Readonly<Record<string, View>> = {
  merchant: (_, { record }) => merchantView(record as MerchantRecord),
  recipient: (store, { record }, now) => recipientView(store, record as RecipientRecord, now),
  recipientAccount: (_, { record }) => accountView(record as AccountRecord),
  batch: (store, { record }) => batchView(store, record as BatchRecord),
  payment: (store, { record, batch }, now, pricing) => paymentView(pricing, store, record as PaymentRecord, now, batch),
};

/** The body of a delivery: `{model, action, body: {<model>: {...}}}`. Null if its record is gone. */
export function eventBody(
  store: MerchantStore,
  subject: Subject,
  now: number,
  pricing: Pick<Sandbox, 'pricingMs'>,
): string | null {
  try {
    const view = VIEWS[subject.model]?.(store, subject, now, pricing);
    return JSON.stringify({ model: subject.model, action: subject.action, body: { [subject.model]: view } });
  } catch {
    // Its batch or recipient was removed since.
    return null;
  }
}
