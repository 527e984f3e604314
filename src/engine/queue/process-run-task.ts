import { DATABASE_ERRORS, isError, type PayrunError } from '../../errors.ts';
import { documentState } from '../../outcomes/run-outcome.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import { advance } from '../runs/advance.ts';
import { asTaskError } from '../runs/as-task-error.ts';
import { writeResultsIfLast } from '../runs/report-run.ts';
import type { Task } from './task.ts';
import { wakeWorkers } from './wake-workers.ts';

/** The result of one pass over a run. */
export interface ProcessedRun extends Pick<RunOutcome, 'run' | 'state' | 'outcome' | 'note' | 'results'> {
  readonly merchant: string;
  /** Whether it waits for something else than before. */
  readonly moved: boolean;
  /** The error that stops it for now. */
  readonly error: PayrunError | null;
  /** The time until the next look, in ms; null if it waits for a user or is done. */
  readonly again: number | null;
}

/** Advances a run for a worker, and writes its results if they are due. Throws what `advance` throws. */
export async function processRunTask(
  appContext: AppContext,
  { run: name }: Extract<Task, { kind: 'run' }>,
  signal: AbortSignal,
): Promise<ProcessedRun> {
  const found = await advance(appContext, BigInt(name), { signal, progress: () => {} });
  const { run, moved, failure, next } = found;
  // The other runs of its sheet.
  if (next.some((look) => look.ms === 0)) wakeWorkers(appContext);
  let error = failure === null ? null : asTaskError(failure);
  const results = await writeResultsIfLast(appContext, run, found).catch((unwritten: unknown) => {
    if (isError(unwritten, ...DATABASE_ERRORS)) throw unwritten;
    error ??= asTaskError(unwritten);
    return null;
  });
  return {
    run: name,
    merchant: run.merchant_id,
    state: documentState(run.status, run.finished_at !== null),
    outcome: run.status,
    note: run.note,
    moved,
    results,
    error,
    again: next.find((look) => look.run === run.id)?.ms ?? null,
  };
}
