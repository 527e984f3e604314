import { isError } from '../errors.ts';
import { type BatchChange, type BatchRow, batchesOf, moveBatch } from '../ledger/batch.ts';
import type { BatchState } from '../states.ts';
import { type ActiveRun, audit, fenced, type Step, type StepDeps } from '../step.ts';
import { AWAITING_APPROVAL, BEGUN, NOT_BEGUN } from './begun.ts';
import { readBack } from './read-back.ts';
import { APPROVE_THERE } from './service-approval.ts';

/**
 * Unconfirmed batches are read again, a call each: one of which the service can say by now what it is goes on as if it had said so at
 * once. Nothing is sent: one that has begun is followed, one that has not waits to be priced and approved as any other. Still not found,
 * or still saying what made it unconfirmed, it stays as it is.
 */
export const readUnconfirmed: Step = async (run, deps) => {
  for (const batch of await batchesOf(deps.ledger.db, run.id, 'unknown')) {
    deps.signal.throwIfAborted();
    if (batch.remote_id !== null) await readAgain(run, deps, batch, batch.remote_id);
  }
};

interface Move extends BatchChange {
  readonly to: BatchState;
}

async function readAgain(run: ActiveRun, deps: StepDeps, batch: BatchRow, remoteId: string): Promise<void> {
  const remoteStatus = await statusAtService(deps, remoteId);
  const move = remoteStatus === null ? null : await moveBy(deps, batch, remoteStatus);
  if (remoteStatus === null || !move) return;
  const { to, ...change } = move;
  await fenced(run, deps, async (db) => {
    const said = { batch: batch.id, remoteId, remoteStatus };
    if (to !== 'unknown') await audit(db, run, deps, 'batch_confirmed', { ...said, to });
    if (to === 'started' && !batch.started_at) await audit(db, run, deps, 'batch_started', said);
    await moveBatch(db, batch, to, { ...change, remoteStatus });
  });
}

async function statusAtService({ service, signal }: StepDeps, id: string): Promise<string | null> {
  try {
    return (await service.call('getBatch', { params: { id } }, { signal })).batch.status;
  } catch (error) {
    if (isError(error, 'service_not_found')) return null;
    throw error;
  }
}

/** Where the service's word brings the batch; null if it says nothing new. */
function moveBy(deps: StepDeps, batch: BatchRow, status: string): Promise<Move | null> | Move | null {
  if (BEGUN.has(status)) return begun(batch, status);
  // One that was sent there by somebody else is never opened, priced or started here.
  if (batch.started_at || batch.begun_outside_at) return null;
  if (status === AWAITING_APPROVAL && mayHaveStarted(batch))
    return { to: 'awaiting_service_approval', note: APPROVE_THERE };
  if (!NOT_BEGUN.has(status)) return null;
  return batch.start_attempted_at ? notBegun(batch, status) : compared(deps, batch);
}

/** One that nobody started here was begun by somebody at the service: of its payments a person says what became of them. */
function begun(batch: BatchRow, status: string): Move | null {
  if (mayHaveStarted(batch)) return { to: 'started', note: null };
  const note = `It was begun at the payout service (${status}), and not by Payrun. Confirm the outcome of its payments.`;
  return note === batch.note ? null : { to: 'unknown', note };
}

const mayHaveStarted = ({ start_attempted_at, approved_hash, quote, begun_outside_at }: BatchRow) =>
  begun_outside_at !== null || (start_attempted_at !== null && approved_hash !== null && quote !== null);

/** Its start took no effect: it is priced and approved anew. One whose start was refused for an unknown reason has nothing new. */
function notBegun(batch: BatchRow, status: string): Move | null {
  if (batch.remote_status !== null && NOT_BEGUN.has(batch.remote_status)) return null;
  const note = `The payout service shows it again as "${status}": it was not started. It has to be approved again.`;
  return { to: 'quoted', quote: null, approval: null, note };
}

/** It held something else than was planned, or another account: it goes on once it holds what was planned. */
async function compared(deps: StepDeps, batch: BatchRow): Promise<Move | null> {
  const { difference, removals, prices } = await readBack(deps, batch);
  if (!difference) return { to: 'open', note: null, priced: removals.length > 0 ? null : prices };
  const note = `It was not started: ${difference}.`;
  return note === batch.note ? null : { to: 'unknown', note };
}
