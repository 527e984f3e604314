import type { Db } from '../../ledger/db/db.ts';
import { type MerchantRowState, merchantRows } from '../../ledger/merchants/merchant-row.ts';
import { setRunState } from '../../ledger/runs/run.ts';
import type { RunState } from '../../states.ts';

/** The run state that follows from the states of its rows. The first entry that any row matches decides. */
const STATE_OF_ROWS: readonly (readonly [MerchantRowState, RunState, string])[] = [
  ['ready', 'working', 'Interrupted.'],
  ['unknown', 'needs_person', 'It is not known whether a sub-merchant was created; its row says what to do.'],
  ['waits', 'on_the_way', 'Awaiting the approval of the service. It goes on when it is resumed after that.'],
];

/** Updates the state of a run of sub-merchants from its rows. */
export async function updateMerchantRun(db: Db, run: bigint): Promise<void> {
  const rows = await merchantRows(db, run);
  if (rows.length === 0) return setRunState(db, run, 'working', 'Interrupted.');
  const match = STATE_OF_ROWS.find(([state]) => rows.some((row) => row.state === state));
  await setRunState(db, run, match?.[1] ?? 'done', match?.[2] ?? null);
}
