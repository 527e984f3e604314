import { getRun } from '../../ledger/runs/run.ts';
import { runsToReadAgain } from '../../ledger/runs/runs-to-read.ts';
import { readRun } from '../../pipeline.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import { type RunWatch, withRun } from '../leases/with-run-lease.ts';
import { reportRun } from '../runs/report-run.ts';

/** Runs that require action or await approval and have batches whose status at the service may have changed. */
export function unconfirmedRuns({ ledger }: AppContext): Promise<readonly bigint[]> {
  return runsToReadAgain(ledger.db);
}

/**
 * Reads the current status of a run's unconfirmed batches, of those that are processing and of those not yet sent.
 * Starts nothing. Empty if the run awaited approval and still does. Throws `run_busy`, `fenced` and the errors of API
 * calls.
 */
export async function readUnconfirmedRun(
  appContext: AppContext,
  run: bigint,
  watch: RunWatch,
): Promise<readonly RunOutcome[]> {
  const waits = async () => (await getRun(appContext.ledger.db, run)).status === 'awaiting_approval';
  const hasWaited = await waits();
  await withRun({ ...appContext, settleWaitMs: 0 }, run, watch, readRun);
  return hasWaited && (await waits()) ? [] : [await reportRun(appContext, run)];
}
