import pLimit from 'p-limit';
import { isError } from '../../errors.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { noteRunError } from '../../ledger/runs/sheet-runs.ts';
import { runPipeline } from '../../pipeline.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Progress } from '../leases/progress-tracker.ts';
import { type RunWatch, withRun } from '../leases/with-run-lease.ts';
import { runPlan } from '../plan/run-plan.ts';

/**
 * Runs at the same time: four merchants of 50 calls a minute, or two of 100, use up the 200 of an address; the others
 * fill their pauses.
 */
const AT_ONCE = 8;

/**
 * Executes runs of one sheet that are ingested, each with its own merchant, lease, keys and quota. A run that is not
 * confirmed is skipped. Returns the errors by run; they do not stop the other runs.
 */
export async function executeRuns(
  appContext: AppContext,
  runs: readonly bigint[],
  { progress, signal }: RunWatch,
): Promise<ReadonlyMap<bigint, unknown>> {
  const { db } = appContext.ledger;
  const failures = new Map<bigint, unknown>();
  const limit = pLimit(AT_ONCE);
  const watchOf = combineProgress(progress);
  await Promise.all(
    runs.map((id) =>
      limit(async () => {
        try {
          await withRun(appContext, id, { progress: watchOf(), signal }, async (run, deps, tracker) => {
            tracker.expect(await runPlan(appContext, id));
            if ((await getRun(db, id)).confirmed_at) await runPipeline(run, deps);
          });
        } catch (error) {
          failures.set(id, error);
          if (isError(error))
            await noteRunError(db, id, error.message).catch((away: unknown) => {
              appContext.log.warn(
                { run: String(id), code: (away as { code?: unknown }).code },
                'the error of a run was not recorded',
              );
            });
        }
      }),
    ),
  );
  return failures;
}

/** Combines the progress of parallel runs: the sum of their calls, and the longest time left. */
function combineProgress(report: (progress: Progress) => void): () => (progress: Progress) => void {
  const runs: { last: Progress | null }[] = [];
  return () => {
    const run: { last: Progress | null } = { last: null };
    runs.push(run);
    return (progress) => {
      run.last = progress;
      const all = runs.flatMap(({ last }) => last ?? []);
      const same = all.filter(({ stage }) => stage === progress.stage);
      const sum = (numbers: readonly (number | null)[]) =>
        numbers.some((n) => n === null) ? null : numbers.reduce<number>((total, n) => total + n!, 0);
      const left = all.map(({ msLeft }) => msLeft);
      report({
        stage: progress.stage,
        done: sum(same.map(({ done }) => done))!,
        total: sum(same.map(({ total }) => total)),
        calls: sum(all.map(({ calls }) => calls))!,
        callsExpected: sum(all.map(({ callsExpected }) => callsExpected)),
        msLeft: left.some((ms) => ms === null) ? null : Math.max(...left.map((ms) => ms!)),
      });
    };
  };
}
