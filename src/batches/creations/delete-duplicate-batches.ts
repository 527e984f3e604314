import { PayrunError } from '../../errors.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { recordOrphanBatch } from '../../ledger/batches/orphan-batch.ts';
import type { RemoteBatch } from '../../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { DELETABLE, FIRST_LOOK_MS } from '../cancellations/cancel-batch.ts';
import { deleteOrphan } from '../cancellations/find-orphan-batch.ts';
import { listByTag } from '../../service/payrun-batches.ts';

/**
 * Returns the service's one batch with the tag of this batch, if any. A creation that was sent again after its answer
 * was lost may have taken effect twice, because the service does not always refuse a second payment with the same
 * externalId. Then one batch is kept (`created` if given), and the others are deleted before they can be sent; one that
 * the service lists and does not find is looked for later. Throws `batch_mismatch` if one of them cannot be deleted.
 */
export async function deleteDuplicateBatches(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  created: RemoteBatch | null = null,
): Promise<RemoteBatch | null> {
  const candidates = await listByTag(deps, batch.tag);
  const remaining = created ?? candidates.find(({ status }) => !DELETABLE.has(status)) ?? candidates.at(-1) ?? null;
  for (const orphan of candidates) {
    if (orphan.id === remaining?.id) continue;
    const found = await deleteOrphan(run, deps, batch, orphan);
    if (!found) {
      await fenced(run, deps, (db) => recordOrphanBatch(db, batch.id, new Date(deps.clock.now() + FIRST_LOOK_MS)));
      continue;
    }
    const { end, status } = found;
    if (end !== 'deleted') {
      const detail = `the service has it twice, and the second one (${orphan.id}) is "${status}"`;
      throw new PayrunError('batch_mismatch', { batch: batch.tag, detail });
    }
    const data = { batch: batch.id, remoteId: orphan.id, remoteStatus: status };
    await fenced(run, deps, (db) => audit(db, run, deps, 'orphan_batch_deleted', data));
  }
  return remaining;
}
