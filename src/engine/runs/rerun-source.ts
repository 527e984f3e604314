import type { IntakeSource } from '../../intake/ingest-rows.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { openRow } from '../../ledger/payments/sealed-row.ts';
import { rowsToRerun } from '../../ledger/runs/rerun.ts';
import type { RunOptions } from '../../ledger/runs/run.ts';
import type { SheetRow } from '../../model.ts';

/** The rows that a rerun ingests: their original cells, under the same references. */
export function rerunSource(
  ledger: Ledger,
  parent: bigint,
  { states, references }: NonNullable<RunOptions['rerun']>,
): IntakeSource {
  const known = new Map<number, { reference: string; derivedFp: Buffer | null }>();
  return {
    async *rows() {
      for await (const page of rowsToRerun(ledger.db, parent, states, references)) {
        yield page.map((earlier): SheetRow => {
          const { row, reference, derived_fp } = earlier;
          const { cells, findings } = openRow(ledger.vault, earlier);
          if (reference) known.set(row, { reference, derivedFp: derived_fp });
          return { row, cells, original: [], findings: findings ?? [] };
        });
      }
    },
    referenceOf: (row) => known.get(row) ?? null,
  };
}
