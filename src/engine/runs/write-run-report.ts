import { isError } from '../../errors.ts';
import { isInInbox, outdateCopies } from '../../ledger/operations/inbox-file.ts';
import { markReported } from '../../ledger/runs/reported-runs.ts';
import { leadOf, runsOfSheet } from '../../ledger/runs/sheet-runs.ts';
import { writeReport } from '../../reports/write-report.ts';
import type { AppContext } from '../context/app-context.ts';

/**
 * Writes the results of all runs of a run's sheet into one workbook. Returns its path. Null while a sheet of the inbox
 * has not ended: the process of the inbox writes them, because this one may be on a machine without that folder. Null
 * also if the sheet was purged or there is none.
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
  await outdateCopies(db, lead);
  // Only runs that were done before: one that ended while the workbook was written may be incomplete in it.
  for (const run of runs) if (run.state === 'done') await markReported(db, run.id);
  await appContext.calls.flush();
  return results;
}
