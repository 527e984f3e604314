import { isError } from '../../errors.ts';
import { ingestNothing, intake, type Payers } from '../../intake/ingest-rows.ts';
import type { IntakeSource, ReplacedPayment } from '../../intake/intake-source.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { submittedEdits } from '../../ledger/payments/correction.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { type EarlierRow, rowsToCorrect, rowsToRerun } from '../../ledger/runs/rerun.ts';
import { getRun, type RunOptions, type RunRow } from '../../ledger/runs/run.ts';
import { describeSheet, getSheet, storedSheetBytes } from '../../ledger/runs/sheet.ts';
import { getLeadId, getSheetRuns, namesMerchants } from '../../ledger/runs/sheet-runs.ts';
import type { RowEdits, SheetRow } from '../../model.ts';
import { editedRow, withReference } from '../../sheets/edited-row.ts';
import type { OpenSheet } from '../../sheets/open-sheet.ts';
import { readAs, readOptions } from '../../sheets/read/reading.ts';
import { openSheetInProcess } from '../../sheets/readers/read-in-process.ts';
import type { Understood } from '../../sheets/understood-sheet.ts';
import { type ActiveRun, fenced, type LocalDeps } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { updateRunAtRest } from '../leases/update-run-at-rest.ts';
import { type LeasedRun, type RunWatch, withRunLease } from '../leases/with-run-lease.ts';
import { type Confirmation, type ConfirmOptions, confirmBeforePaying } from '../plan/confirm-run.ts';
import { warnAboutCutOff } from '../plan/cut-off.ts';
import { runPlan, sheetPlan } from '../plan/run-plan.ts';
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

/** The columns that decide the sum of a totals row. */
const SUMMED = ['amount', 'currency', 'targetAmount', 'targetCurrency'];

/** Ingests a sheet that is stored in the ledger. Throws what `intake` and reading a sheet throw. */
async function ingestSheet(run: ActiveRun, deps: LocalDeps, sheetId: string, payers: Payers): Promise<void> {
  const { db, vault } = deps.ledger;
  const stored = await getSheet(db, sheetId);
  // The sheet is read again with the rows that its uploader corrected before it was submitted.
  const edits = await submittedEdits(db, vault, run.id);
  const changesSums = [...edits.values()].some((edit) => SUMMED.some((name) => name in edit));
  const options = { ...readOptions(deps.config, run.options), ...(changesSums ? { edits } : {}) };
  let sheet: OpenSheet | null = null;
  try {
    sheet = await openSheetInProcess(storedSheetBytes(deps.ledger, stored!), options);
    // The control total may come from a separate file next to the sheet.
    const understood = stored!.understood as Understood;
    await intake(run, deps, withRowEdits(sheet, edits), understood.control ?? [], payers);
    const { decimal, totals, unused } = sheet.noticed();
    const notes = [...sheet.understood.notes, ...totals.notes];
    // As read now: the configured headers may have changed since the sheet was stored.
    const { header, columns, results } = sheet.understood;
    const read: Understood = {
      ...understood,
      ...{ header, columns, results, notes, unused },
      readAs: readAs(sheet.understood, decimal),
      correctedTotals: totals.corrected ?? [],
    };
    await fenced(run, deps, (tx) => describeSheet(tx, sheetId, read));
  } catch (error) {
    // A sheet that cannot be read completely will not be readable next time either. The run ends, and nothing is paid.
    if (isError(error) && error.code.startsWith('sheet_')) await ingestNothing(run, deps, error);
    throw error;
  } finally {
    await sheet?.close();
  }
}

/** The rows of a sheet with the edits with which it is read. */
function withRowEdits(source: IntakeSource, edits: RowEdits): IntakeSource {
  if (edits.size === 0) return source;
  return {
    async *rows(most, only) {
      for await (const rows of source.rows(most, only)) yield rows.map((row) => editedRow(row, edits));
    },
    noticed: () => source.noticed?.() ?? { totals: { difference: null } },
  };
}

/**
 * The rows of earlier run `parent` that run `run` pays: those that it retries, with their cells and references
 * unchanged, or those that its uploader corrected, with the corrections.
 */
export async function earlierRows(
  ledger: Ledger,
  { run, parent, rerun }: { readonly run: bigint; readonly parent: bigint; readonly rerun: RunOptions['rerun'] },
): Promise<IntakeSource> {
  const { db, vault } = ledger;
  const replaced = new Map<number, ReplacedPayment>();
  const edits = rerun ? null : await submittedEdits(db, vault, run);
  const read = (earlier: EarlierRow): SheetRow => {
    const { id, row, state, reference, derived_fp } = earlier;
    const { cells, findings = [] } = openRow(vault, earlier);
    replaced.set(row, { id, keptReference: edits || !reference ? null : { reference, derivedFp: derived_fp } });
    return edits
      ? editedRow({ row, cells: withReference(cells, reference), original: [], findings }, edits, state !== 'invalid')
      : { row, cells, original: [], findings };
  };
  const pages = rerun ? rowsToRerun(db, parent, rerun.states, rerun.references) : rowsToCorrect(db, run);
  return {
    async *rows() {
      for await (const page of pages) yield page.map(read);
    },
    replacedBy: (row) => replaced.get(row),
  };
}
