import type { Db } from '../../ledger/db/db.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { SYNC_RECIPIENTS } from '../../references/run-kinds.ts';
import { type MerchantRunOutcome, merchantOutcome } from '../merchants/merchant-outcome.ts';
import { type RecipientsOutcome, recipientsOutcome } from '../recipients/recipients-outcome.ts';

export type OutcomeWithoutPaying = MerchantRunOutcome | RecipientsOutcome;

/** The outcome of a run that pays nobody, from the ledger alone. */
export async function outcomeWithoutPaying(db: Db, id: bigint): Promise<OutcomeWithoutPaying> {
  const { job } = await getRun(db, id);
  return job === SYNC_RECIPIENTS ? recipientsOutcome(db, id, null) : merchantOutcome(db, id, null);
}
