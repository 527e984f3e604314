import { readFees } from '../../discrepancies/compare-payment.ts';
import { isError } from '../../errors.ts';
import { moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { streamBatchPayments } from '../../ledger/payments/payment.ts';
import { intendedRemovals } from '../../ledger/payments/payments-in-batches.ts';
import { namedAccount } from '../../ledger/payments/sealed-row.ts';
import { createMaskCheck, MASKED } from '../../ledger/recipients/account-mask.ts';
import { recordCompliance } from '../../ledger/recipients/compliance.ts';
import { type MovedAccount, recordAccountsChangedAtService } from '../../ledger/recipients/recipient.ts';
import { showMoney } from '../../money.ts';
import { compareAccount } from '../../payout-methods/compare-account.ts';
import { pause } from '../../platform/clock.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { batchPaymentPages, type OnUnreadable } from '../../service/payment-pages.ts';
import type { Permits } from '../../service/rate-limits/rate-limit.ts';
import { AWAITING_APPROVAL, hasStarted, isPaymentUnpriced } from '../../service/remote-fields.ts';
import { SERVICE_WAITS_MS } from '../../service/repeat-call.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { describePayment } from '../outcomes/read-outcomes.ts';
import { createPriceSum } from '../prices/batch-prices.ts';
import { anotherAccount, compareListed, type PlannedPayment } from '../prices/compare-listed.ts';
import { type Removal, removePayments } from '../removals/remove-payments.ts';
import { belowAtService, blockedAtService, reviewedRecipient } from '../removals/unpayable-payments.ts';
import { followIfStarted } from './external-start.ts';

/** A batch as the service has it, compared with the ledger. */
interface ReadBack {
  /** The difference from the plan, without any bank detail; null if there is none. */
  readonly difference: string | null;
  /** True if the service has no such batch; then nothing else was read. */
  readonly gone: boolean;
  /** True if its payments show that the service pays or has paid it, or lets someone approve it. */
  readonly isStarted: boolean;
  /** Recipients for whom the service has another account than the ledger, or other bank details than the row. */
  readonly moved: readonly MovedAccount[];
  /**
   * Payments to be removed: those below the minimum that the service gives with them and those to recipients whom it
   * blocks, because the whole batch would fail, those to accounts masked in a form that no user accepted, and those
   * recorded for removal before a crash, even if the service no longer has them.
   */
  readonly removals: readonly Removal[];
  /** The target amounts by currency, in minor units; null if a price is missing. */
  readonly prices: Readonly<Record<string, string>> | null;
  /** The number of payments with a fixed target side that have no price yet. */
  readonly unpriced: number;
}

interface ReadBackOptions {
  /** The first call uses one of them. */
  readonly permits?: Permits | undefined;
  /** Compares only payments that stay: one whose removal is recorded leaves the batch in any case. */
  readonly onlyStaying?: boolean;
}

/**
 * Reads every payment that the service has in a batch and compares it with the ledger's: count, recipients, accounts,
 * amounts and fees. One call per 1,000 payments. Payments with a fixed target side and no price yet are compared by the
 * amount as entered.
 */
export async function readBack(
  deps: StepDeps,
  batch: BatchRow,
  { permits, onlyStaying = false }: ReadBackOptions = {},
): Promise<ReadBack> {
  const quoted_fees = quotedFees(batch);
  let difference: string | null = null;
  const noteOdd: OnUnreadable = ({ length: records }) => {
    difference ??= `it contains ${pluralize(records, 'payment')} that the payout service shows in a format that Payrun cannot read`;
  };
  // Asked for now, so that the service answers while the ledger's payments are read.
  const pages = batchPaymentPages({ ...deps, permits }, batch.remote_id!, noteOdd);
  const planned = new Map<string, PlannedPayment>();
  for await (const page of streamBatchPayments(deps.ledger.db, batch.id))
    for (const payment of page) {
      const { id, row, recipient_remote_id, account_remote_id, fixed, currency, minor } = payment;
      const named = namedAccount(deps.ledger.vault, payment) ?? null;
      planned.set(id, { row, recipient_remote_id, account_remote_id, fixed, currency, minor, named, quoted_fees });
    }

  const intended = await intendedRemovals(deps.ledger.db, batch.id);
  const removals: Removal[] = [];
  const moved: MovedAccount[] = [];
  const maskReason = createMaskCheck(deps.ledger.db, batch.merchant_id);
  const prices = createPriceSum();
  let fees: bigint | null = 0n;
  let gone = false;
  let isStarted = false;
  let seen = 0;
  let unpriced = 0;
  try {
    for await (const page of pages) {
      await recordCompliance(deps.ledger.db, batch.merchant_id, page.flatMap(reviewedRecipient));
      for (const listed of page) {
        isStarted ||= hasBegun(listed);
        const id = listed.externalId ?? '';
        const plannedPayment = planned.get(id);
        const noted = intended.get(id);
        if (!(onlyStaying && noted && plannedPayment))
          difference ??= plannedPayment
            ? compareListed(plannedPayment, listed, batch.currency)
            : `it contains a payment that was not planned: ${describePayment(listed)}`;
        const another = plannedPayment && anotherAccount(plannedPayment, listed);
        const meant = plannedPayment?.account_remote_id;
        if (another && meant && listed.recipient?.id === plannedPayment.recipient_remote_id)
          moved.push({ recipient: listed.recipient.id, meant, there: another.id ?? meant });
        if (plannedPayment && isPaymentUnpriced(plannedPayment, listed)) unpriced++;
        planned.delete(id);
        const least = plannedPayment && belowAtService(id, listed, plannedPayment.account_remote_id);
        const blocked = plannedPayment && blockedAtService(id, listed);
        const masked = plannedPayment?.named
          ? await maskReason(compareAccount(plannedPayment.named, listed.account).mask)
          : null;
        if (plannedPayment && noted)
          removals.push({ id, remoteId: listed.id, ...noted, served: least?.served ?? null });
        else if (blocked) removals.push(blocked);
        else if (least) removals.push(least);
        else if (masked !== null)
          removals.push({ id, remoteId: listed.id, code: MASKED, reason: masked, served: null });
        else prices.add(listed);
        const its = readFees(listed);
        fees = fees === null || its === null ? null : fees + its;
        seen++;
      }
      if (difference) break;
    }
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    // If every payment was to be removed, the batch is gone because it was deleted.
    gone = intended.size < batch.payments;
    if (gone) difference = 'the service no longer has it';
  }
  for (const [id, noted] of intended) {
    if (planned.delete(id)) removals.push({ id, remoteId: null, ...noted, served: null });
  }
  if (!difference && planned.size > 0) difference = `${planned.size} of ${planned.size + seen} payments are missing`;
  if (removals.length === 0) difference ??= compareSumOfFees(batch, quoted_fees, fees);
  return { difference, gone, isStarted, moved, removals, prices: prices.sum(), unpriced };
}

/**
 * Like `readBack`, but repeated until every payment with a fixed target side has its price, or until the waits are used
 * up.
 */
export async function readBackPriced(deps: StepDeps, batch: BatchRow, permits?: Permits): Promise<ReadBack> {
  let read = await readBack(deps, batch, { permits });
  for (const wait of SERVICE_WAITS_MS) {
    if (read.difference || read.unpriced === 0) return read;
    permits?.release();
    await pause(deps.clock, wait, deps.signal);
    read = await readBack(deps, batch);
  }
  return read;
}

/**
 * The service's batch differs from the plan: its quote and its approval become void, and nothing is sent (G2). If it
 * has already started, it is followed instead.
 */
export async function requireReview(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  { difference, moved }: Pick<ReadBack, 'difference' | 'moved'>,
): Promise<void> {
  if (await followIfStarted(run, deps, batch)) return;
  await fenced(run, deps, async (db) => {
    await recordAccountsChangedAtService(db, run.merchant, moved);
    await audit(db, run, deps, 'batch_mismatch', { batch: batch.id, remoteId: batch.remote_id, difference });
    const note = `It was not started: ${difference}. Check it in the payout service.`;
    await moveBatch(db, batch, 'quoted', { quote: null, approval: null, note });
  });
}

/**
 * Finishes removals that an interrupted run had begun, because without them the batch does not match its plan. Costs
 * nothing if there are none. Returns the same batch if nothing changed, null if it is empty.
 */
export async function finishRemovals(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  if ((await intendedRemovals(deps.ledger.db, batch.id)).size === 0) return batch;
  const { difference, removals } = await readBack(deps, batch, { onlyStaying: true });
  return difference ? batch : removePayments(run, deps, batch, removals);
}

/** Not every answer shows the batch of a payment. */
const hasBegun = ({ status, batch }: RemotePayment): boolean => {
  const { status: its } = (batch ?? {}) as { readonly status?: unknown };
  return status !== 'pending' || (typeof its === 'string' && (hasStarted(its) || its === AWAITING_APPROVAL));
};

/** The fees to be debited from the balance, by a quote of exactly these payments; null if the quote does not say. */
function quotedFees({ quote, payments }: BatchRow): bigint | null {
  return quote?.merchantFeesMinor === undefined || quote.count !== payments ? null : BigInt(quote.merchantFeesMinor);
}

/** If target sides are fixed, fees may follow the rate, so the sum proves nothing. */
function compareSumOfFees(batch: BatchRow, quoted: bigint | null, remoteSum: bigint | null): string | null {
  if (quoted === null || remoteSum === null || remoteSum === quoted || Object.keys(batch.target_minor).length > 0)
    return null;
  const [remoteText, quotedText] = [remoteSum, quoted].map((minor) => showMoney({ minor, currency: batch.currency }));
  return `its payments have fees of ${remoteText} from the balance instead of ${quotedText} in the quote`;
}
