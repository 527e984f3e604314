import { completeRejection, hasUnsent, intendRejection, rejectableBatches } from '../../batches/reject.ts';
import { isError, PayrunError } from '../../errors.ts';
import { getBatches, isSent } from '../../ledger/batches/batch.ts';
import { openRejection, type RejectionKind } from '../../ledger/runs/rejection.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { readRunStatuses } from '../../ledger/runs/run-facts.ts';
import { isAllOnHold } from '../../outcomes/run-outcome.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import { authorize } from '../../permissions/authorize.ts';
import { runKind } from '../../references/run-kinds.ts';
import type { AppContext } from '../context/app-context.ts';
import { type RunWatch, withRun } from '../leases/with-run-lease.ts';
import { givenReason } from './given-reason.ts';

export interface TakeBackOptions extends RunWatch {
  readonly by: Actor;
  readonly because: string;
}

/** `isDone`: false if another process has the run, or its sheet is not read yet: the run ends after that. */
export interface TakenBack {
  readonly isDone: boolean;
  /** A sentence for each batch that could not be taken back. */
  readonly left: readonly string[];
}

/**
 * Rejects a run that awaits approval: its batches are deleted in the payout service and their payments canceled, so
 * their references can be reused. A batch that was sent cannot be rejected. Throws `run_unknown`, `not_waiting`,
 * `because_missing`, and what `authorize` throws.
 */
export async function rejectRun(appContext: AppContext, id: string, options: TakeBackOptions): Promise<TakenBack> {
  const { db } = appContext.ledger;
  const run = await getRun(db, id);
  await authorize(db, options.by, 'reject', {
    merchants: [run.merchant_id],
    wrongState: (await rejectableBatches(db, run.id)).length === 0 && new PayrunError('not_waiting', { run: id }),
  });
  return takeBack(appContext, run.id, 'rejected', options);
}

/**
 * Withdraws a run that awaits approval, or whose remaining payments are on hold: its batches are deleted in the payout
 * service and its payments canceled, so their references can be reused and no one can release them. None of its batches
 * may have been started. Throws `run_unknown`, `not_waiting`, `because_missing`, and what `authorize` throws.
 */
export async function withdrawRun(appContext: AppContext, id: string, options: TakeBackOptions): Promise<TakenBack> {
  const { db } = appContext.ledger;
  const run = await getRun(db, id);
  const waiting = await rejectableBatches(db, run.id);
  const isBegun = (await getBatches(db, run.id)).some(isSent);
  const [status] = await readRunStatuses(db, [run.id]);
  await authorize(db, options.by, 'withdraw', {
    merchants: [run.merchant_id],
    wrongState:
      !isAllOnHold(status!) && (waiting.length === 0 || isBegun) && new PayrunError('not_waiting', { run: id }),
  });
  return takeBack(appContext, run.id, 'withdrawn', options);
}

/**
 * Stops a run that is not finished. What was sent stays sent and is followed to its end; nothing else is sent, and its
 * other payments are canceled. It takes effect before the next start: a start that was attempted and not refused is
 * treated as sent. Throws `run_unknown`, `not_stoppable`, `because_missing`, and what `authorize` throws.
 */
export async function stopRun(appContext: AppContext, id: string, options: TakeBackOptions): Promise<TakenBack> {
  const { db } = appContext.ledger;
  const run = await getRun(db, id);
  const isOpen = run.finished_at === null && run.confirmed_at !== null && runKind(run.job).hasPayments;
  const isUnsent = run.intake_at === null || (await hasUnsent(db, run.id));
  await authorize(db, options.by, 'stop', {
    merchants: [run.merchant_id],
    wrongState: !(isOpen && isUnsent) && new PayrunError('not_stoppable', { run: id }),
  });
  return takeBack(appContext, run.id, 'stopped', options);
}

async function takeBack(
  appContext: AppContext,
  id: bigint,
  kind: RejectionKind,
  { by, because: why, ...watch }: TakeBackOptions,
): Promise<TakenBack> {
  const because = givenReason(why);
  // Recorded under no lease, so that it counts at once for a process that has the run: its next start looks for it.
  await intendRejection(appContext, id, { kind, by: by.name, because, trace: trace(by) });
  try {
    let left: readonly string[] = [];
    await withRun(appContext, id, watch, async (run, deps) => {
      left = await completeRejection(run, deps);
    });
    return { isDone: (await openRejection(appContext.ledger.db, id)) === null, left };
  } catch (error) {
    if (!isError(error, 'run_busy')) throw error;
    return { isDone: false, left: [] };
  }
}
