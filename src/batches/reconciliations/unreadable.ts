import { isError } from '../../errors.ts';
import { type BatchRow, getBatch, moveBatch } from '../../ledger/batches/batch.ts';
import { BEFORE_START } from '../../states.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { leaveUnpriced } from '../prices/unpriced-batch.ts';

/** Recorded as the service's status of a batch of which no status can be read. */
const UNREADABLE = 'unreadable';
const IN_NO_FORM = 'in a form that cannot be read';
/** The reason why a batch was neither quoted nor started. */
const NO_ANSWER = `the payout service answers about the batch ${IN_NO_FORM}`;
const LOOK_THERE = 'Look at it there. It is read again when the run is carried on.';
const SENT = `The payout service shows this batch, which may be paid, ${IN_NO_FORM}. ${LOOK_THERE}`;
const WAITS = `The payout service shows this batch ${IN_NO_FORM}, so it may have begun, or be gone. ${LOOK_THERE}`;

/**
 * Does `work` on one batch. If an answer about it cannot be read, `then` is called with the batch as it is now, and the
 * other batches go on. Throws every other error.
 */
export async function unlessUnreadable(
  run: ActiveRun,
  deps: StepDeps,
  { id }: Pick<BatchRow, 'id'>,
  work: () => Promise<unknown>,
  then: (run: ActiveRun, deps: StepDeps, batch: BatchRow) => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isError(error, 'service_unexpected')) throw error;
    deps.log.warn(
      { run: String(run.id), batch: id, reason: error.message },
      'an answer about a batch was not readable',
    );
    await then(run, deps, await getBatch(deps.ledger.db, id));
  }
}

/**
 * Leaves a batch of which no answer can be read. If its start was sent, it may be paid, so it becomes unconfirmed. One
 * that awaits funds or an approval at the service keeps its state, because that holds until the service says otherwise.
 * One that was not started is left without a price, and nothing is sent.
 */
export async function leaveUnreadable(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { id, state, remote_id: remoteId } = batch;
  if (state === 'unknown') return;
  if (state === 'waiting_funds' || state === 'awaiting_service_approval') {
    if (batch.note !== WAITS) await fenced(run, deps, (db) => moveBatch(db, batch, state, { note: WAITS }));
  } else if (state === 'starting' || state === 'started') {
    await fenced(run, deps, async (db) => {
      await audit(db, run, deps, 'batch_unreadable', { batch: id, remoteId });
      await moveBatch(db, batch, 'unknown', { remoteStatus: UNREADABLE, note: SENT });
    });
  } else if (BEFORE_START.includes(state)) await leaveUnpriced(run, deps, batch, NO_ANSWER);
}
