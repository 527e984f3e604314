import { isError } from '../../errors.ts';
import { isInInbox } from '../../ledger/operations/inbox-file.ts';
import { markReported, unreportedRuns } from '../../ledger/runs/reported-runs.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { leadOf, runsOfSheet } from '../../ledger/runs/sheet-runs.ts';
import { paysNobody } from '../../references/run-kinds.ts';
import { type RunOutcome, runOutcome } from '../../reports/outcome.ts';
import { writeReport } from '../../reports/write-report.ts';
import type { AppContext } from '../context/app-context.ts';
import { reportWithoutPaying } from './run-without-paying.ts';

/**
 * Writes the results of a run of any job and marks it as reported. The path is null if no results were written. Throws
 * what `writeReport` throws.
 */
export async function reportRun(appContext: AppContext, id: bigint): Promise<RunOutcome> {
  if (paysNobody((await getRun(appContext.ledger.db, id)).job)) return reportWithoutPaying(appContext, id);
  return runOutcome(appContext.ledger.db, id, await writeRunReport(appContext, id));
}

/**
 * Writes the results of all runs of a run's sheet into one workbook. Returns its path. Null while the sheet is in the
 * inbox: the process of the inbox writes them, because this one may be on a machine without that folder. Null also if
 * the sheet was purged or there is none.
 */
export async function writeRunReport(appContext: AppContext, id: bigint): Promise<string | null> {
  const { db } = appContext.ledger;
  const lead = await leadOf(db, id);
  if (await isInInbox(db, lead)) {
    await appContext.calls.flush();
    return null;
  }
  const runs = await runsOfSheet(db, lead);
  // The run was adopted from the service, so there is no sheet to write results on.
  if (runs[0]?.sheet_id === null) return null;
  const results = await writeReport(appContext, id).then(
    (written) => written.results,
    (error: unknown) => {
      if (isError(error, 'purged_sheet')) return null;
      throw error;
    },
  );
  // Only runs that were done before: one that ended while the workbook was written may be incomplete in it.
  for (const run of runs) if (run.state === 'done') await markReported(db, run.id);
  await appContext.calls.flush();
  return results;
}

/**
 * Writes the results of runs that are done and have none, because their process ended before writing them. One that
 * cannot be written does not stop the others.
 */
export async function reportMissing(
  appContext: AppContext,
): Promise<{ outcomes: readonly RunOutcome[]; failure: unknown }> {
  const outcomes: RunOutcome[] = [];
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
