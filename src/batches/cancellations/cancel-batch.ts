import { isError, PayrunError } from '../../errors.ts';
import { type BatchRow, voidBatch } from '../../ledger/batches/batch.ts';
import { recordOrphanBatch } from '../../ledger/batches/orphan-batch.ts';
import { cancelPayments } from '../../ledger/payments/payment.ts';
import { knownOutcome } from '../../service/known-outcome.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { listByTag } from './list-by-tag.ts';
import { whileBusy } from './while-busy.ts';

/** Longer than a call may take: whatever the service was still at work on is there by then. */
export const FIRST_LOOK_MS = 120_000;

/** A batch in one of these can be deleted at the service: it has moved no money. */
export const DELETABLE: ReadonlySet<string> = new Set(['open', 'awaiting_approval', 'pending']);

/**
 * Takes back a batch on which start was never attempted, and cancels its payments: deleted at the service first, void in the
 * ledger only once the service does not have it any more, so that nobody can press Send on it there. One that was being created
 * may be there though the ledger has no id of it yet, or come to be there later: it is looked for again (`findOrphanBatch`). Throws `batch_mismatch` when somebody has started it there.
 */
export async function cancelBatch(run: ActiveRun, deps: StepDeps, batch: BatchRow, why: string): Promise<void> {
  const isAttempted = batch.state === 'creating' && batch.remote_id === null;
  const there = isAttempted ? (await listByTag(deps, batch.tag)).map(({ id }) => id) : [batch.remote_id];
  const remoteId = there[0] ?? null;
  for (const id of there) if (id !== null) await deleteAtService(deps, batch.id, id);
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_discarded', { batch: batch.id, remoteId, why });
    await voidBatch(db, batch, why);
    if (isAttempted) await recordOrphanBatch(db, batch.id, new Date(deps.clock.now() + FIRST_LOOK_MS));
    // With it, or they would be planned again where the rest cannot be taken back now.
    await cancelPayments(db, run.id, ['ready'], 'rejected', why);
  });
}

/** Returns once the service does not have the batch any more. Throws `batch_mismatch` where somebody has started it there. */
export async function deleteAtService(deps: StepDeps, batch: string, id: string): Promise<void> {
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
  if (status === 'gone') return;
  if (!DELETABLE.has(status)) {
    throw new PayrunError('batch_mismatch', {
      batch,
      detail: `the service says "${status}": it was started there by somebody else`,
    });
  }
  await knownOutcome(clock, signal, {
    send: async () => (await whileBusy(deps, id, () => service.call('deleteBatch', { params: { id } }, { signal }))).ok,
    read: async () => ((await statusThere()) === 'gone' ? true : null),
  });
}
