import { intake } from '../../intake/ingest-rows.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { getLeadId, getSheetRuns, namesMerchants } from '../../ledger/runs/sheet-runs.ts';
import type { ActiveRun, LocalDeps } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { updateRunAtRest } from '../leases/update-run-at-rest.ts';
import { type LeasedRun, type RunWatch, withRunLease } from '../leases/with-run-lease.ts';
import { type Confirmation, type ConfirmOptions, confirmBeforePaying } from '../plan/confirm-run.ts';
import { runPlan } from '../plan/run-plan.ts';
import { sheetPlan } from '../plan/sheet-plan.ts';
import { warnAboutCutOff } from '../plan/warn-of-cut-off.ts';
import { earlierRows } from './earlier-rows.ts';
import { ingestSheet } from './ingest-sheet.ts';
import { knownPayingMerchants } from './sheet-merchants.ts';

/**
 * Reads the sheet of a run and asks for its confirmation, without API calls, under the fence of the run that reads the
 * sheet, which represents all runs of the sheet until then. `pay`: called under the same fence if the sheet has one
 * merchant and is confirmed. Returns the runs of the sheet. Throws what `withRunLease` and the intake throw.
 */
export async function ingestAndConfirm(
  appContext: AppContext,
  id: bigint,
  options: ConfirmOptions & RunWatch,
  pay?: (held: LeasedRun) => Promise<void>,
): Promise<{ readonly runs: readonly RunRow[]; readonly confirmation: Confirmation }> {
  const { db } = appContext.ledger;
  const lead = getLeadId(await getRun(db, id));
  const confirmation = await withRunLease(appContext, lead, options, async (held) => {
    try {
      return await ingestAndConfirmHeld(appContext, held, options, pay);
    } finally {
      for (const run of await getSheetRuns(db, lead)) if (run.id !== lead) await updateRunAtRest(db, run.id);
    }
  });
  return { runs: await getSheetRuns(db, lead), confirmation };
}

async function ingestAndConfirmHeld(
  appContext: AppContext,
  held: LeasedRun,
  options: ConfirmOptions,
  pay?: (held: LeasedRun) => Promise<void>,
): Promise<Confirmation> {
  const { run, deps, tracker } = held;
  const byRow = namesMerchants(run);
  // If the rows name merchants, missing keys of one merchant must not stop the intake of the sheet.
  if (!byRow) await held.withService();
  await ingestRun(appContext, run, deps);
  const runs = await getSheetRuns(deps.ledger.db, run.id);
  if (runs.length > 1) {
    const parts = await Promise.all(
      runs.filter(({ confirmed_at }) => !confirmed_at).map(({ id }) => runPlan(appContext, id)),
    );
    return confirmBeforePaying(run, deps, await sheetPlan(appContext, runs), parts, options);
  }
  const plan = await runPlan(appContext, run.id);
  tracker.expect(plan);
  const confirmation = await confirmBeforePaying(run, deps, plan, [plan], options);
  if ((confirmation === 'now' || confirmation === 'earlier') && !byRow) await pay?.(held);
  return confirmation;
}

async function ingestRun(appContext: AppContext, run: ActiveRun, deps: LocalDeps): Promise<void> {
  const { ledger } = deps;
  const { intake_at, sheet_id, parent_run } = await getRun(ledger.db, run.id);
  if (intake_at) return;
  const { rerun } = run.options;
  if (parent_run !== null)
    await intake(run, deps, await earlierRows(ledger, { run: run.id, parent: parent_run, rerun }), []);
  else await ingestSheet(run, deps, sheet_id!, knownPayingMerchants(appContext));
  await warnAboutCutOff(appContext, run, deps, await getSheetRuns(ledger.db, run.id));
}
