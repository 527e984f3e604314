import { PayrunError } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import { type RunSummary, selectRuns } from '../ledger/runs/payment-status.ts';

/** The newest runs first, or only `run`. Throws `run_unknown`. */
export async function listRuns(
  db: Db,
  { run, limit = 50 }: { run?: string | undefined; limit?: number } = {},
): Promise<readonly RunSummary[]> {
  if (run !== undefined && !/^\d{1,18}$/.test(run)) throw new PayrunError('run_unknown', { run });
  const runs = await selectRuns(db, run ?? null, limit);
  if (run !== undefined && runs.length === 0) throw new PayrunError('run_unknown', { run });
  return runs;
}
