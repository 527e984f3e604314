import type { Db } from '../../ledger/db/db.ts';
import { countRecipientRows, recipientsIn } from '../../ledger/recipients/recipient-row.ts';
import { getRun, setRunState } from '../../ledger/runs/run.ts';

/** Updates the state of a run of recipients from its rows. */
export async function updateRecipientRun(db: Db, run: bigint): Promise<void> {
  const { ready = 0 } = await countRecipientRows(db, run);
  const { options } = await getRun(db, run);
  const open = (await recipientsIn(db, run)) === null || (ready > 0 && !options.dryRun);
  await setRunState(db, run, open ? 'working' : 'done', open ? 'Interrupted.' : null);
}
