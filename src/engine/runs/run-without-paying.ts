import { getRun } from '../../ledger/runs/run.ts';
import { SYNC_RECIPIENTS } from '../../references/run-kinds.ts';
import type { RunWatch } from '../claims/with-run.ts';
import type { Workplace } from '../context/app-context.ts';
import { carryOutMerchants, reportMerchants } from '../merchants/merchant-run.ts';
import { carryOutRecipients, reportRecipients } from '../recipients/sync-recipients.ts';
import type { OutcomeWithoutPaying } from './outcome-without-paying.ts';

/**
 * Carries a run that pays nobody as far as it can go now, and writes its results. Begins wherever an earlier attempt ended. Throws what
 * `holdRun` throws, and what stops the whole run.
 */
export async function carryOutWithoutPaying(
  workplace: Workplace,
  id: bigint,
  watch: RunWatch,
): Promise<OutcomeWithoutPaying> {
  const { job } = await getRun(workplace.ledger.db, id);
  return job === SYNC_RECIPIENTS ? carryOutRecipients(workplace, id, watch) : carryOutMerchants(workplace, id, watch);
}

/**
 * Writes the results of a run that pays nobody again, from the ledger: into `folder`, or where they belong, and then that is noted.
 * Throws `file_unwritable` and `purged_sheet`.
 */
export async function reportWithoutPaying(
  workplace: Workplace,
  id: bigint,
  folder?: string,
): Promise<OutcomeWithoutPaying> {
  const { job } = await getRun(workplace.ledger.db, id);
  return job === SYNC_RECIPIENTS ? reportRecipients(workplace, id, folder) : reportMerchants(workplace, id, folder);
}
