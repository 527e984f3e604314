import { type Books, recordsBy } from './books.ts';
import type { Sandbox } from './call.ts';
import { ruleFor } from './outcomes.ts';
import type { BatchRecord, PaymentRecord } from './records.ts';

/** Minor units in a merchant's balance. */
export function balanceOf(books: Books, currency: string): bigint {
  return books.balance.get(currency)?.minor ?? 0n;
}

/** Adds to a balance (takes away, where it is negative). */
export function credit({ state }: Sandbox, books: Books, currency: string, minor: bigint): void {
  state.put('balance', {
    id: currency,
    merchantId: books.merchant.id,
    minor: balanceOf(books, currency) + minor,
  });
}

/** Takes the batch's amount from the balance and sends its payments on their way. The caller has checked the funds. */
export function begin(sandbox: Sandbox, books: Books, batch: BatchRecord, now: number): BatchRecord {
  const begun: BatchRecord = {
    ...batch,
    status: 'processing',
    waiting: false,
    begun: batch.begun + 1,
    sentAt: now,
    updatedAt: now,
  };
  credit(sandbox, books, batch.sourceCurrency, -books.totals(batch.id).amount);
  sandbox.state.put('batch', begun);
  return begun;
}

/**
 * Batches whose start was refused for want of funds begin by themselves once the balance suffices, in the order of their
 * creation, whatever became of their quote.
 */
export function beginWaiting(sandbox: Sandbox, books: Books, now: number): void {
  for (const batch of recordsBy(books.batch, 'moving', 'waiting')) {
    const { amount, count } = books.totals(batch.id);
    if (count > 0 && amount <= balanceOf(books, batch.sourceCurrency)) begin(sandbox, books, batch, now);
  }
}

/**
 * Brings every batch to where it must be at `now`: processing takes `settleMs`. Time alone decides, so it goes on after a
 * restart too. `force` ends the processing of everything. Returns how many batches were finished.
 */
export function advance(sandbox: Sandbox, now: number, force = false): number {
  let finished = 0;
  for (const books of sandbox.state.all()) {
    if (books.batch.by('moving', 'processing').size === 0) continue;
    const due = recordsBy(books.batch, 'moving', 'processing')
      .map((batch) => ({ batch, at: (batch.sentAt ?? now) + sandbox.settleMs }))
      .filter(({ at }) => force || at <= now)
      .sort((a, b) => a.at - b.at);
    for (const { batch, at } of due) finish(sandbox, books, batch, Math.min(at, now));
    finished += due.length;
    if (due.length > 0) beginWaiting(sandbox, books, now);
  }
  return finished;
}

/** Everything is processed but what an outcome rule names. */
function finish(sandbox: Sandbox, books: Books, batch: BatchRecord, at: number): void {
  const { state } = sandbox;
  let failed = 0;
  if (state.outcomes.length > 0) {
    for (const payment of recordsBy(books.payment, 'batch', batch.id)) {
      const rule = ruleFor(state.outcomes, books, payment);
      if (!rule) continue;
      if (rule.outcome === 'failed') failed++;
      undo(sandbox, books, payment, rule.outcome, rule.reason, at);
    }
  }
  const status = failed === books.totals(batch.id).count ? 'failed' : 'complete';
  state.put('batch', { ...batch, status, completedAt: at, updatedAt: at });
}

/** Payments that were processed and match a late rule come back. */
export function returnLate(sandbox: Sandbox, now: number): void {
  const rules = sandbox.state.outcomes.filter(({ outcome, late }) => outcome === 'returned' && late === true);
  if (rules.length === 0) return;
  for (const books of sandbox.state.all()) {
    for (const payment of [...books.payment.all()]) {
      const status = books.batch.get(payment.batchId)?.status;
      if (payment.outcome !== null || (status !== 'complete' && status !== 'failed')) continue;
      const rule = ruleFor(rules, books, payment);
      if (rule) undo(sandbox, books, payment, 'returned', rule.reason, now);
    }
    beginWaiting(sandbox, books, now);
  }
}

/** The money comes back: all that was taken where a payment failed, without the merchant's fees where it was returned. */
function undo(
  sandbox: Sandbox,
  books: Books,
  payment: PaymentRecord,
  outcome: 'failed' | 'returned',
  reason: string,
  at: number,
): void {
  sandbox.state.put('payment', { ...payment, outcome, outcomeAt: at, reason, updatedAt: at });
  const fees = outcome === 'failed' ? payment.merchantFees : 0n;
  credit(sandbox, books, payment.sourceCurrency, payment.source + fees);
}
