import { ACCEPTABLE_AS_PAID } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { listed } from '../db/state-lists.ts';
import { lockMerchant } from '../merchants/merchant.ts';
import { explainReady, holdReady, markAccepted } from '../payments/recorded-unpaid.ts';
import { lockRun } from '../runs/run.ts';
import { outdateReport } from '../runs/run-looks.ts';

/** A payment, or all payments of a batch, that a user accepted as paid by the payout service. */
export interface PaidAtService {
  readonly merchant: string;
  readonly run: bigint;
  /** The ledger's id of the payment; null for all payments of the batch. */
  readonly payment: string | null;
  /** The ledger's id of the batch. */
  readonly batch: string | null;
}

/**
 * Records that a user accepted payments as paid that the ledger has as failed, returned or canceled. They hold their
 * references again, and ready rows that pay the same are put on hold. Returns the runs that changed; none if the ledger
 * has them in another state.
 */
export async function acceptAsPaid(
  db: Db,
  { merchant, run, payment, batch }: PaidAtService,
  { by, because }: { readonly by: string; readonly because: string },
): Promise<ReadonlySet<bigint>> {
  await lockRun(db, run);
  await lockMerchant(db, merchant);
  const { rows } = await db.query<{ id: string }>(
    `select id from payrun.payment where run_id = $1 and state in (${listed(ACCEPTABLE_AS_PAID)}) and reference is not null
       and case when $2::uuid is null then batch_id = $3 else id = $2 end order by row for update`,
    [run, payment, batch],
  );
  const changed = new Set<bigint>();
  for (const { id } of rows) {
    const held = await holdReady(db, id);
    await markAccepted(db, id, by, because);
    await explainReady(db, id, held);
    for (const one of [run, ...held.map((row) => row.run)]) changed.add(one);
  }
  for (const one of changed) await outdateReport(db, one);
  return changed;
}
