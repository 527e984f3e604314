import type {
  AccountRecord,
  ActivityRecord,
  BalanceRecord,
  BatchRecord,
  CoverRecord,
  EventRecord,
  MerchantRecord,
  OfflinePaymentRecord,
  PaymentRecord,
  PayoutMethodRecord,
  RecipientRecord,
  RevenueStreamRecord,
  SettingRecord,
  SubscriptionRecord,
} from './records.ts';
import { createTable, type Table } from './table.ts';

/** Totals of a batch's payments, in the batch's currency. */
export interface BatchTotals {
  readonly count: number;
  /** Total debit in minor units: amounts and the merchant's part of the fees. */
  readonly amount: bigint;
}

export interface MerchantStore {
  readonly merchant: MerchantRecord;
  readonly recipient: Table<RecipientRecord, 'email' | 'reference'>;
  readonly account: Table<AccountRecord, 'recipient'>;
  readonly activity: Table<ActivityRecord, 'recipient'>;
  readonly batch: Table<BatchRecord, 'moving'>;
  readonly payment: Table<PaymentRecord, 'batch' | 'recipient' | 'externalId'>;
  readonly balance: Table<BalanceRecord>;
  readonly offlinePayment: Table<OfflinePaymentRecord, 'recipient'>;
  readonly payoutMethod: Table<PayoutMethodRecord>;
  readonly cover: Table<CoverRecord>;
  readonly revenueStream: Table<RevenueStreamRecord, 'route'>;
  readonly setting: Table<SettingRecord>;
  readonly subscription: Table<SubscriptionRecord>;
  readonly event: Table<EventRecord>;
  /** Updated with every write of a payment, so that a batch of 100,000 payments needs no adding up. */
  totals(batchId: string): BatchTotals;
}

const NO_PAYMENTS: BatchTotals = { count: 0, amount: 0n };

export function createMerchantStore(merchant: MerchantRecord): MerchantStore {
  const totals = new Map<string, BatchTotals>();
  const count = (payment: PaymentRecord | undefined, sign: 1 | -1) => {
    if (!payment) return;
    const before = totals.get(payment.batchId) ?? NO_PAYMENTS;
    const amount = payment.source + payment.merchantFees;
    totals.set(payment.batchId, { count: before.count + sign, amount: before.amount + BigInt(sign) * amount });
  };
  return {
    merchant,
    recipient: createTable<RecipientRecord, 'email' | 'reference'>({
      email: ({ email }) => email.toLowerCase(),
      reference: ({ referenceId }) => referenceId,
    }),
    account: createTable<AccountRecord, 'recipient'>({ recipient: ({ recipientId }) => recipientId }),
    activity: createTable<ActivityRecord, 'recipient'>({ recipient: ({ recipientId }) => recipientId }),
    batch: createTable<BatchRecord, 'moving'>({
      moving: ({ status, waiting }) =>
        status === 'processing' || status === 'awaiting_approval' ? status : waiting ? 'waiting' : null,
    }),
    payment: createTable<PaymentRecord, 'batch' | 'recipient' | 'externalId'>(
      {
        batch: ({ batchId }) => batchId,
        recipient: ({ recipientId }) => recipientId,
        externalId: ({ externalId }) => externalId,
      },
      (before, after) => {
        count(before, -1);
        count(after, 1);
      },
    ),
    balance: createTable<BalanceRecord>({}),
    offlinePayment: createTable<OfflinePaymentRecord, 'recipient'>({ recipient: ({ recipientId }) => recipientId }),
    payoutMethod: createTable<PayoutMethodRecord>({}),
    cover: createTable<CoverRecord>({}),
    revenueStream: createTable<RevenueStreamRecord, 'route'>({ route: ({ route }) => route }),
    setting: createTable<SettingRecord>({}),
    subscription: createTable<SubscriptionRecord>({}),
    event: createTable<EventRecord>({}),
    totals: (batchId) => totals.get(batchId) ?? NO_PAYMENTS,
  };
}

/** The records with this key, in the order in which they got it. */
export function recordsBy<T extends { id: string }, I extends string>(table: Table<T, I>, index: I, key: string): T[] {
  const records: T[] = [];
  for (const id of table.by(index, key)) records.push(table.get(id)!);
  return records;
}
