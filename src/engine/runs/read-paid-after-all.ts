import { readSaidUnpaid } from '../../batches/settlements/paid-after-all.ts';
import { runsSaidUnpaid, saidUnpaidOfRun } from '../../ledger/batches/said-unpaid.ts';
import { getRun } from '../../ledger/runs/run.ts';
import type { RunOutcome } from '../../reports/outcome.ts';
import { updateRunState } from '../claims/update-run-state.ts';
import type { RunWatch } from '../claims/with-run.ts';
import type { AppContext } from '../context/app-context.ts';
import { reportRun } from './report-run.ts';

/** For so long a word of a person that something was not paid is checked, if payments are not asked about for longer. */
const FOR_DAYS = 30;

/** The runs with payments of which a person said lately that they were not paid. */
export function runsToAskAgain({ ledger, config }: AppContext): Promise<readonly bigint[]> {
  return runsSaidUnpaid(ledger.db, Math.max(FOR_DAYS, config.returnDays));
}

/**
 * Asks the service about the payments of a run that a person said were not paid. Returns the run if it has paid some after all: those hold
 * their references again. No call if there are none. Throws what a call throws.
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

/** The same, of those of these runs that have such payments: what a comparison has found is not only listed. Returns the runs that it changed. */
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
