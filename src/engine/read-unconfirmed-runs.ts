import { runsToReadAgain } from '../ledger/unconfirmed-runs.ts';
import { readRun } from '../pipeline.ts';
import type { RunOutcome } from '../report/outcome.ts';
import { reportRun } from './report-run.ts';
import { type RunWatch, withRun } from './with-run.ts';
import type { Workplace } from './workplace.ts';

/** The runs of which a person has to look at something, and in which batches are unconfirmed or on their way. */
export function unconfirmedRuns({ ledger }: Workplace): Promise<readonly bigint[]> {
  return runsToReadAgain(ledger.db);
}

/**
 * Reads once what the service says by now of the unconfirmed batches of a run, and of those on their way: nothing is started. Throws
 * `run_busy`, `fenced`, and what a call throws.
 */
export async function readUnconfirmedRun(workplace: Workplace, run: bigint, watch: RunWatch): Promise<RunOutcome> {
  const once = { ...workplace, config: { ...workplace.config, settleWaitMs: 0 } };
  await withRun(once, run, watch, readRun);
  return reportRun(workplace, run);
}
