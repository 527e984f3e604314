import type { AppContext } from '../../src/engine/context/app-context.ts';
import { payCorrected } from '../../src/engine/review/submit-edits.ts';
import { saveRowEdits } from '../../src/ledger/payments/correction.ts';
import { selectRowsToFix } from '../../src/ledger/views/correctable-rows.ts';
import type { RowEdit } from '../../src/model.ts';
import type { Actor } from '../../src/permissions/actor.ts';

/** Types these cells into every row of a run that can be corrected, and makes a run of them. */
export async function correctRun(appContext: AppContext, run: string, typed: RowEdit, by: Actor): Promise<bigint> {
  const { db, vault } = appContext.ledger;
  const rows = await selectRowsToFix(db, null, BigInt(run), { after: -1, limit: 25 });
  await saveRowEdits(db, vault, { run: BigInt(run), by: by.name }, new Map(rows.map(({ row }) => [row, typed])));
  return (await payCorrected(appContext, BigInt(run), by))!;
}
