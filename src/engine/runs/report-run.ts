import { unreportedRuns } from '../../ledger/runs/reported-runs.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { leadOf } from '../../ledger/runs/sheet-runs.ts';
import type { AppContext } from '../context/app-context.ts';
import { runMethods } from './run-methods.ts';
import type { AnyRunOutcome } from './run-outcomes.ts';

/** Writes the results of a run of any job and marks it as reported. Throws what `report` of its methods throws. */
export async function reportRun(appContext: AppContext, id: bigint): Promise<AnyRunOutcome> {
  return runMethods((await getRun(appContext.ledger.db, id)).job).report(appContext, id);
}

/**
 * Writes the results of runs that are done and have none, because their process ended before writing them. One that
 * cannot be written does not stop the others.
 */
export async function reportMissing(
  appContext: AppContext,
): Promise<{ outcomes: readonly AnyRunOutcome[]; failure: unknown }> {
  const outcomes: AnyRunOutcome[] = [];
  let failure: unknown;
  const { db } = appContext.ledger;
  const leads = new Set<bigint>();
  for (const id of await unreportedRuns(db)) {
    try {
      const lead = await leadOf(db, id);
      if (leads.has(lead)) continue;
      leads.add(lead);
      outcomes.push(await reportRun(appContext, id));
    } catch (error) {
      failure ??= error;
    }
  }
  return { outcomes, failure };
}
