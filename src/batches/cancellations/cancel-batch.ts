import { isError, PayrunError } from '../../errors.ts';
import { type BatchRow, forgetStart, voidBatch } from '../../ledger/batches/batch.ts';
import { recordOrphanBatch } from '../../ledger/batches/orphan-batch.ts';
import { cancelPayments } from '../../ledger/payments/payment.ts';
import type { RejectionKind } from '../../ledger/runs/rejection.ts';
import { knownOutcome } from '../../service/known-outcome.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { refuseUnprovenAbsence } from '../services/refuse-other-service.ts';
import { listByTag } from './list-by-tag.ts';
import { retryWhileBusy } from './retry-while-busy.ts';

/** Longer than a call may take: by then, the service has finished whatever it was still working on. */
export const FIRST_LOOK_MS = 120_000;

/** A batch with one of these statuses has moved no money, so it can be deleted at the service. */
export const DELETABLE: ReadonlySet<string> = new Set(['open', 'awaiting_approval', 'pending']);

/**
 * Takes back a batch that was not sent, and cancels its payments. It is deleted at the service first and voided in the
 * ledger only when the service no longer has it, so nobody can send it in between. A batch whose creation was attempted
 * may exist without an id in the ledger, or appear later, so it is looked for again (`findOrphanBatch`). Throws
 * `batch_mismatch` if it was started at the service, or if its start was refused and the service does not show it any
 * more, and `service_changed` if another service says that it has no such batch.
 */
export async function cancelBatch(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  { code, why }: { readonly code: RejectionKind; readonly why: string },
): Promise<void> {
  const isAttempted = batch.state === 'creating' && batch.remote_id === null;
  const there = isAttempted ? (await listByTag(deps, batch.tag)).map(({ id }) => id) : [batch.remote_id];
  const remoteId = there[0] ?? null;
  let absent = isAttempted && there.length === 0;
  for (const id of there) if (id !== null && (await deleteAtService(deps, batch.id, id)) === 'absent') absent = true;
  // "Not found" is no proof that an attempted start had no effect (G3).
  if (absent && batch.start_attempted_at !== null)
    throw new PayrunError('batch_mismatch', { batch: batch.id, detail: 'the service does not show it any more' });
  if (absent) await refuseUnprovenAbsence(run, deps, batch.id);
  await fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_discarded', { batch: batch.id, remoteId, why });
    await voidBatch(db, batch.start_attempted_at === null ? batch : await forgetStart(db, batch), why);
    if (isAttempted) await recordOrphanBatch(db, batch.id, new Date(deps.clock.now() + FIRST_LOOK_MS));
    // In the same transaction: otherwise the payments are planned again if the rest cannot be taken back now.
    await cancelPayments(db, run.id, ['ready'], code, why);
  });
}

/**
 * Returns when the service no longer has the batch; `absent` if it did not have it before. Throws `batch_mismatch` if
 * it was started at the service.
 */
export async function deleteAtService(deps: StepDeps, batch: string, id: string): Promise<'deleted' | 'absent'> {
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
      detail: `the service says "${status}": it was started there by somebody else`,
    });
  }
  await knownOutcome(clock, signal, {
    send: async () =>
      (await retryWhileBusy(deps, id, () => service.call('deleteBatch', { params: { id } }, { signal }))).ok,
    read: async () => ((await statusThere()) === 'gone' ? true : null),
  });
  return 'deleted';
}
