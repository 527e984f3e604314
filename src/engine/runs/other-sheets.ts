import type { AppContext } from '../context/app-context.ts';
import type { RunWatch } from '../leases/with-run-lease.ts';
import type { MerchantRunOutcome } from '../merchants/merchant-outcome.ts';
import { createMerchantRun, type MerchantRunOptions } from '../merchants/merchant-run.ts';
import type { RecipientsOutcome } from '../recipients/recipients-outcome.ts';
import { createRecipientRun, type SyncOptions } from '../recipients/sync-recipients.ts';
import { executeRun } from './execute-run.ts';

/**
 * Creates and executes the run of a sheet of recipients, and pays no one. Throws what `createRecipientRun` throws
 * before anything is written, and what `executeRun` throws; then the run exists, and `payrun resume` continues it.
 */
export async function syncRecipientSheet(
  appContext: AppContext,
  options: SyncOptions & RunWatch,
): Promise<RecipientsOutcome> {
  const run = await createRecipientRun(appContext, options);
  return (await executeRun(appContext, run, { ...options, confirm: null })) as RecipientsOutcome;
}

/** The same for a sheet of sub-merchants. */
export async function runMerchantSheet(
  appContext: AppContext,
  options: MerchantRunOptions & RunWatch,
): Promise<MerchantRunOutcome> {
  const run = await createMerchantRun(appContext, options);
  return (await executeRun(appContext, run, { ...options, confirm: null })) as MerchantRunOutcome;
}
