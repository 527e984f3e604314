import { isError, isOutOfReach } from '../../errors.ts';
import { getRun, type RunRow, unfinishedRuns } from '../../ledger/runs/run.ts';
import { unreportedRuns } from '../../ledger/runs/run-looks.ts';
import { getLeadId } from '../../ledger/runs/sheet-runs.ts';
import { runKind } from '../../references/run-kinds.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Progress } from '../leases/progress-tracker.ts';
import { executeRun, executeSheet } from './execute-run.ts';
import { recheckRun, runsToRecheck } from './recheck-runs.ts';
import { reportMissing, reportRun } from './report-run.ts';
import { RUN_OUTCOMES } from './run-outcomes.ts';

/**
 * Resumes one run, or all unfinished runs, oldest first, and writes missing results. A run that another process holds
 * is skipped. Throws `run_unknown`, and `run_busy` if the run was named. An error of one run is thrown after the others
 * were resumed, unless the service cannot be reached.
 */
export async function resumeRuns(
  appContext: AppContext,
  options: {
    run?: string | undefined;
    /** Only these of the unfinished runs, without the other work. */
    only?: readonly bigint[];
    progress: (progress: Progress) => void;
    signal?: AbortSignal | undefined;
  },
): Promise<readonly RunOutcome[]> {
  const { db } = appContext.ledger;
  const how = { confirm: null, progress: options.progress, signal: options.signal };
  if (options.run !== undefined) {
    const { id } = await getRun(db, options.run);
    await recheckRun(appContext, id, options);
    const { finished_at, job } = await getRun(db, id);
    if (finished_at === null) return [await executeRun(appContext, id, how)];
    if ((await unreportedRuns(db)).includes(id)) return [await reportRun(appContext, id)];
    return [await RUN_OUTCOMES[runKind(job).subject](db, id)];
  }
  const outcomes: RunOutcome[] = [];
  let failure: unknown;
  if (options.only === undefined)
    for (const run of await runsToRecheck(appContext)) outcomes.push(...(await recheckRun(appContext, run, options)));
  const wanted = ({ id }: RunRow) => options.only?.includes(id) ?? true;
  const sheets = new Set<bigint>();
  for (const run of await unfinishedRuns(db)) {
    if (!wanted(run) || sheets.has(getLeadId(run))) continue;
    sheets.add(getLeadId(run));
    try {
      outcomes.push(await executeSheet(appContext, run.id, how, wanted));
    } catch (error) {
      // If the service cannot be reached, the next run cannot reach it either. Any other error concerns this run only.
      if (!isError(error) || isOutOfReach(error)) throw error;
      if (isError(error, 'run_busy', 'fenced')) appContext.log.info({ run: String(run.id) }, error.message);
      else failure ??= error;
    }
  }
  const reported = await reportMissing(appContext);
  outcomes.push(...reported.outcomes);
  failure ??= reported.failure;
  if (failure !== undefined) throw failure;
  return outcomes;
}
