import { isError, type PayrunError } from '../../errors.ts';
import { intake, type Payers } from '../../intake/ingest-rows.ts';
import type { IntakeSource } from '../../intake/intake-source.ts';
import { submittedEdits } from '../../ledger/payments/row-edit.ts';
import { discardLoadedRows } from '../../ledger/runs/loading.ts';
import { recordIntake } from '../../ledger/runs/run.ts';
import { describeSheet, getSheet } from '../../ledger/runs/sheet.ts';
import { getSheetRuns, noteRunError } from '../../ledger/runs/sheet-runs.ts';
import { storedSheetBytes } from '../../ledger/runs/stored-sheet.ts';
import type { RowEdits } from '../../model.ts';
import { editedRow } from '../../sheets/edited-row.ts';
import type { OpenSheet } from '../../sheets/open-sheet.ts';
import { readOptions } from '../../sheets/read/read-options.ts';
import { readAs } from '../../sheets/read/reading-summary.ts';
import { openSheetInProcess } from '../../sheets/readers/read-in-process.ts';
import type { Understood } from '../../sheets/understood-sheet.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../../step.ts';

/** The columns that decide the sum of a totals row. */
const SUMMED = ['amount', 'currency', 'targetAmount', 'targetCurrency'];
/** Ingests a sheet that is stored in the ledger. Throws what `intake` and reading a sheet throw. */
export async function ingestSheet(run: ActiveRun, deps: LocalDeps, sheetId: string, payers: Payers): Promise<void> {
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

async function ingestNothing(run: ActiveRun, deps: LocalDeps, error: PayrunError): Promise<void> {
  const { code, message } = error;
  while (await fenced(run, deps, (db) => discardLoadedRows(db, run.id)));
  const runs = await getSheetRuns(deps.ledger.db, run.id);
  for (const { id, intake_at } of runs.toReversed()) {
    if (intake_at) continue;
    await fenced(run, deps, async (db) => {
      await noteRunError(db, id, error.onPage);
      await recordIntake(db, id, 0, {});
      await audit(db, { id }, deps, 'intake_failed', { code, message }, run.maker);
    });
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
