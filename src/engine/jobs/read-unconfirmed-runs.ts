import { getRun } from '../../ledger/runs/run.ts';
import { runsToReadAgain } from '../../ledger/runs/unconfirmed-runs.ts';
import { readRun } from '../../pipeline.ts';
import type { RunOutcome } from '../../reports/outcome.ts';
import { type RunWatch, withRun } from '../claims/with-run.ts';
import type { AppContext } from '../context/app-context.ts';
import { reportRun } from '../runs/report-run.ts';

/** The runs of which a person has to look at something or that wait for one, with batches at the service that may have moved there. */
export function unconfirmedRuns({ ledger }: AppContext): Promise<readonly bigint[]> {
  return runsToReadAgain(ledger.db);
}

/**
 * Reads once what the service says by now of the unconfirmed batches of a run, of those on their way, and of those that wait here: nothing is
 * started. Nothing is returned of a run that still waits for its approval. Throws `run_busy`, `fenced`, and what a call throws.
 */
export async function readUnconfirmedRun(
  appContext: AppContext,
  run: bigint,
  watch: RunWatch,
): Promise<readonly RunOutcome[]> {
  const once = { ...appContext, config: { ...appContext.config, settleWaitMs: 0 } };
  const waits = async () => (await getRun(appContext.ledger.db, run)).state === 'waiting_approval';
  const hasWaited = await waits();
  await withRun(once, run, watch, readRun);
  return hasWaited && (await waits()) ? [] : [await reportRun(appContext, run)];
}
