import { moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { readServiceAmount } from '../../money.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { batchPaymentPages } from '../../service/payment-pages.ts';
import { isZeroRate } from '../../service/remote-fields.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { POLICY_APPROVER } from '../approvals/approval-rules.ts';

/** Sums up the target amounts by currency, for comparison with a later quote. */
export function createPriceSum() {
  const totals = new Map<string, bigint>();
  let priced = true;
  return {
    add({ targetCurrency, targetAmount, exchangeRate }: RemotePayment): void {
      const minor = targetCurrency ? readServiceAmount(targetAmount ?? '', targetCurrency) : null;
      // Right after a creation, the service may not have priced it yet: rate "0".
      if (!targetCurrency || minor === null || !exchangeRate || isZeroRate(exchangeRate)) priced = false;
      else totals.set(targetCurrency, (totals.get(targetCurrency) ?? 0n) + minor);
    },
    /** Null if a payment has no price yet. */
    sum: (): Record<string, string> | null =>
      priced ? Object.fromEntries([...totals].map(([currency, minor]) => [currency, minor.toString()])) : null,
  };
}

/** The reasons why a batch has no price. If it is only late, no one has to correct anything. */
export const withoutPrice = (payments: number): string =>
  `${pluralize(payments, 'payment')} ${payments === 1 ? 'has' : 'have'} no price from the payout service yet`;
export const GONE = 'the payout service no longer has the batch';
export const refusedQuote = (sentence: string): string =>
  `the payout service rejected its quote (${sentence.replace(/\.$/, '')})`;
export const STILL_BUSY = 'the payout service is still processing the batch and cannot quote it yet';

/**
 * Leaves a batch without a price for later. Earlier quotes and approvals become void, and nothing is sent. The next
 * resume of the run asks for the price again; other batches of the run continue.
 */
export async function leaveUnpriced(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  reason: string,
): Promise<BatchRow> {
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_not_priced', { batch: batch.id, remoteId: batch.remote_id, reason });
    const approvedBy = batch.approved_by ?? batch.first_by;
    const again = approvedBy !== null && approvedBy !== POLICY_APPROVER ? ' Then it must be approved again.' : '';
    const note = `Not started: ${reason}. A new quote is requested when the run resumes.${again}`;
    return moveBatch(db, batch, batch.state === 'open' ? 'open' : 'quoted', { quote: null, approval: null, note });
  });
}

/** The number of payments that the service shows without a price on either side. One call per 1,000 payments. */
export async function countUnpriced(deps: StepDeps, remoteId: string): Promise<number> {
  let unpriced = 0;
  for await (const page of batchPaymentPages(deps, remoteId)) unpriced += page.filter(isUnpriced).length;
  return unpriced;
}

function isUnpriced({
  targetCurrency,
  targetAmount,
  sourceCurrency,
  sourceAmount,
  exchangeRate,
}: RemotePayment): boolean {
  const isNone = (amount: string | null | undefined, currency: string | null | undefined) =>
    !!currency && (!amount || readServiceAmount(amount, currency) === 0n);
  return isZeroRate(exchangeRate) || isNone(targetAmount, targetCurrency) || isNone(sourceAmount, sourceCurrency);
}
