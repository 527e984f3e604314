import { isError } from '../../errors.ts';
import { getBatch, moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { refusedReading } from '../../service/service-refusal.ts';
import { BEFORE_START } from '../../states.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { leaveUnpriced } from '../prices/batch-prices.ts';

/** Recorded as the status of a batch whose status cannot be read. */
const UNREADABLE = 'unreadable';
/** The list of all batches. It says nothing about one of them; nothing is created or started without it. */
const EVERY_BATCH = 'GET /v1/batches';
const LOOK_THERE = 'Check it there. Payrun reads it again when the run resumes.';

/** Descriptions of a batch about which the service gives no clear answer, as parts of sentences. */
interface NoAnswer {
  /** The reason why a batch was neither quoted nor started. */
  readonly reason: string;
  /** For a batch whose start was sent. */
  readonly sent: string;
  /** For a batch that awaits something in the payout service. */
  readonly waits: string;
}

const IN_NO_FORM: NoAnswer = {
  reason: 'the payout service’s response about the batch is in a format that Payrun cannot read',
  sent: `The payout service shows this batch, which may be paid, in a format that Payrun cannot read. ${LOOK_THERE}`,
  waits: `The payout service shows this batch in a format that Payrun cannot read, so it may have started, or be gone. ${LOOK_THERE}`,
};

const refusedBecause = (why: string): NoAnswer => ({
  reason: `the payout service refuses to show the batch (${why})`,
  sent: `The payout service refuses to show this batch (${why}), which may be paid. ${LOOK_THERE}`,
  waits: `The payout service refuses to show this batch (${why}), so it may have started, or be gone. ${LOOK_THERE}`,
});

/** Null if the error is about more than one object, as a refused list of all batches, or no refusal to show it. */
export function toNoAnswer(error: unknown): NoAnswer | null {
  if (isError(error) && error.details.call === EVERY_BATCH) return null;
  if (isError(error, 'service_unexpected')) return IN_NO_FORM;
  const why = refusedReading(error);
  return why === null ? null : refusedBecause(why);
}

/**
 * Does `work` on one batch. If an answer about it cannot be read, or is refused, `then` is called with the batch as it
 * is now, and the other batches continue. Throws every other error.
 */
export async function unlessUnreadable(
  run: ActiveRun,
  deps: StepDeps,
  { id }: Pick<BatchRow, 'id'>,
  work: () => Promise<unknown>,
  then: (run: ActiveRun, deps: StepDeps, batch: BatchRow, how: NoAnswer) => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const how = toNoAnswer(error);
    if (!how) throw error;
    deps.log.warn(
      { run: String(run.id), batch: id, reason: (error as Error).message },
      'a response about a batch could not be read',
    );
    await then(run, deps, await getBatch(deps.ledger.db, id), how);
  }
}

/**
 * Leaves a batch about which there is no answer. If its start was sent, it may be paid, so it becomes unconfirmed. One
 * that awaits funds or an approval keeps its state until the service reports another. One that was not started is left
 * without a price, and nothing is sent.
 */
export async function leaveUnreadable(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  { reason, sent, waits }: NoAnswer,
): Promise<void> {
  const { id, state, remote_id: remoteId } = batch;
  if (state === 'unknown') return;
  if (state === 'waiting_funds' || state === 'awaiting_service_approval') {
    if (batch.note !== waits) await fenced(run, deps, (db) => moveBatch(db, batch, state, { note: waits }));
  } else if (state === 'starting' || state === 'started') {
    await fenced(run, deps, async (db) => {
      await audit(db, run, deps, 'batch_unreadable', { batch: id, remoteId });
      await moveBatch(db, batch, 'unknown', { remoteStatus: UNREADABLE, note: sent });
    });
  } else if (BEFORE_START.includes(state)) await leaveUnpriced(run, deps, batch, reason);
}
