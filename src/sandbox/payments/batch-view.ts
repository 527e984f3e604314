import { formatMinor } from '../../money.ts';
import type { Sandbox } from '../call.ts';
import type { MerchantStore } from '../merchant-store.ts';
import type { BatchRecord, PaymentRecord } from '../records.ts';
import { balanceId } from './balances.ts';
import { iso } from './payment-view.ts';

/** A batch as the service returns it, without payments. */
export function batchView(store: MerchantStore, batch: BatchRecord): Record<string, unknown> {
  const { count, amount } = store.totals(batch.id);
  return {
    id: batch.id,
    status: batch.status,
    description: batch.description,
    tags: batch.tags,
    amount: formatMinor(amount, batch.sourceCurrency),
    currency: batch.sourceCurrency,
    sourceCurrency: batch.sourceCurrency,
    totalPayments: count,
    quoteExpiredAt: iso(batch.quoteExpiredAt),
    sentAt: iso(batch.sentAt),
    completedAt: iso(batch.completedAt),
    createdAt: iso(batch.createdAt),
    updatedAt: iso(batch.updatedAt),
  };
}

interface Sums {
  count: number;
  recipientFees: bigint;
  merchantFees: bigint;
  sending: bigint;
}

/** The summary of a batch: amounts and fees, by payout method and in total. */
export function summaryView(
  { provider }: Pick<Sandbox, 'provider'>,
  store: MerchantStore,
  batch: BatchRecord,
): Record<string, unknown> {
  const { sourceCurrency } = batch;
  const total: Sums = { count: 0, recipientFees: 0n, merchantFees: 0n, sending: 0n };
  const methods = new Map<string, Sums>();
  for (const id of store.payment.by('batch', batch.id)) {
    const payment = store.payment.get(id)!;
    // A recipient without an account has no method yet; the service assumes a bank transfer.
    const method = payment.method ?? 'bank-transfer';
    const sums = methods.get(method) ?? { count: 0, recipientFees: 0n, merchantFees: 0n, sending: 0n };
    methods.set(method, sums);
    add(sums, payment);
    add(total, payment);
  }
  const show = (sums: Sums) => showSums(sums, sourceCurrency);
  const balance = store.balance.get(sourceCurrency)?.minor ?? 0n;
  return {
    batchId: batch.id,
    status: batch.status,
    detail: Object.fromEntries([...methods].map(([method, sums]) => [method, show(sums)])),
    total: show(total),
    balances: [
      {
        id: balanceId(store, sourceCurrency),
        method: 'bank-transfer',
        bankProvider: provider,
        currency: sourceCurrency,
        amount: formatMinor(balance, sourceCurrency),
      },
    ],
    accounts: [],
  };
}

function add(sums: Sums, payment: PaymentRecord): void {
  sums.count++;
  sums.recipientFees += payment.recipientFees;
  sums.merchantFees += payment.merchantFees;
  sums.sending += payment.source;
}

function showSums({ count, recipientFees, merchantFees, sending }: Sums, currency: string): Record<string, unknown> {
  const amount = (minor: bigint) => formatMinor(minor, currency);
  return {
    count,
    totalFees: amount(recipientFees + merchantFees),
    merchantFees: amount(merchantFees),
    billedFees: amount(0n),
    debitAmount: amount(sending + merchantFees),
    sendingAmount: amount(sending),
    totalWithheld: amount(0n),
  };
}
