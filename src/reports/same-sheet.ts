import type { Db } from '../ledger/db/db.ts';
import { readRunFacts } from '../ledger/runs/run-facts.ts';
import { earlierSheet } from '../ledger/runs/sheet-runs.ts';
import { runResult } from '../outcomes/run-result.ts';
import { stateCountsText } from '../outcomes/status-words.ts';

/** The earlier run with the same sheet, under any name, and its outcome. */
export interface SameSheet {
  readonly run: string;
  readonly sheet: string;
  /** When the earlier sheet came in, ISO 8601. */
  readonly at: string;
  /** One sentence: "This is the same sheet as june.csv of run 1 (20 Nov 2026, 20 paid)." */
  readonly message: string;
}

/** Null if the sheet of this run is new. */
export async function sameSheet(db: Db, run: bigint): Promise<SameSheet | null> {
  const earlier = await earlierSheet(db, run);
  if (!earlier) return null;
  const { counts } = runResult(await readRunFacts(db, [earlier.run]));
  const became = stateCountsText(counts);
  const when = earlier.at.toUTCString().slice(5, 16).replace(/^0/, '');
  return {
    run: String(earlier.run),
    sheet: earlier.sheet,
    at: earlier.at.toISOString(),
    message: `This is the same sheet as ${earlier.sheet} of run ${earlier.run} (${became === '' ? when : `${when}, ${became}`}).`,
  };
}
