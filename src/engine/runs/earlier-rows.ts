import type { IntakeSource, ReplacedPayment } from '../../intake/intake-source.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { submittedEdits } from '../../ledger/payments/row-edit.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { type EarlierRow, rowsToCorrect, rowsToRerun } from '../../ledger/runs/rerun.ts';
import type { RunOptions } from '../../ledger/runs/run.ts';
import type { SheetRow } from '../../model.ts';
import { editedRow, withReference } from '../../sheets/edited-row.ts';

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
