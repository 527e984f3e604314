import { type VerifyReport, verifyLedger } from '../../reports/verify.ts';
import type { AppContext } from '../context/app-context.ts';
import { recheckRuns } from '../runs/recheck-runs.ts';
import { hasOwnKeys } from './reconcile.ts';

export interface RemoteReport extends VerifyReport {
  /**
   * Runs with payments that this comparison found paid: a user had confirmed them as not paid, but the service has paid
   * them.
   */
  readonly paidAfterAll: readonly string[];
}

/**
 * Compares the ledger with the service. A payment that a user confirmed as not paid becomes paid if the service has
 * paid it. Without `run`, compares all runs.
 */
export async function verifyRemote(appContext: AppContext, run: string | undefined): Promise<RemoteReport> {
  const alsoMerchant = hasOwnKeys(appContext.config) ? appContext.defaultMerchant : null;
  const report = await verifyLedger({ ...appContext, alsoMerchant }, { run, remote: true });
  const runs = report.findings.flatMap((one) => (one.code === undefined ? [] : (one.run ?? [])));
  return { ...report, paidAfterAll: await recheckRuns(appContext, runs) };
}
