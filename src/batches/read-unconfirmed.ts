import { isError } from '../errors.ts';
import { type BatchChange, getBatches, hasRemoteBatch, moveBatch } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import { getFirstBatchPayment } from '../ledger/payments/payment.ts';
import { findBatchTag } from '../references/payrun-tags.ts';
import { listByTag } from '../service/payrun-batches.ts';
import { AWAITING_APPROVAL, hasStarted, isUnstarted } from '../service/remote-fields.ts';
import type { BatchState } from '../states.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { findAtService } from './outcomes/find-at-service.ts';
import { recordExternalStart } from './reconciliations/external-start.ts';
import { readBack } from './reconciliations/read-back.ts';
import { leaveUnreadable, unlessUnreadable } from './reconciliations/unreadable-batch.ts';

/**
 * Reads unconfirmed batches again, one call each. If the service now gives a clear status, the batch continues as if it
 * had given it at once. Nothing is sent: a batch that has started is followed, one that has not started is priced and
 * approved like any other. A batch without a remote id is looked for first. If it is still not found or still unclear,
 * it stays unconfirmed.
 */
export const readUnconfirmed: Step = async (run, deps) => {
  for (const batch of await getBatches(deps.ledger.db, run.id, 'unknown')) {
    deps.signal.throwIfAborted();
    await readUnconfirmedBatch(run, deps, batch);
  }
};

/** Does the same with one unconfirmed batch. */
export async function readUnconfirmedBatch(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const read = async () => {
    const found = batch.remote_id === null ? await findUnlessUnreadable(run, deps, batch) : batch;
    if (found?.remote_id) await applyRemoteStatus(run, deps, found, found.remote_id);
  };
  await unlessUnreadable(run, deps, batch, read, leaveUnreadable);
}

async function findUnlessUnreadable(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  try {
    return await findCreated(run, deps, batch);
  } catch (error) {
    if (!isError(error, 'batch_unreadable', 'payment_unreadable')) throw error;
    return null;
  }
}

/**
 * Looks for an unconfirmed batch whose creation the service refused because it already has the payments: by its tag or,
 * if the tag was removed by hand, by its first payment. Records its remote id. Returns null if it is not found, or if
 * it is a batch that has to be adopted first. Two or three calls.
 */
async function findCreated(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  const tagged = await listByTag(deps, batch.tag);
  // Among several, the one that is paid cannot be identified.
  const remoteId = tagged.length > 0 ? onlyOf(tagged) : await batchOfPayment(deps, batch);
  if (remoteId === null || (await hasRemoteBatch(deps.ledger.db, batch.merchant_id, remoteId))) return null;
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_created', { batch: batch.id, remoteId, payments: batch.payments });
    return moveBatch(db, batch, 'unknown', { remoteId });
  });
}

const onlyOf = (batches: readonly { readonly id: string }[]) => (batches.length === 1 ? batches[0]!.id : null);

/** The id of the batch that the first payment is in, unless its tags say that it is another batch of Payrun. */
async function batchOfPayment({ service, ledger, signal }: StepDeps, batch: BatchRow): Promise<string | null> {
  const first = await getFirstBatchPayment(ledger.db, batch.id);
  if (!first) return null;
  const toFind = { id: first.id, batchRemoteId: null, recipientRemoteId: first.recipient_remote_id };
  const ids = new Set((await findAtService(service, toFind)).flatMap(({ payment }) => payment.batch?.id ?? []));
  const [id] = ids;
  if (id === undefined || ids.size > 1) return null;
  const { tags } = (await service.call('getBatch', { params: { id } }, { signal })).batch;
  return findBatchTag(tags) === null ? id : null;
}

interface Move extends BatchChange {
  readonly to: BatchState;
}

async function applyRemoteStatus(run: ActiveRun, deps: StepDeps, batch: BatchRow, remoteId: string): Promise<void> {
  const found = await batchAtService(deps, remoteId);
  if (found === null) return;
  const { status: remoteStatus, sentAt } = found;
  if (isStartedOrAwaiting(remoteStatus) && !isStartExplained(batch)) {
    await recordExternalStart(run, deps, batch, remoteStatus, sentAt);
    return;
  }
  const move = await moveForStatus(deps, batch, remoteStatus);
  if (!move) return;
  const { to, ...change } = move;
  await fenced(run, deps, async (db) => {
    const where = { batch: batch.id, remoteId, remoteStatus };
    if (to !== 'unknown') await audit(db, run, deps, 'batch_confirmed', { ...where, to });
    if (to === 'started' && !batch.started_at) await audit(db, run, deps, 'batch_started', where);
    await moveBatch(db, batch, to, { ...change, remoteStatus });
  });
}

const isStartedOrAwaiting = (status: string) => hasStarted(status) || status === AWAITING_APPROVAL;

async function batchAtService({ service, signal }: StepDeps, id: string) {
  try {
    return (await service.call('getBatch', { params: { id } }, { signal })).batch;
  } catch (error) {
    if (isError(error, 'service_not_found')) return null;
    throw error;
  }
}

/**
 * The change that the service's status means for a batch that was not sent by hand; null if the status says nothing
 * new.
 */
function moveForStatus(deps: StepDeps, batch: BatchRow, status: string): Promise<Move | null> | Move | null {
  if (hasStarted(status)) return { to: 'started', note: null };
  // A batch that someone else sent is never opened, priced or started by Payrun.
  if (batch.started_at || batch.started_outside_at) return null;
  if (status === AWAITING_APPROVAL) return { to: 'awaiting_service_approval', note: null };
  // An adopted batch is paid only if someone else sends it.
  if (!isUnstarted(status) || batch.resolved_by !== null) return null;
  return batch.start_attempted_at ? unstartedMove(batch, status) : moveAfterComparison(deps, batch);
}

const isStartExplained = ({ start_attempted_at, approved_hash, quote, started_outside_at }: BatchRow) =>
  started_outside_at !== null || (start_attempted_at !== null && approved_hash !== null && quote !== null);

/** Its start had no effect, so it is priced and approved again. */
function unstartedMove(batch: BatchRow, status: string): Move | null {
  if (batch.approved_hash === null) return null;
  const note = `The payout service reports this batch as "${status}", so it was not started. It must be approved again.`;
  return { to: 'quoted', quote: null, approval: null, note };
}

/** It held other payments or accounts than planned. It continues when the service's batch matches the plan. */
async function moveAfterComparison(deps: StepDeps, batch: BatchRow): Promise<Move | null> {
  const { difference, removals, prices } = await readBack(deps, batch);
  if (!difference) return { to: 'open', note: null, priced: removals.length > 0 ? null : prices };
  const note = `It was not started: ${difference}.`;
  return note === batch.note ? null : { to: 'unknown', note };
}
