import { type Sandbox, SLICE, yieldToEventLoop } from '../call.ts';
import { approveDue } from '../merchant-approval.ts';
import { type MerchantStore, recordsBy } from '../merchant-store.ts';
import type { BatchRecord, PaymentRecord } from '../records.ts';
import { ruleFor } from './outcomes.ts';

export function getBalance(store: MerchantStore, currency: string): bigint {
  return store.balance.get(currency)?.minor ?? 0n;
}

/** Adds to a balance; a negative amount reduces it. */
export function credit({ state }: Sandbox, store: MerchantStore, currency: string, minor: bigint): void {
  state.put('balance', {
    id: currency,
    merchantId: store.merchant.id,
    minor: getBalance(store, currency) + minor,
    used: true,
  });
}

/** Lists the balance of a currency from now on. */
export function useBalance({ state }: Sandbox, store: MerchantStore, currency: string): void {
  const balance = store.balance.get(currency);
  if (balance?.used === false) state.put('balance', { ...balance, used: true });
}

/** Debits the batch's amount and starts processing. The caller has checked the funds. */
export function begin(sandbox: Sandbox, store: MerchantStore, batch: BatchRecord, now: number): BatchRecord {
  const started: BatchRecord = {
    ...batch,
    status: 'processing',
    waiting: false,
    begun: batch.begun + 1,
    sentAt: now,
    updatedAt: now,
  };
  credit(sandbox, store, batch.sourceCurrency, -store.totals(batch.id).amount);
  sandbox.state.put('batch', started);
  return started;
}

/**
 * Starts a batch, or leaves it to an approver: for merchants with an approval policy in the service, a start is
 * accepted, but nothing is sent before the approval. The caller has checked the funds.
 */
export function beginOrAwait(sandbox: Sandbox, store: MerchantStore, batch: BatchRecord, now: number): BatchRecord {
  if (!sandbox.switches.serviceApproval || batch.approved) return begin(sandbox, store, batch, now);
  const awaiting: BatchRecord = { ...batch, status: 'awaiting_approval', waiting: false, updatedAt: now };
  sandbox.state.put('batch', awaiting);
  return awaiting;
}

/**
 * Starts batches that were refused for insufficient funds, as soon as the balance suffices and even if their quote has
 * expired, in the order in which they were refused.
 */
export function beginWaiting(sandbox: Sandbox, store: MerchantStore, now: number): void {
  for (const batch of recordsBy(store.batch, 'moving', 'waiting')) {
    const { amount, count } = store.totals(batch.id);
    if (count > 0 && amount <= getBalance(store, batch.sourceCurrency)) beginOrAwait(sandbox, store, batch, now);
  }
}

/**
 * Brings all states up to date for `now`: processing takes `settleMs`, approval `approveMs`. Only time decides, so this
 * continues after a restart. `force` ends the processing of all batches. Returns the number of batches that end; a
 * large one may still be in progress in slices.
 */
export function advance(sandbox: Sandbox, now: number, force = false): number {
  let finished = 0;
  for (const store of sandbox.state.all()) {
    approveDue(sandbox, store.merchant, now);
    if (store.batch.by('moving', 'processing').size === 0) continue;
    const due = recordsBy(store.batch, 'moving', 'processing')
      .map((batch) => ({ batch, at: (batch.sentAt ?? now) + sandbox.settleMs }))
      .filter(({ at, batch }) => (force || at <= now) && !sandbox.finishing.has(batch.id))
      .sort((a, b) => a.at - b.at);
    for (const { batch, at } of due) finish(sandbox, store, batch, Math.min(at, now));
    finished += due.length;
    if (due.length > 0) beginWaiting(sandbox, store, now);
  }
  return finished;
}

/** Resolves when no batch is being finished in slices. */
export async function settled({ finishing }: Sandbox): Promise<void> {
  while (finishing.size > 0) await Promise.all(finishing.values());
}

/** All payments are processed, except those that match an outcome rule. */
function finish(sandbox: Sandbox, store: MerchantStore, batch: BatchRecord, at: number): void {
  const ids = store.payment.by('batch', batch.id);
  const quiet = sandbox.state.outcomes.length === 0;
  if (quiet || ids.size <= SLICE) {
    finishBatch(sandbox, store, batch, at, quiet ? 0 : applyOutcomes(sandbox, store, ids, at));
    return;
  }
  const work = finishInSlices(sandbox, store, batch, at, [...ids])
    // The next call tries again.
    .catch(() => {})
    .finally(() => sandbox.finishing.delete(batch.id));
  sandbox.finishing.set(batch.id, work);
}

async function finishInSlices(
  sandbox: Sandbox,
  store: MerchantStore,
  batch: BatchRecord,
  at: number,
  ids: readonly string[],
): Promise<void> {
  let failed = 0;
  for (let from = 0; from < ids.length; from += SLICE) {
    await yieldToEventLoop();
    failed += applyOutcomes(sandbox, store, ids.slice(from, from + SLICE), at);
    sandbox.state.commit();
  }
  finishBatch(sandbox, store, batch, at, failed);
  beginWaiting(sandbox, store, at);
  sandbox.state.commit();
}

/**
 * The number of these payments that failed. A payment with an outcome keeps it, because the process may have crashed
 * between two slices.
 */
function applyOutcomes(sandbox: Sandbox, store: MerchantStore, ids: Iterable<string>, at: number): number {
  let failed = 0;
  for (const id of [...ids]) {
    const payment = store.payment.get(id)!;
    const rule = payment.outcome === null ? ruleFor(sandbox.state.outcomes, store, payment) : undefined;
    if (rule) undo(sandbox, store, payment, { outcome: rule.outcome, reason: rule.reason, at });
    if ((rule?.outcome ?? payment.outcome) === 'failed') failed++;
  }
  return failed;
}

function finishBatch(sandbox: Sandbox, store: MerchantStore, batch: BatchRecord, at: number, failed: number): void {
  const status = failed === store.totals(batch.id).count ? 'failed' : 'complete';
  sandbox.state.put('batch', { ...batch, status, completedAt: at, updatedAt: at });
}

/** Marks processed payments that match a late rule as returned, and credits their amounts. */
export function returnLate(sandbox: Sandbox, now: number): void {
  const rules = sandbox.state.outcomes.filter(({ outcome, late }) => outcome === 'returned' && late === true);
  if (rules.length === 0) return;
  for (const store of sandbox.state.all()) {
    for (const payment of [...store.payment.all()]) {
      const status = store.batch.get(payment.batchId)?.status;
      if (payment.outcome !== null || (status !== 'complete' && status !== 'failed')) continue;
      const rule = ruleFor(rules, store, payment);
      if (rule) undo(sandbox, store, payment, { outcome: 'returned', reason: rule.reason, at: now });
    }
    beginWaiting(sandbox, store, now);
  }
}

/** Credits the money: everything if the payment failed, but without the merchant's fees if it was returned. */
function undo(
  sandbox: Sandbox,
  store: MerchantStore,
  payment: PaymentRecord,
  { outcome, reason, at }: { readonly outcome: 'failed' | 'returned'; readonly reason: string; readonly at: number },
): void {
  sandbox.state.put('payment', { ...payment, outcome, outcomeAt: at, reason, updatedAt: at });
  const fees = outcome === 'failed' ? payment.merchantFees : 0n;
  credit(sandbox, store, payment.sourceCurrency, payment.source + fees);
}
