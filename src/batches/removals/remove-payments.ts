import { isError } from '../../errors.ts';
import { moveBatch, recountBatch, voidBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { recordOrphanBatch } from '../../ledger/batches/orphan-batch.ts';
import type { Db } from '../../ledger/db/db.ts';
import { clearOtherPaid } from '../../ledger/payments/paid-twice.ts';
import { ejectPayments, intendRemoval, type RemovalReason } from '../../ledger/payments/payments-in-batches.ts';
import { MASKED } from '../../ledger/recipients/account-mask.ts';
import { doubtRecipientsOf, INACTIVE } from '../../ledger/recipients/doubted-recipient.ts';
import { recordRouteMinimums, type ServedMinimum } from '../../ledger/recipients/route-minimum.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { knownOutcome, retryWhileBusy } from '../../service/repeat-call.ts';
import { refusesRecipient } from '../../service/service-refusal.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { deleteAtService, FIRST_LOOK_MS, leaveUnconfirmed } from '../cancellations/cancel-batch.ts';

/** A payment to be removed from its batch, with the reason. */
export interface Removal extends RemovalReason {
  /** Null if the service has already removed it. */
  readonly id: string;
  readonly remoteId: string | null;
  /** The minimum that the payment is below, if that is the reason. */
  readonly served: ServedMinimum | null;
}

/** The code of a payment that a user removed from its run. */
export const REMOVED_BY_USER = 'removed';
/** The code of a payment that the service refuses because of its recipient. */
const RECIPIENT_REFUSED = 'recipient_refused';
/** The code of a payment that an earlier payment has paid, or may have paid. */
const PAID_MEANWHILE = 'paid_meanwhile';

/**
 * Removes payments from a batch that has not begun, in the payout service and then in the ledger, which ends them. The
 * removals are recorded before the first deletion, so that after a crash the smaller batch is not a mismatch. If
 * nothing is left, the batch is deleted and void; rejected instead if start was attempted on it. Its quote and its
 * approval become void. If the service does not show a batch that is to be deleted, it is unconfirmed if start was
 * attempted on it; otherwise `findOrphanBatch` searches for it later. Returns the batch, null if it has ended or is
 * unconfirmed. Costs one call per payment. Throws `batch_mismatch` if it has started.
 */
export async function removePayments(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  removals: readonly Removal[],
): Promise<BatchRow | null> {
  if (removals.length === 0) return batch;
  const minimums = removals.flatMap(({ served }) => served ?? []);
  await fenced(run, deps, async (db) => {
    await recordRouteMinimums(db, run.merchant, minimums);
    await eachReason(removals, ({ code, reason }, ids) => intendRemoval(db, batch.id, ids, code, reason));
  });
  const isLast = removals.length === batch.payments;
  const isUnproven = isLast && (await deleteAtService(deps, batch.id, batch.remote_id!)) !== 'deleted';
  if (isUnproven && batch.start_attempted_at !== null) {
    await leaveUnconfirmed(run, deps, batch);
    return null;
  }
  if (!isLast)
    for (const { remoteId } of removals) if (remoteId !== null) await deletePayment(deps, batch.remote_id!, remoteId);
  return fenced(run, deps, async (db) => {
    for (const [code, ofCode] of Map.groupBy(removals, (removal) => removal.code))
      await audit(db, run, deps, 'payments_removed', { batch: batch.id, payments: ofCode.map(({ id }) => id), code });
    await eachReason(removals, (why, ids) => ejectRefused(db, batch.id, ids, why));
    const left = await recountBatch(db, batch.id);
    await clearOtherPaid(db, run.merchant);
    const note = removedLine(removals);
    if (isUnproven) await recordOrphanBatch(db, batch.id, new Date(deps.clock.now() + FIRST_LOOK_MS));
    if (isLast) return endEmpty(db, left, `${note} None are left. No payments were sent.`);
    if (left.state === 'creating') return left;
    return moveBatch(db, left, 'quoted', { quote: null, approval: null, note });
  });
}

async function eachReason(
  removals: readonly Removal[],
  work: (why: RemovalReason, ids: readonly string[]) => Promise<void>,
): Promise<void> {
  for (const group of Map.groupBy(removals, ({ code, reason }) => `${code} ${reason}`).values())
    await work(
      group[0]!,
      group.map(({ id }) => id),
    );
}

/** For example "2 payments were removed: the payout service refuses them." */
function removedLine(removals: readonly Removal[]): string {
  const meanwhile = removals.filter(({ code }) => code === PAID_MEANWHILE).length;
  const byUser = removals.filter(({ code }) => code === REMOVED_BY_USER).length;
  const masked = removals.filter(({ code }) => code === MASKED).length;
  const refused = removals.length - meanwhile - byUser - masked;
  const were = (n: number) => `${pluralize(n, 'payment')} ${n === 1 ? 'was' : 'were'} removed`;
  return [
    ...(byUser > 0 ? [`${were(byUser)} by a user.`] : []),
    ...(masked > 0 ? [`${were(masked)}: the payout service masks accounts differently now.`] : []),
    ...(refused > 0 ? [`${were(refused)}: the payout service rejected ${refused === 1 ? 'it' : 'them'}.`] : []),
    ...(meanwhile > 0
      ? [
          `${were(meanwhile)}: ${meanwhile === 1 ? 'a matching earlier payment was' : 'matching earlier payments were'} paid after all.`,
        ]
      : []),
  ].join(' ');
}

/** G1: a batch on which start was attempted is never void. Its approval becomes void. */
async function endEmpty(db: Db, batch: BatchRow, note: string): Promise<null> {
  if (batch.start_attempted_at) {
    const quoted = batch.state === 'quoted' ? batch : await moveBatch(db, batch, 'quoted', { approval: null });
    await moveBatch(db, quoted, 'rejected_at_service', { remoteStatus: 'gone', approval: null, note });
  } else await voidBatch(db, batch, note);
  return null;
}

/**
 * Removes a payment from a batch that has not begun; both ids are the service's. Returns when it is gone, even if the
 * answer was lost. Throws `service_not_found` if it was gone before.
 */
async function deletePayment(deps: StepDeps, batchId: string, paymentId: string): Promise<void> {
  const { service, clock, signal } = deps;
  const params = { id: batchId, paymentId };
  const isGone = async () => {
    try {
      await service.call('getBatchPayment', { params }, { signal });
      return null;
    } catch (error) {
      if (isError(error, 'service_not_found')) return true;
      throw error;
    }
  };
  await knownOutcome(clock, signal, {
    send: async () =>
      (await retryWhileBusy(deps, batchId, () => service.call('deletePayment', { params }, { signal }))).ok,
    read: isGone,
  });
}

const RETRY = 'Retry this payment: Payrun first rereads its recipient from the payout service.';

/** The end of a removed payment by reason; others fail. */
const ENDS_AS: Readonly<Record<string, 'canceled' | 'held'>> = {
  [REMOVED_BY_USER]: 'canceled',
  [INACTIVE]: 'held',
  [MASKED]: 'held',
};

/** Whether a payment that is removed for this reason is put on hold. */
export const isHeldWhenRemoved = (code: string): boolean => ENDS_AS[code] === 'held';

/** The reason of the service's refusal of a payment, with the next step if it is because of its recipient. */
export function refusedFor(code: string, sentence: string): RemovalReason {
  const reason = `The payout service rejected this payment: ${sentence}`;
  return refusesRecipient({ code, sentence })
    ? { code: RECIPIENT_REFUSED, reason: `${reason} ${RETRY}` }
    : { code, reason };
}

/**
 * Ends payments that are no longer in their batch: canceled if a user removed them, on hold if the service blocks their
 * recipient or masks their account differently, else failed. The data of a recipient whom it refuses or blocks may be
 * outdated: the next run reads them.
 */
export async function ejectRefused(
  db: Db,
  batch: string,
  ids: readonly string[],
  { code, reason }: RemovalReason,
): Promise<void> {
  if (code === RECIPIENT_REFUSED || code === INACTIVE) await doubtRecipientsOf(db, ids);
  await ejectPayments(db, batch, ids, { code, reason, state: ENDS_AS[code] ?? 'failed' });
}
