import { formatMinor } from '../../money.ts';
import { accountView } from '../account-view.ts';
import type { Sandbox } from '../call.ts';
import { screen } from '../compliance.ts';
import type { MerchantStore } from '../merchant-store.ts';
import { recipientState } from '../recipient-status.ts';
import { embeddedRecipient } from '../recipient-view.ts';
import type { BatchRecord, PaymentRecord, RecipientRecord } from '../records.ts';
import { minimumText, routeTerms } from './route-terms.ts';

export type PaymentStatus = 'pending' | 'processing' | 'processed' | 'failed' | 'returned';

const DAY = 86_400_000;
/** The service's margin on an exchange, which it calls `fxRate`, also for a payment that is not converted. */
const MARGIN_PERCENT = '2';
const METHOD_NAMES: Readonly<Record<string, string>> = { 'bank-transfer': 'Bank Transfer', paypal: 'PayPal' };
const names = new Intl.DisplayNames('en', { type: 'currency' });
/** Cached, because calling Intl for every payment takes half the time of a page. */
const currencyNames = new Map<string, string>();

/** The status follows from the batch, so that starting a batch of any size changes only one record. */
export function paymentStatus(payment: PaymentRecord, batch: BatchRecord): PaymentStatus {
  if (batch.status === 'open' || batch.status === 'awaiting_approval') return 'pending';
  if (batch.status === 'processing') return 'processing';
  return payment.outcome ?? 'processed';
}

/** A payment as the service returns it; `batch` replaces its current batch with an earlier version. */
export function paymentView(
  { pricingMs }: Pick<Sandbox, 'pricingMs'>,
  store: MerchantStore,
  payment: PaymentRecord,
  now: number,
  batch: BatchRecord = store.batch.get(payment.batchId)!,
): Record<string, unknown> {
  const recipient = store.recipient.get(payment.recipientId)!;
  const account = payment.accountId === null ? undefined : store.account.get(payment.accountId);
  const terms = account && routeTerms(account, payment.sourceCurrency, store.merchant.country);
  const status = paymentStatus(payment, batch);
  // The service prices asynchronously: until then, the target amount is zero, even if it is the fixed one.
  const priced = now >= payment.createdAt + pricingMs;
  const source = formatMinor(payment.source, payment.sourceCurrency);
  const target = formatMinor(priced ? payment.target : 0n, payment.targetCurrency);
  const entered =
    payment.fixed === 'source'
      ? { amount: source, currency: payment.sourceCurrency }
      : { amount: formatMinor(payment.target, payment.targetCurrency), currency: payment.targetCurrency };
  const rate = priced ? payment.rate : '0';
  const amount = (minor: bigint) => formatMinor(minor, payment.sourceCurrency);
  const compliance = screen(recipient.name);
  const over = status === 'processed' || status === 'returned';
  const returned = status === 'returned';
  const totals = store.totals(batch.id);
  const failed = status === 'failed';
  return {
    id: payment.id,
    recipient: { ...embeddedRecipient(store, recipient, now), accounts: account ? [accountView(account)] : [] },
    status,
    ...entered,
    sourceAmount: source,
    exchangeRate: rate,
    fxRate: MARGIN_PERCENT,
    fees: amount(payment.recipientFees + payment.merchantFees),
    recipientFees: amount(payment.recipientFees),
    merchantFees: amount(payment.merchantFees),
    targetAmount: target,
    sourceCurrency: payment.sourceCurrency,
    sourceCurrencyName: currencyName(payment.sourceCurrency),
    targetCurrency: payment.targetCurrency,
    targetCurrencyName: currencyName(payment.targetCurrency),
    memo: payment.memo,
    externalId: payment.externalId ?? '',
    tags: payment.tags,
    category: payment.category,
    taxReportable: payment.taxReportable,
    coverFees: payment.coverFees,
    isSupplyPayment: payment.fixed === 'target',
    account: account ? accountView(account) : null,
    payoutMethod: payment.method,
    methodDisplay: payment.method === null ? null : (METHOD_NAMES[payment.method] ?? payment.method),
    routeType: payment.route,
    routeMinimum: terms && minimumText(terms, payment.sourceCurrency),
    // The service screens a payment when it is sent.
    compliance:
      status === 'pending' && compliance === 'verified'
        ? { status: 'pending', checkedAt: null }
        : { status: compliance, checkedAt: iso(batch.sentAt ?? recipient.screenedAt) },
    returnedAmount: amount(returned ? payment.source : 0n),
    returnedAt: returned ? iso(payment.outcomeAt) : null,
    returnedReason: returned && payment.reason !== null ? [payment.reason] : [],
    returnedNote: returned ? payment.reason : null,
    failureMessage: failed ? payment.reason : null,
    errors: failed && payment.reason !== null ? [payment.reason] : unpayableReason(store, recipient, status),
    merchantId: payment.merchantId,
    checkNumber: null,
    withholdingAmount: amount(0n),
    taxes: taxRecords(payment, entered),
    taxBasisAmount: entered.amount,
    taxBasisCurrency: entered.currency,
    initiatedAt: iso(batch.sentAt),
    processedAt: over ? iso(batch.completedAt) : null,
    settledAt: over ? iso(batch.completedAt) : null,
    estimatedDeliveryAt: batch.sentAt === null ? null : iso(batch.sentAt + 2 * DAY),
    createdAt: iso(payment.createdAt),
    updatedAt: iso(payment.updatedAt),
    batch: {
      id: batch.id,
      status: batch.status,
      createdAt: iso(batch.createdAt),
      updatedAt: iso(batch.updatedAt),
      sentAt: iso(batch.sentAt),
      completedAt: iso(batch.completedAt),
      quoteExpiredAt: iso(batch.quoteExpiredAt),
      tags: batch.tags,
      description: batch.description,
      amount: formatMinor(totals.amount, batch.sourceCurrency),
      currency: batch.sourceCurrency,
      totalPayments: totals.count,
    },
  };
}

/** The payment as tax forms report it: one record, which no list of offline payments shows. */
function taxRecords(
  payment: PaymentRecord,
  entered: { readonly amount: string; readonly currency: string },
): readonly Record<string, unknown>[] {
  return [
    {
      id: payment.id.replace(/^P-/, 'OP-'),
      paymentId: payment.id,
      recipientId: payment.recipientId,
      ...entered,
      withholdingAmount: formatMinor(0n, entered.currency),
      withholdingCurrency: entered.currency,
      category: payment.category,
      taxReportable: payment.taxReportable,
      status: 'internal',
    },
  ];
}

/** The reason that a pending payment cannot be paid, in the service's words. */
function unpayableReason(store: MerchantStore, recipient: RecipientRecord, status: PaymentStatus): readonly string[] {
  if (status !== 'pending') return [];
  const state = recipientState(store, recipient);
  return state.payable ? [] : ['recipient-not-active', state.status];
}

function currencyName(currency: string): string {
  let name = currencyNames.get(currency);
  if (name === undefined) {
    name = names.of(currency) ?? currency;
    currencyNames.set(currency, name);
  }
  return name;
}

export function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
