import type { RunRow } from '../../ledger/runs/run.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { cutOffOf } from './cut-off.ts';
import { remainingCalls } from './remaining-calls.ts';

/**
 * Finds runs of a newly ingested sheet that cannot be started by their cut-off, and records them in the audit log and
 * in the log, because the plan may not be shown to anybody. `run` is the one that this process holds.
 */
export async function warnAboutCutOff(
  appContext: AppContext,
  run: ActiveRun,
  deps: LocalDeps,
  runs: readonly RunRow[],
): Promise<void> {
  const { all, merchants, currencies } = deps.config.cutOff;
  if (!all && Object.keys({ ...merchants, ...currencies }).length === 0) return;
  for (const { id, merchant_id: merchant, pay_on } of runs) {
    if (pay_on !== null) continue;
    const { calls } = await remainingCalls(appContext, id);
    const cutOff = await cutOffOf(appContext, id, merchant, calls);
    if (!cutOff?.warning) continue;
    const { by, startsAt, warning } = cutOff;
    // The plan and the event say it.
    deps.log.info({ run: String(id), merchant, by, startsAt }, warning);
    const data = { by, startsAt, calls: cutOff.calls, runsAhead: cutOff.ahead.runs };
    await fenced(run, deps, (tx) => audit(tx, { id }, deps, 'late_for_cut_off', data));
  }
}
