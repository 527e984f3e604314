import { isError, PayrunError } from '../../errors.ts';
import { type BatchChange, forgetStart, moveBatch, voidBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { recordOrphanBatch } from '../../ledger/batches/orphan-batch.ts';
import { cancelPayments } from '../../ledger/payments/payment.ts';
import type { RejectionKind } from '../../ledger/runs/rejection.ts';
import { listByTag } from '../../service/payrun-batches.ts';
import { knownOutcome, retryWhileBusy } from '../../service/repeat-call.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { refuseUnprovenAbsence } from '../services/refuse-other-service.ts';

/** For a batch that was created but has disappeared from the payout service. */
export const NO_LONGER_SHOWN =
  'The payout service no longer shows this batch, although it was created there. Check it on the payout service’s website.';

/** Longer than a call may take: by then, the service has finished whatever it was still working on. */
export const FIRST_LOOK_MS = 120_000;

/** A batch with one of these statuses has moved no money, so it can be deleted. */
export const DELETABLE: ReadonlySet<string> = new Set(['open', 'awaiting_approval', 'pending']);

/**
 * Takes back a batch that was not sent, and cancels its payments. It is deleted in the payout service first and voided
 * in the ledger afterwards, so that it cannot be sent in between. A batch may exist without an id in the ledger: one
 * whose creation was attempted, or a planned one if the ledger was restored from a backup of that moment. One that was
 * attempted and that the service does not show may appear later, so `findOrphanBatch` searches for it again.
 * Returns null, or the reason as a sentence if it was started outside Payrun or is unconfirmed: its start was refused
 * and the service has lost it. Throws `service_changed` if another service says that it has no such batch.
 */
export async function cancelBatch(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  { code, why }: { readonly code: RejectionKind; readonly why: string },
): Promise<string | null> {
  const isAttempted = batch.state === 'creating' && batch.remote_id === null;
  const remoteIds =
    batch.remote_id === null ? (await listByTag(deps, batch.tag)).map(({ id }) => id) : [batch.remote_id];
  const remoteId = remoteIds[0] ?? null;
  const ends = new Set<'deleted' | 'gone' | 'absent'>(isAttempted && remoteIds.length === 0 ? ['absent'] : []);
  try {
    for (const id of remoteIds) ends.add(await deleteAtService(deps, batch.id, id));
  } catch (error) {
    if (!isError(error, 'batch_mismatch')) throw error;
    return error.message;
  }
  if (ends.has('absent')) await refuseUnprovenAbsence(run, deps, batch.id);
  const isUnproven = ends.has('absent') || ends.has('gone');
  // "Not found" is no proof that an attempted start had no effect (G3).
  if (isUnproven && batch.start_attempted_at !== null) {
    await leaveUnconfirmed(run, deps, batch, { approval: null });
    return `Batch ${batch.remote_id} is unconfirmed. ${NO_LONGER_SHOWN}`;
  }
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_discarded', { batch: batch.id, remoteId, why });
    await voidBatch(db, batch.start_attempted_at === null ? batch : await forgetStart(db, batch), why);
    if (isAttempted || isUnproven) await recordOrphanBatch(db, batch.id, new Date(deps.clock.now() + FIRST_LOOK_MS));
    // In the same transaction: otherwise the payments are planned again if the rest cannot be taken back now.
    await cancelPayments(db, run.id, ['ready'], code, why);
  });
  return null;
}

/** For a batch whose start was attempted and that the service does not show: it may still be paid. */
export async function leaveUnconfirmed(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  change: Pick<BatchChange, 'approval' | 'note'> = {},
): Promise<void> {
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_gone', { batch: batch.id, remoteId: batch.remote_id });
    await moveBatch(db, batch, 'unknown', { note: NO_LONGER_SHOWN, ...change, remoteStatus: 'gone' });
  });
}

/**
 * Returns when the service says that it deleted the batch, or that it has no such batch, which is no proof: `absent` if
 * it never showed it, `gone` if it did a moment ago. Throws `batch_mismatch` if it has started.
 */
export async function deleteAtService(
  deps: StepDeps,
  batch: string,
  id: string,
): Promise<'deleted' | 'gone' | 'absent'> {
  const { service, clock, signal } = deps;
  const statusThere = async () => {
    try {
      return (await service.call('getBatch', { params: { id } }, { signal })).batch.status;
    } catch (error) {
      if (isError(error, 'service_not_found')) return 'gone';
      throw error;
    }
  };
  const status = await statusThere();
  if (status === 'gone') return 'absent';
  if (!DELETABLE.has(status)) {
    throw new PayrunError('batch_mismatch', {
      batch,
      detail: `the service says "${status}": it was started there by someone else`,
    });
  }
  try {
    return await knownOutcome<'deleted' | 'gone'>(clock, signal, {
      send: async () => {
        await retryWhileBusy(deps, id, () => service.call('deleteBatch', { params: { id } }, { signal }));
        return 'deleted';
      },
      read: async () => ((await statusThere()) === 'gone' ? 'gone' : null),
    });
  } catch (error) {
    if (isError(error, 'service_not_found')) return 'gone';
    throw error;
  }
}
