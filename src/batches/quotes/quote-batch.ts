import { isError } from '../../errors.ts';
import { approvalHash } from '../../ledger/batches/approval-hash.ts';
import { moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow, Quote } from '../../ledger/batches/batch-row.ts';
import { recordBalancesOf, type SeenBalance } from '../../ledger/merchants/balances.ts';
import { getBatchCounts } from '../../ledger/payments/payment-outcome.ts';
import { readServiceAmount } from '../../money.ts';
import { pause } from '../../platform/clock.ts';
import { batchPaymentPages } from '../../service/payment-pages.ts';
import { retryWhileBusy, SERVICE_WAITS_MS } from '../../service/repeat-call.ts';
import { getRefusal } from '../../service/service-refusal.ts';
import type { BatchSummary } from '../../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { approvalLapse, takeApprovalBack } from '../approvals/approval-lapse.ts';
import { POLICY_APPROVER } from '../approvals/approval-rules.ts';
import {
  countUnpriced,
  createPriceSum,
  GONE,
  leaveUnpriced,
  refusedQuote,
  STILL_BUSY,
  withoutPrice,
} from '../prices/batch-prices.ts';
import { followIfStarted } from '../reconciliations/external-start.ts';

/** A quote that expires sooner than this is renewed before a start. */
export const FRESH_FOR_MS = 60_000;

export function isFresh(batch: BatchRow, now: number): boolean {
  return batch.quote_expires_at !== null && batch.quote_expires_at.getTime() - now > FRESH_FOR_MS;
}

/**
 * An approval is for one quote. A new quote keeps an approver's approval only if the totals are the same and no rate
 * moved by more than the tolerance; else policy or approver decides again (G7).
 */
export async function quoteBatch(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow> {
  const { service, signal } = deps;
  const { batched: _, ...ended } = await getBatchCounts(deps.ledger.db, batch.id);
  if (Object.keys(ended).length > 0) {
    const isStarted = await followIfStarted(run, deps, batch);
    return isStarted ?? leaveDifferent(run, deps, batch, ENDED, 'Reject it, and pay its other rows in a new run.');
  }
  const params = { id: batch.remote_id! };
  let answer: Awaited<ReturnType<typeof service.call<'generateQuote'>>>;
  try {
    answer = await retryWhileBusy(deps, params.id, () => service.call('generateQuote', { params }, { signal }));
  } catch (error) {
    const refusal = getRefusal(error);
    const isStarted = refusal && (await followIfStarted(run, deps, batch));
    if (isStarted) return isStarted;
    if (isError(error, 'service_busy')) return leaveUnpriced(run, deps, batch, STILL_BUSY);
    if (!refusal) throw error;
    const reason = isError(error, 'service_not_found') ? GONE : refusedQuote(refusal.sentence);
    return leaveUnpriced(run, deps, batch, reason);
  }
  const { quote, difference, unpriced, balances } = await readPrice(deps, batch, answer.batch.quoteExpiredAt ?? null);
  if (unpriced > 0) return leaveUnpriced(run, deps, batch, withoutPrice(unpriced));
  if (!quote) return leaveDifferent(run, deps, batch, difference!, 'Check it in the payout service.');
  const { rateTolerance } = await deps.rules();
  const { approved_by: by, first_by: first } = batch;
  // If two approvals are needed, only the first may exist so far.
  const approvedBy = by ?? first;
  const mayKeep =
    approvedBy !== null &&
    approvedBy !== POLICY_APPROVER &&
    batch.quote !== null &&
    isDebitHeld(batch, batch.quote, quote, rateTolerance);
  // The first price was read with the batch. A later one is read too, so that the approver sees what recipients get.
  const priced = isJustPriced(batch, deps.clock.now()) ? batch.priced : await readPrices(deps, batch);
  const holdsPrice = mayKeep && !isPriceChanged(batch.priced, priced, rateTolerance);
  return fenced(run, deps, async (db) => {
    // A new quote renews nothing that could not be approved now.
    const lapse = holdsPrice ? await approvalLapse(db, deps, batch) : null;
    const keepsApproval = holdsPrice && !lapse;
    await audit(db, run, deps, 'batch_quoted', { batch: batch.id, ...quote, keepsApproval });
    const note =
      approvedBy !== null && approvedBy !== POLICY_APPROVER && !holdsPrice
        ? 'The price has changed since it was approved, so it must be approved again.'
        : null;
    await recordBalancesOf(db, batch.merchant_id, balances.filter(isBalance), {
      by: 'Payrun',
      at: new Date(deps.clock.now()),
    });
    const debitedFrom = balances.map(({ currency }) => currency);
    if (!holdsPrice) return moveBatch(db, batch, 'quoted', { quote, priced, approval: null, note, debitedFrom });
    // Keeps the approved prices, so that many small moves add up and pass the tolerance in the end.
    const quoted = await moveBatch(db, batch, 'quoted', { quote, approval: null, note, debitedFrom });
    if (lapse) return takeApprovalBack(db, run, deps, quoted, lapse);
    const hash = await approvalHash(db, quoted);
    const firstApproval = first === null ? {} : { first: { hash, by: first } };
    if (by === null) return moveBatch(db, quoted, 'quoted', { ...firstApproval, note: batch.note });
    return moveBatch(db, quoted, 'approved', { ...firstApproval, approval: { hash, by } });
  });
}

/** No start is sent with such a payment: see `streamBatchPayments`. */
const ENDED = 'it has a payment whose outcome a user confirmed meanwhile';

/** Leaves a batch that cannot be sent as it is without a quote. Any earlier approval was for another one. */
function leaveDifferent(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  difference: string,
  next: string,
): Promise<BatchRow> {
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'quote_mismatch', { batch: batch.id, difference });
    const state = batch.state === 'open' ? 'open' : 'quoted';
    return moveBatch(db, batch, state, { quote: null, approval: null, note: `Not started: ${difference}. ${next}` });
  });
}

/** True if the batch was read back with its current price a moment ago: the service keeps a price for two hours. */
function isJustPriced({ state, note, updated_at }: BatchRow, now: number): boolean {
  return state === 'open' && note === null && now - updated_at.getTime() < 3_600_000;
}

/** The target amounts by currency at the current prices; null if a payment has none. One call per 1,000 payments. */
async function readPrices(deps: StepDeps, batch: BatchRow): Promise<Record<string, string> | null> {
  const prices = createPriceSum();
  for await (const page of batchPaymentPages(deps, batch.remote_id!)) for (const payment of page) prices.add(payment);
  return prices.sum();
}

/** Beside a payout method, the live service was seen to name what it would debit, not what the balance is. */
const isBalance = ({ type }: SeenBalance) => type === '';

/**
 * The balances that the service would debit for a batch, by its summary, which names a payout method where the list of
 * balances has a type: all methods but PayPal are paid from the service's own balance.
 */
function balancesIn({ balances }: BatchSummary): readonly SeenBalance[] {
  return (balances ?? []).flatMap(({ currency, amount, method }) => {
    const minor = currency && typeof amount === 'string' ? readServiceAmount(amount, currency) : null;
    return currency && minor !== null ? [{ currency, type: method === 'paypal' ? method : '', minor }] : [];
  });
}

/**
 * Reads the summary until every payment has its price. If the waits are used up, `unpriced` is the number of payments
 * without a price.
 */
async function readPrice(
  deps: StepDeps,
  batch: BatchRow,
  expiry: string | null,
): Promise<{ quote: Quote | null; difference: string | null; unpriced: number; balances: readonly SeenBalance[] }> {
  const { service, clock, signal } = deps;
  let difference: string | null = null;
  for (const wait of [0, ...SERVICE_WAITS_MS]) {
    if (wait > 0) await pause(clock, wait, signal);
    const { batchSummary } = await service.call('getBatchSummary', { params: { id: batch.remote_id! } }, { signal });
    const total = batchSummary.total;
    const read = (text: string | null | undefined) => readServiceAmount(text ?? '', batch.currency);
    const [sending, debit, fees] = [read(total?.sendingAmount), read(total?.debitAmount), read(total?.totalFees)];
    const merchantFees = read(total?.merchantFees);
    const withheld = read(total?.totalWithheld);
    difference = compareBatchTotals(batch, total?.count ?? null, sending, debit);
    // A late price changes sums, never the number of payments.
    if (total?.count !== batch.payments) return { quote: null, difference, unpriced: 0, balances: [] };
    if (!difference) {
      return {
        difference,
        unpriced: 0,
        balances: balancesIn(batchSummary),
        quote: {
          count: batch.payments,
          sendingMinor: String(sending),
          debitMinor: String(debit),
          feesMinor: String(fees ?? 0n),
          ...(merchantFees === null ? {} : { merchantFeesMinor: String(merchantFees) }),
          ...(withheld === null || withheld === 0n ? {} : { withheldMinor: String(withheld) }),
          expiresAt: expiry ?? new Date(clock.now() + 2 * 3_600_000).toISOString(),
        },
      };
    }
  }
  return { quote: null, difference, unpriced: await countUnpriced(deps, batch.remote_id!), balances: [] };
}

/**
 * Null if the service's count and sum equal the ledger's. If target sides are fixed, only a lower bound of the sum is
 * known.
 */
export function compareBatchTotals(
  batch: BatchRow,
  count: number | null,
  sending: bigint | null,
  debit: bigint | null,
): string | null {
  if (count !== batch.payments) return `the service counts ${count ?? 'no'} payments instead of ${batch.payments}`;
  if (sending === null || debit === null) return 'the service reports a total that is not an amount';
  const exact = Object.keys(batch.target_minor).length === 0;
  if (exact ? sending !== batch.source_minor : sending <= batch.source_minor) {
    return 'the total in the service differs from the sheet';
  }
  if (debit < sending) return 'the service would debit less than it sends';
  return null;
}

/**
 * Whether a new quote debits, and withholds in tax, what the quote before it did: to the cent if the source side is
 * fixed, within the tolerance in percent if the debit follows from the rate.
 */
function isDebitHeld(
  { target_minor: target }: Pick<BatchRow, 'target_minor'>,
  before: Quote,
  after: Quote,
  tolerance: number,
): boolean {
  if (Object.keys(target).length === 0)
    return before.debitMinor === after.debitMinor && before.withheldMinor === after.withheldMinor;
  return !isAboveTolerance(BigInt(before.debitMinor), BigInt(after.debitMinor), tolerance);
}

/**
 * True if the target amount moved by more than `tolerance` percent in any currency, or cannot be compared. Amounts are
 * minor units as text, by currency.
 */
export function isPriceChanged(
  before: Readonly<Record<string, string>> | null,
  after: Readonly<Record<string, string>> | null,
  tolerance: number,
): boolean {
  if (!before || !after) return true;
  const currencies = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...currencies].some((currency) => {
    const [old, now] = [before[currency], after[currency]];
    return old === undefined || now === undefined || isAboveTolerance(BigInt(old), BigInt(now), tolerance);
  });
}

/** Hundredths of a percent are precise enough for a tolerance, and exact in bigint. */
export function isAboveTolerance(before: bigint, after: bigint, tolerance: number): boolean {
  const difference = after > before ? after - before : before - after;
  return difference * 10_000n > before * BigInt(Math.round(tolerance * 100));
}
