import { loadConfig } from '../../../config.ts';
import { findOrphanBatches } from '../../../engine/jobs/search-orphan-batches.ts';
import { resumeRuns } from '../../../engine/runs/resume.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import type { Answer, Invocation } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { answerWithoutLedger, requireLedger } from '../../with-ledger.ts';

/** Continues all unfinished runs, or one run. If no run is named, also deletes orphan batches at the service. */
export async function resume(invocation: Invocation): Promise<number | Answer> {
  const [run] = invocation.args;
  const config = loadConfig();
  if (run !== undefined) requireLedger(config);
  if (!hasLedger(config)) return answerWithoutLedger(config, { runs: [] });
  return printOutcomes(invocation, 'There is nothing to carry on with.', async (appContext, context) => {
    const outcomes = await resumeRuns(appContext, { run, ...context });
    return run === undefined ? [...outcomes, ...(await findOrphanBatches(appContext, context))] : outcomes;
  });
}
