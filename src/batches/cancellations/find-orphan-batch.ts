import { isError, PayrunError } from '../../errors.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import {
  belongToRun,
  createdAgain,
  type OrphanBatch,
  type OrphanBatchEnd,
  recordLook,
  recordOrphanBatch,
} from '../../ledger/batches/orphan-batch.ts';
import { batchPaymentPages, type OnUnreadable } from '../../service/payment-pages.ts';
import { listByTag } from '../../service/payrun-batches.ts';
import { getRefusal } from '../../service/service-refusal.ts';
import type { RemoteBatch } from '../../service/shapes/answer-shapes.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { isLedgerId } from '../outcomes/outcome-of.ts';
import { DELETABLE, deleteAtService, FIRST_LOOK_MS } from './cancel-batch.ts';

/** After this many searches without a result, the creation never took effect. */
const LOOKS = 2;
const NEXT_LOOK_MS = 3_600_000;

/** The result of a search for a batch that was taken back. */
export interface FoundOrphan {
  readonly remoteId: string;
  readonly end: Exclude<OrphanBatchEnd, 'absent'>;
  /** The service's status of the batch. */
  readonly status: string;
}

/**
 * Looks once for a batch that was taken back while the answer to its creation was lost. If the service has it, the
 * batch is deleted before it can be sent, but only if it can still be deleted and every payment in it belongs to this
 * run. Otherwise it is left and recorded in the audit. Returns null if the service does not have it, which is nearly
 * always and costs one call, or lists it and then says that it has no such batch: then it is looked for again.
 */
export async function findOrphanBatch(run: ActiveRun, deps: StepDeps, late: OrphanBatch): Promise<FoundOrphan | null> {
  const there = await orphanOf(deps, late);
  const found = there && (await removeOrphan(run, deps, late, there));
  if (found) return found;
  const next = there || late.looks + 1 < LOOKS ? new Date(deps.clock.now() + NEXT_LOOK_MS) : 'absent';
  await fenced(run, deps, (db) => recordLook(db, late.id, next));
  return null;
}

/** Looks for a duplicate of each batch that was created again, before the run ends. Not recorded as a search. */
export async function searchOrphans(run: ActiveRun, deps: StepDeps): Promise<void> {
  for (const late of await createdAgain(deps.ledger.db, run.id)) {
    const orphan = await orphanUnlessOdd(deps, late);
    if (orphan) await removeOrphan(run, deps, late, orphan);
  }
}

/** A batch that cannot be read does not keep the run from ending: it is looked for again and reported later. */
async function orphanUnlessOdd(deps: StepDeps, late: OrphanBatch): Promise<RemoteBatch | null> {
  try {
    return await orphanOf(deps, late);
  } catch (error) {
    if (!isError(error, 'batch_unreadable')) throw error;
    return null;
  }
}

async function orphanOf(deps: StepDeps, { tag, currentId }: OrphanBatch): Promise<RemoteBatch | null> {
  return (await listByTag(deps, tag, currentId)).find(({ id }) => id !== currentId) ?? null;
}

async function removeOrphan(
  run: ActiveRun,
  deps: StepDeps,
  late: OrphanBatch,
  there: RemoteBatch,
): Promise<FoundOrphan | null> {
  const found = await deleteOrphan(run, deps, late, there);
  if (!found) return null;
  const { remoteId, end, status } = found;
  await fenced(run, deps, async (db) => {
    await recordLook(db, late.id, end);
    const data = { batch: late.id, remoteId, remoteStatus: status };
    const duplicate = late.currentId !== null;
    if (end !== 'deleted') await audit(db, run, deps, 'lost_batch_left', { ...data, end, duplicate });
    else await audit(db, run, deps, duplicate ? 'orphan_batch_deleted' : 'lost_batch_deleted', data);
  });
  return found;
}

/**
 * Deletes an orphaned batch only if it can still be deleted and every payment in it belongs to this run; else it is
 * left. Returns null if the service says that it has no such batch, which is no proof: it has just listed it.
 */
async function deleteOrphan(
  run: ActiveRun,
  deps: StepDeps,
  late: Pick<OrphanBatch, 'id' | 'tag'>,
  batch: RemoteBatch,
): Promise<FoundOrphan | null> {
  const { id: remoteId, status } = batch;
  if (!DELETABLE.has(status)) return { remoteId, status, end: 'begun' };
  try {
    let odd = 0;
    const noteOdd: OnUnreadable = (records) => {
      odd += records.length;
    };
    for await (const page of batchPaymentPages(deps, remoteId, noteOdd)) {
      // It cannot be read, so its owner is not known.
      if (odd > 0) return { remoteId, status, end: 'not_ours' };
      const ids = page.flatMap(({ externalId }) => (isLedgerId(externalId) ? externalId : []));
      if (ids.length < page.length || !(await belongToRun(deps.ledger.db, run.id, ids)))
        return { remoteId, status, end: 'not_ours' };
    }
    if ((await deleteAtService(deps, late.id, remoteId)) !== 'deleted') return null;
  } catch (error) {
    // It was sent from outside Payrun between these calls.
    if (isError(error, 'batch_mismatch')) return { remoteId, status: 'started', end: 'begun' };
    if (getRefusal(error)?.code === 'invalid_status') {
      const now = (await listByTag(deps, late.tag)).find(({ id }) => id === remoteId);
      if (now && !DELETABLE.has(now.status)) return { remoteId, status: now.status, end: 'begun' };
    }
    if (isError(error, 'service_not_found')) return null;
    throw error;
  }
  return { remoteId, status, end: 'deleted' };
}

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
