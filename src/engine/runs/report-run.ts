import { isError, PayrunError } from '../../errors.ts';
import { isInInbox, outdateCopies } from '../../ledger/operations/inbox-file.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { markReported, runsInWork, unreportedRuns } from '../../ledger/runs/run-looks.ts';
import { getLeadId, getSheetRuns } from '../../ledger/runs/sheet-runs.ts';
import { type RunSubject, runKind } from '../../references/run-kinds.ts';
import { sheetOutcome } from '../../reports/sheet-outcome.ts';
import { writeReport } from '../../reports/write-report.ts';
import { IN_WORK } from '../../states.ts';
import type { AppContext } from '../context/app-context.ts';
import { type AnyRunOutcome, RUN_OUTCOMES } from './run-outcomes.ts';

/**
 * Writes the results of a run to a folder, or to their usual place; for payments, those of all runs of its sheet.
 * Returns the path. Throws `file_unwritable` and `purged_sheet`.
 */
type Write = (appContext: AppContext, id: bigint, folder?: string) => Promise<string>;

const WRITE: Readonly<Record<RunSubject, Write>> = {
  payments: async (appContext, id, folder) => (await writeReport(appContext, id, folder)).results,
  // Loaded only for such runs.
  recipients: async (...of) => (await import('../recipients/sync-recipients.ts')).writeRecipientResults(...of),
  merchants: async (...of) => (await import('../merchants/merchant-run.ts')).writeMerchantResultsOf(...of),
};

/** Writes the results of a run of any job into a folder, with all runs of its sheet. Returns the path. */
export async function writeRunResultsInto(appContext: AppContext, id: bigint, folder: string): Promise<string> {
  return WRITE[runKind((await getRun(appContext.ledger.db, id)).job).subject](appContext, id, folder);
}

/** Does the same, and returns the outcome of all runs of its sheet. */
export async function reportInto(appContext: AppContext, id: bigint, folder: string): Promise<AnyRunOutcome> {
  const { db } = appContext.ledger;
  const { subject } = runKind((await getRun(db, id)).job);
  const results = await writeRunResultsInto(appContext, id, folder);
  return subject === 'payments' ? sheetOutcome(db, id, results) : RUN_OUTCOMES[subject](db, id, results);
}

/** Writes the results of a run to their usual place, and returns its outcome. Throws what `writeRunResults` throws. */
export async function reportRun(appContext: AppContext, id: bigint): Promise<AnyRunOutcome> {
  const { db } = appContext.ledger;
  const results = await writeRunResults(appContext, id).catch((cause: unknown) => {
    if (!isError(cause, 'file_unwritable')) throw cause;
    // Otherwise a command that has paid ends as if it had not.
    const detail = `${cause.details.detail}. Run ${id} is not affected, and \`payrun resume\` writes its results`;
    throw new PayrunError('file_unwritable', { file: String(cause.details.file), detail }, { cause });
  });
  return RUN_OUTCOMES[runKind((await getRun(db, id)).job).subject](db, id, results);
}

/**
 * Writes the results of a run, with all runs of its sheet, to their usual place, and marks the done ones as reported.
 * Returns the path. Null while a sheet of the inbox has not ended: the process of the inbox writes them, because this
 * one may be on a machine without that folder. Null also if the sheet of payments was purged or there is none. Throws
 * `file_unwritable`.
 */
export async function writeRunResults(appContext: AppContext, id: bigint): Promise<string | null> {
  const { db } = appContext.ledger;
  const runs = await getSheetRuns(db, id);
  const { job, sheet_id } = runs[0]!;
  const lead = getLeadId(runs[0]!);
  const { subject, hasPayments } = runKind(job);
  try {
    // Without a sheet, the run was adopted from the service.
    if (sheet_id === null || (await isInInbox(db, lead))) return null;
    const results = await WRITE[subject](appContext, id).catch((error: unknown) => {
      if (hasPayments && isError(error, 'purged_sheet')) return null;
      throw error;
    });
    await outdateCopies(db, lead);
    // Only runs that were done before: one that ended while the workbook was written may be incomplete in it.
    for (const run of runs) if (run.finished_at !== null) await markReported(db, run.id);
    return results;
  } finally {
    await appContext.calls.flush();
  }
}

/**
 * Writes the results after a pass of a worker that changed the run, or that found them missing. The runs of a sheet
 * share one workbook: the last run whose payments are processing writes it, and the last run that is done writes it
 * again. Returns the path; null if nothing was written.
 */
export async function writeResultsIfLast(
  appContext: AppContext,
  { id, job, status, intake_at, confirmed_at, finished_at, rows_in }: RunRow,
  { moved }: { readonly moved: boolean },
): Promise<string | null> {
  const { db } = appContext.ledger;
  if (!moved)
    return finished_at !== null && (await unreportedRuns(db)).includes(id) ? writeRunResults(appContext, id) : null;
  if (runKind(job).hasPayments) {
    const isUnderWay = intake_at !== null && rows_in !== 0 && (confirmed_at !== null || finished_at !== null);
    const others = (await getSheetRuns(db, id)).filter((run) => run.id !== id);
    if (!isUnderWay || (status !== 'processing' && others.some((run) => run.status === 'processing'))) return null;
    const working = others.filter((run) => IN_WORK.includes(run.status)).map((run) => run.id);
    if ((await runsInWork(db, working)).length > 0) return null;
  }
  return writeRunResults(appContext, id);
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
      const lead = await getLeadId(await getRun(db, id));
      if (leads.has(lead)) continue;
      leads.add(lead);
      outcomes.push(await reportRun(appContext, id));
    } catch (error) {
      failure ??= error;
    }
  }
  return { outcomes, failure };
}
