import { getRun } from '../../ledger/runs/run.ts';
import { SYNC_RECIPIENTS } from '../../references/run-kinds.ts';
import type { AppContext } from '../context/app-context.ts';
import type { RunWatch } from '../leases/with-run.ts';
import { executeMerchantRun, reportMerchants } from '../merchants/merchant-run.ts';
import { executeRecipientRun, reportRecipients } from '../recipients/sync-recipients.ts';
import type { OutcomeWithoutPaying } from './outcome-without-paying.ts';

/**
 * Takes a run that pays nobody as far as it can go now, and writes its results. Continues where an earlier attempt
 * ended. Throws what `holdRun` throws, and errors that stop the whole run.
 */
export async function executeWithoutPaying(
  appContext: AppContext,
  id: bigint,
  watch: RunWatch,
): Promise<OutcomeWithoutPaying> {
  const { job } = await getRun(appContext.ledger.db, id);
  return job === SYNC_RECIPIENTS
    ? executeRecipientRun(appContext, id, watch)
    : executeMerchantRun(appContext, id, watch);
}

/**
 * Writes the results of a run that pays nobody again, from the ledger. Without `folder` they go to their usual place
 * and the run is marked as reported. Throws `file_unwritable` and `purged_sheet`.
 */
export async function reportWithoutPaying(
  appContext: AppContext,
  id: bigint,
  folder?: string,
): Promise<OutcomeWithoutPaying> {
  const { job } = await getRun(appContext.ledger.db, id);
  return job === SYNC_RECIPIENTS ? reportRecipients(appContext, id, folder) : reportMerchants(appContext, id, folder);
}
