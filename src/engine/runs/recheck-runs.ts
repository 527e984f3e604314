import { recheckPayments } from '../../batches/settlements/recheck-payments.ts';
import { getRunRecordedUnpaid, runsRecordedUnpaid } from '../../ledger/payments/recorded-unpaid.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { RunOutcome } from '../../reports/payment-run-outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import { updateRunAtRest } from '../leases/update-run-at-rest.ts';
import type { RunWatch } from '../leases/with-run-lease.ts';
import { reportRun } from './report-run.ts';

/** The least number of days that a payment confirmed as not paid is still checked. */
export const RECHECK_DAYS = 30;

/**
 * The runs with payments that were recently confirmed as not paid, or that ended unpaid in the payout service. The
 * latter are many and cost calls for each of their batches: by default they are checked for a day.
 */
export function runsToRecheck(
  { ledger, config }: AppContext,
  { failedDays = 1 }: { readonly failedDays?: number } = {},
): Promise<readonly bigint[]> {
  return runsRecordedUnpaid(ledger.db, Math.max(RECHECK_DAYS, config.returnDays), failedDays);
}

/**
 * Reads the status of a run's payments that a user confirmed as not paid, or that ended unpaid in the payout service.
 * If the service has paid some after all, they get their references back, and the run is returned. Makes no calls if
 * there are none. Throws the errors of API calls.
 */
export async function recheckRun(
  appContext: AppContext,
  run: bigint,
  { signal }: Pick<RunWatch, 'signal'>,
): Promise<readonly RunOutcome[]> {
  const { ledger, clock } = appContext;
  const payments = await getRunRecordedUnpaid(ledger.db, run);
  if (payments.length === 0) return [];
  const service = await appContext.service((await getRun(ledger.db, run)).merchant_id, { run });
  const deps = { ledger, service, clock, signal: signal ?? new AbortController().signal };
  const changed = await recheckPayments(deps, payments);
  if (changed.size === 0) return [];
  for (const one of changed) await updateRunAtRest(ledger.db, one);
  return [await reportRun(appContext, run)];
}

/** `recheckRun` for the runs in which a comparison found discrepancies. Returns the runs that changed. */
export async function recheckRuns(
  appContext: AppContext,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const run of new Set(runs))
    for (const outcome of await recheckRun(appContext, BigInt(run), { signal })) changed.push(outcome.run);
  return changed;
}
