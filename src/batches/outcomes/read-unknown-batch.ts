import { PayrunError } from '../../errors.ts';
import type { AdoptedPayment } from '../../ledger/payments/adopted-payments.ts';
import type { PaymentOutcome } from '../../ledger/payments/payment-outcome.ts';
import type { Cells } from '../../model.ts';
import { formatMinor, readServiceAmount } from '../../money.ts';
import { type HintedAccount, listedAccountHint } from '../../payout-methods/compare-account.ts';
import { findReferenceTag } from '../../references/payrun-tags.ts';
import { batchPaymentPages } from '../../service/payment-pages.ts';
import type { PayrunBatch } from '../../service/payrun-batches.ts';
import { getAccountId } from '../../service/remote-fields.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import type { StepDeps } from '../../step.ts';
import { isLedgerId, toPaymentOutcome } from './outcome-of.ts';

/** A payment of a batch that the ledger does not know, with its outcome; null if its status is unknown. */
export interface ReadPayment extends AdoptedPayment {
  readonly outcome: PaymentOutcome | null;
  /** False if it was added by hand, outside Payrun. */
  readonly byLedger: boolean;
}

/** A batch that the ledger does not know, as read back from the service. */
export interface ReadBatch {
  readonly currency: string;
  readonly payments: readonly ReadPayment[];
}

interface ReadDeps extends Pick<StepDeps, 'service' | 'clock' | 'ids'> {
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a batch that the ledger does not know from the service; one call per 1,000 payments. `ids` makes ids for
 * payments that have none of a ledger. Throws `batch_mismatch` if an amount cannot be read.
 */
export async function readUnknownBatch({ ids, clock, ...deps }: ReadDeps, batch: PayrunBatch): Promise<ReadBatch> {
  const payments: ReadPayment[] = [];
  const seen = new Set<string>();
  let currency = batch.currency;
  for await (const page of batchPaymentPages(deps, batch.id))
    for (const listed of page) {
      currency ??= listed.sourceCurrency ?? null;
      // The live service may have several with one externalId; then each one is a payment of its own.
      const byLedger = isLedgerId(listed.externalId) && !seen.has(listed.externalId);
      const id = byLedger ? listed.externalId! : ids();
      seen.add(id);
      payments.push({ ...readPayment(listed, batch, id, clock.now()), byLedger });
    }
  return { currency: currency ?? '', payments };
}

function readPayment(
  listed: RemotePayment,
  batch: PayrunBatch,
  id: string,
  now: number,
): Omit<ReadPayment, 'byLedger'> {
  const money = moneyOf(listed);
  if (!money) {
    const detail = `the amount of payment ${listed.id} cannot be read`;
    throw new PayrunError('batch_mismatch', { batch: batch.id, detail });
  }
  const { fixed, currency, minor } = money;
  const { recipient } = listed;
  const reference = findReferenceTag(listed.tags);
  const email = recipient?.email?.toLowerCase() || null;
  // The service gives an id of its own to a recipient without a referenceId. Payrun gives one that starts with its
  // name.
  const named = recipient?.referenceId;
  const referenceId = named && named !== recipient.id && !named.startsWith('payrun-') ? named : null;
  const personKey = email && `email:${email}`;
  const amount = formatMinor(minor, currency);
  const name = (recipient as { name?: unknown } | null | undefined)?.name;
  const cells: Record<string, string | null | undefined> = {
    paymentReference: reference,
    referenceId,
    email,
    ...(fixed === 'source'
      ? { amount, currency }
      : { targetAmount: amount, targetCurrency: currency, currency: listed.sourceCurrency ?? batch.currency }),
    memo: listed.memo,
  };
  return {
    id,
    remoteId: listed.id,
    reference,
    fixed,
    currency,
    minor,
    recipientName: typeof name === 'string' && name !== '' ? name : (referenceId ?? email),
    recipientRemoteId: recipient?.id ?? null,
    recipientKey: referenceId ? `ref:${referenceId}` : personKey,
    personKey,
    accountRemoteId: getAccountId(listed.account),
    accountHint: listedAccountHint((listed.account ?? {}) as HintedAccount),
    createdAt: new Date(Date.parse(String(listed.createdAt ?? batch.createdAt)) || now),
    cells: Object.fromEntries(Object.entries(cells).filter(([, text]) => text)) as Cells,
    outcome: toPaymentOutcome({ ...listed, externalId: id }, batch.currency ?? listed.sourceCurrency ?? currency),
  };
}

/** The fixed side, as far as the service shows it, and its amount in minor units; null if the amount cannot be read. */
function moneyOf(listed: RemotePayment): Pick<AdoptedPayment, 'fixed' | 'currency' | 'minor'> | null {
  const { currency: entered, sourceCurrency, targetCurrency, isSupplyPayment } = listed;
  const isTarget = isSupplyPayment === true || (entered === targetCurrency && entered !== sourceCurrency);
  const [fixed, currency, text] = isTarget
    ? (['target', targetCurrency, listed.targetAmount] as const)
    : (['source', sourceCurrency ?? entered, listed.sourceAmount ?? listed.amount] as const);
  const minor = currency && text ? readServiceAmount(text, currency) : null;
  return currency && minor ? { fixed, currency, minor } : null;
}
