import { isError } from '../errors.ts';
import type { BatchRow } from '../ledger/batch.ts';
import { namedAccount } from '../ledger/kept-row.ts';
import { paymentsOfBatch } from '../ledger/payment.ts';
import type { MovedAccount } from '../ledger/recipient.ts';
import { intendedRemovals } from '../ledger/unpayable.ts';
import { lacksPrice } from '../service/lacks-price.ts';
import { batchPaymentPages } from '../service/payment-pages.ts';
import type { Seats } from '../service/quota.ts';
import type { StepDeps } from '../step.ts';
import { belowAtService } from './below-minimum.ts';
import { anotherAccount, compareListed, type PlannedPayment } from './compare.ts';
import { createPriceSum } from './price-sum.ts';
import { describePayment } from './read-outcomes.ts';
import type { Removal } from './remove-payments.ts';
import { SERVICE_WAITS_MS, serviceBusy } from './while-busy.ts';

/** What the service has in a batch, beside what the ledger has in it. */
export interface ReadBack {
  /** What differs from the plan, without any bank detail; null where nothing does. */
  readonly difference: string | null;
  /** The service does not know the batch any more; nothing else was read then. */
  readonly gone: boolean;
  /** Of whom the service has another account than the ledger, or other bank details than the row: it was changed there. */
  readonly moved: readonly MovedAccount[];
  /**
   * Payments to be taken out: below the minimum that the service answers with them, so they would sink the batch; or noted for it
   * before a crash, and still there or not.
   */
  readonly removals: readonly Removal[];
  /** What arrives by currency, in minor units; null where a price is not there yet. */
  readonly prices: Readonly<Record<string, string>> | null;
}

/**
 * Reads every payment that the service has in a batch and compares it with the ledger's: count, recipients, accounts and amounts. One
 * call per 1,000 payments; the first one in a seat where there are any. Payments that fix what arrives and have no price yet are
 * compared by what was entered.
 */
export async function readBack(deps: StepDeps, batch: BatchRow): Promise<ReadBack> {
  return (await readOnce(deps, batch)).readBack;
}

/** The same, once every payment that fixes what arrives has its price: read again until then. Throws `service_busy` at the limit. */
export async function readBackPriced(deps: StepDeps, batch: BatchRow, seats?: Seats): Promise<ReadBack> {
  let read = await readOnce(deps, batch, seats);
  for (const wait of SERVICE_WAITS_MS) {
    if (read.readBack.difference || read.unpriced === 0) return read.readBack;
    seats?.stepOut();
    await deps.clock.sleep(wait, deps.signal);
    read = await readOnce(deps, batch);
  }
  if (read.readBack.difference || read.unpriced === 0) return read.readBack;
  throw serviceBusy(`${read.unpriced} payments have no price yet`);
}

async function readOnce(
  deps: StepDeps,
  batch: BatchRow,
  seats?: Seats,
): Promise<{ readonly readBack: ReadBack; readonly unpriced: number }> {
  const planned = new Map<string, PlannedPayment>();
  for await (const page of paymentsOfBatch(deps.ledger.db, batch.id))
    for (const { id, row, recipient_remote_id, account_remote_id, fixed, currency, minor, row_sealed } of page) {
      const named = namedAccount(deps.ledger.vault, id, row_sealed) ?? null;
      planned.set(id, { row, recipient_remote_id, account_remote_id, fixed, currency, minor, named });
    }

  const intended = await intendedRemovals(deps.ledger.db, batch.id);
  const removals: Removal[] = [];
  const moved: MovedAccount[] = [];
  const prices = createPriceSum();
  let difference: string | null = null;
  let gone = false;
  let seen = 0;
  let unpriced = 0;
  try {
    for await (const page of batchPaymentPages({ ...deps, seats }, batch.remote_id!)) {
      for (const listed of page) {
        const id = listed.externalId ?? '';
        const ours = planned.get(id);
        difference ??= ours
          ? compareListed(ours, listed, batch.currency)
          : `it holds a payment that was not planned: ${describePayment(listed)}`;
        const another = ours && anotherAccount(ours, listed);
        const meant = ours?.account_remote_id;
        if (another && meant && listed.recipient?.id === ours.recipient_remote_id)
          moved.push({ recipient: listed.recipient.id, meant, there: another.id ?? meant });
        if (ours && lacksPrice(ours, listed)) unpriced++;
        planned.delete(id);
        const least = ours && belowAtService(id, listed, ours.account_remote_id);
        const noted = intended.get(id);
        if (ours && noted) removals.push({ id, remoteId: listed.id, ...noted, served: least?.served ?? null });
        else if (least) removals.push(least);
        else prices.add(listed);
        seen++;
      }
      if (difference) break;
    }
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    // Nothing of it was to be left: it is gone because it was deleted.
    gone = intended.size < batch.payments;
    if (gone) difference = 'the service does not know it any more';
  }
  for (const [id, noted] of intended) {
    if (planned.delete(id)) removals.push({ id, remoteId: null, ...noted, served: null });
  }
  if (!difference && planned.size > 0) difference = `${planned.size} of ${planned.size + seen} payments are missing`;
  return { readBack: { difference, gone, moved, removals, prices: prices.sum() }, unpriced };
}
