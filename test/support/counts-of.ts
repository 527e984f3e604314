import type { Db } from '../../src/ledger/db/db.ts';
import { readRunFacts } from '../../src/ledger/runs/run-facts.ts';
import { runResult, type StateCounts } from '../../src/outcomes/run-result.ts';

/** The number of payments of a run in each state. */
export async function countsOf(db: Db, run: bigint): Promise<StateCounts> {
  return runResult(await readRunFacts(db, [run])).counts;
}
