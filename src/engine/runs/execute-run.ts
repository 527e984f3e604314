import { isError } from '../../errors.ts';
import { intake } from '../../intake/ingest-rows.ts';
import type { Db } from '../../ledger/db/db.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { leadOf, runsOfSheet } from '../../ledger/runs/sheet-runs.ts';
import { runPipeline } from '../../pipeline.ts';
import { type RunOutcome, runOutcome } from '../../reports/payment-run-outcome.ts';
import { type RunIssue, sheetOutcome } from '../../reports/sheet-outcome.ts';
import type { ActiveRun, LocalDeps } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { updateRunState } from '../leases/update-run-state.ts';
import { type LeasedRun, type RunWatch, withRunLease } from '../leases/with-run-lease.ts';
import { type Confirmation, type ConfirmOptions, confirmBeforePaying } from '../plan/confirm-run.ts';
import { runPlan } from '../plan/run-plan.ts';
import { sheetPlan } from '../plan/sheet-plan.ts';
import { warnOfCutOff } from '../plan/warn-of-cut-off.ts';
import { earlierRows } from './earlier-rows.ts';
import { executeRuns } from './execute-runs.ts';
import { ingestSheet } from './ingest-sheet.ts';
import { knownPayingMerchants } from './sheet-merchants.ts';
import { writeRunReport } from './write-run-report.ts';

export interface ExecuteOptions extends ConfirmOptions, RunWatch {}

/**
 * Takes a run as far as it can go now: intake, confirmation, the steps, the report. Continues where an earlier attempt
 * ended. For a sheet with several merchants, only this run, after the whole sheet is ingested. Throws what
 * `withRunLease` throws; the run can be resumed later.
 */
export async function executeRun(appContext: AppContext, id: bigint, options: ExecuteOptions): Promise<RunOutcome> {
  const { runs } = await ingestUnderLease(appContext, id, options);
  if (runs.length > 1) {
    const failures = await executeRuns(
      appContext,
      await unfinished(appContext.ledger.db, runs, ({ id: one }) => one === id),
      options,
    );
    if (failures.has(id)) throw failures.get(id);
  }
  return runOutcome(appContext.ledger.db, id, await writeRunReport(appContext, id));
}

/**
 * Executes the runs of a run's sheet, or those that are `wanted`; a sheet with one merchant has one run. An error that
 * stops one merchant is reported with its run in the outcome and does not stop the others.
 */
export async function executeSheet(
  appContext: AppContext,
  id: bigint,
  options: ExecuteOptions,
  wanted: (run: RunRow) => boolean = () => true,
): Promise<RunOutcome> {
  const { db } = appContext.ledger;
  const { runs } = await ingestUnderLease(appContext, id, options);
  if (runs.length === 1) return runOutcome(db, id, await writeRunReport(appContext, id));
  const failures = await executeRuns(appContext, await unfinished(db, runs, wanted), options);
  const [failure] = failures.values();
  if (options.signal?.aborted && failure !== undefined) throw failure;
  const results = await writeRunReport(appContext, id).catch((error: unknown) => {
    throw failure ?? error;
  });
  const issues: RunIssue[] = [];
  for (const [run, error] of failures) {
    if (!isError(error)) throw error;
    issues.push({ run, error });
  }
  return sheetOutcome(db, runs[0]!.id, results, issues);
}

/**
 * Ingests the sheet of a run and confirms it, without API calls. Each returned run is executed separately. Throws what
 * `withRunLease` and the intake throw.
 */
export async function ingestRunsOfSheet(
  appContext: AppContext,
  id: bigint,
  options: ExecuteOptions,
): Promise<readonly RunRow[]> {
  return (await ingestAndConfirm(appContext, id, options)).runs;
}

/** The same, with whether the runs were confirmed. */
export function ingestAndConfirm(appContext: AppContext, id: bigint, options: ExecuteOptions): Promise<ConfirmedRuns> {
  return ingestUnderLease(appContext, id, options, true);
}

interface ConfirmedRuns {
  readonly runs: readonly RunRow[];
  readonly confirmation: Confirmation;
}

/**
 * The part before the first call: intake and confirmation. If the sheet has a single run, also executes that run,
 * unless `onlyIngest`. Done under the lease of the run that ingests the sheet, which stands for all runs of the sheet
 * until then. Returns the runs of the sheet.
 */
async function ingestUnderLease(
  appContext: AppContext,
  id: bigint,
  options: ExecuteOptions,
  onlyIngest = false,
): Promise<ConfirmedRuns> {
  const { db } = appContext.ledger;
  const lead = await leadOf(db, id);
  const before = await runsOfSheet(db, lead);
  if (
    before.length > 1 &&
    before.every(({ intake_at, confirmed_at, state }) => intake_at && (confirmed_at || state === 'done'))
  )
    return { runs: before, confirmation: 'earlier' };
  const confirmation = await withRunLease(appContext, lead, options, async (held) => {
    try {
      return await ingestAndConfirmHeld(appContext, held, options, onlyIngest);
    } finally {
      for (const run of await runsOfSheet(db, lead)) if (run.id !== lead) await updateRunState(db, run.id);
    }
  });
  return { runs: await runsOfSheet(db, lead), confirmation };
}

async function ingestAndConfirmHeld(
  appContext: AppContext,
  held: LeasedRun,
  options: ExecuteOptions,
  onlyIngest: boolean,
): Promise<Confirmation> {
  const { run, deps, tracker } = held;
  const { db } = deps.ledger;
  // If the rows name merchants, missing keys of one merchant must not stop the intake of the sheet.
  const byRow = run.options.byRow !== undefined && run.options.rerun === undefined;
  const ready = byRow ? null : await held.withService();
  await ingestRun(appContext, run, deps);
  const runs = await runsOfSheet(db, run.id);
  if (runs.length > 1) {
    const parts = await Promise.all(
      runs.filter(({ confirmed_at }) => !confirmed_at).map(({ id }) => runPlan(appContext, id)),
    );
    return confirmBeforePaying(run, deps, await sheetPlan(appContext, runs), parts, options);
  }
  const plan = await runPlan(appContext, run.id);
  tracker.expect(plan);
  const confirmation = await confirmBeforePaying(run, deps, plan, [plan], options);
  if ((confirmation === 'now' || confirmation === 'earlier') && !onlyIngest)
    await runPipeline(run, ready ?? (await held.withService()));
  tracker.progress({ stage: 'report', done: 0, total: null });
  return confirmation;
}

async function ingestRun(appContext: AppContext, run: ActiveRun, deps: LocalDeps): Promise<void> {
  const { ledger } = deps;
  const { intake_at, sheet_id, parent_run } = await getRun(ledger.db, run.id);
  if (intake_at) return;
  if (parent_run !== null)
    await intake(
      run,
      deps,
      await earlierRows(ledger, { run: run.id, parent: parent_run, rerun: run.options.rerun }),
      [],
    );
  else await ingestSheet(run, deps, sheet_id!, knownPayingMerchants(appContext));
  await warnOfCutOff(appContext, run, deps, await runsOfSheet(ledger.db, run.id));
}

async function unfinished(
  db: Db,
  runs: readonly RunRow[],
  wanted: (run: RunRow) => boolean,
): Promise<readonly bigint[]> {
  const now = await runsOfSheet(db, runs[0]!.id);
  return now.filter((run) => run.state !== 'done' && wanted(run)).map(({ id }) => id);
}
