import { readSaidUnpaid } from '../../batches/settlements/paid-after-all.ts';
import { runsSaidUnpaid, saidUnpaidOfRun } from '../../ledger/batches/said-unpaid.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { RunOutcome } from '../../reports/outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import { updateRunState } from '../leases/update-run-state.ts';
import type { RunWatch } from '../leases/with-run.ts';
import { reportRun } from './report-run.ts';

/** For how many days, at least, a payment confirmed as not paid is still checked at the service. */
export const FOR_DAYS = 30;

/**
 * The runs with payments that were recently confirmed as not paid, or that ended unpaid at the service. The latter
 * are many and cost calls for each of their batches: by default they are asked about for a day.
 */
export function runsToAskAgain(
  { ledger, config }: AppContext,
  { failedDays = 1 }: { readonly failedDays?: number } = {},
): Promise<readonly bigint[]> {
  return runsSaidUnpaid(ledger.db, Math.max(FOR_DAYS, config.returnDays), failedDays);
}

/**
 * Reads the status of a run's payments that a user confirmed as not paid, or that ended unpaid at the service. If the
 * service has paid some after all, they get their references back, and the run is returned. Makes no calls if there are none. Throws the errors of API calls.
 */
export async function readPaidAfterAll(
  appContext: AppContext,
  run: bigint,
  { signal }: Pick<RunWatch, 'signal'>,
): Promise<readonly RunOutcome[]> {
  const { ledger, clock } = appContext;
  const said = await saidUnpaidOfRun(ledger.db, run);
  if (said.length === 0) return [];
  const service = await appContext.service((await getRun(ledger.db, run)).merchant_id, { run });
  const deps = { ledger, service, clock, signal: signal ?? new AbortController().signal };
  const changed = await readSaidUnpaid(deps, said);
  if (changed.size === 0) return [];
  for (const one of changed) await updateRunState(ledger.db, one);
  return [await reportRun(appContext, run)];
}

/** `readPaidAfterAll` for the runs in which a comparison found discrepancies. Returns the runs that changed. */
export async function readFoundPaid(
  appContext: AppContext,
  runs: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const changed: string[] = [];
  for (const run of new Set(runs))
    for (const outcome of await readPaidAfterAll(appContext, BigInt(run), { signal })) changed.push(outcome.run);
  return changed;
}
