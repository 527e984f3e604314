import { listReturned, recordReturns, recordUnreadableReturns } from '../../batches/outcomes/returns.ts';
import { EXIT, isError } from '../../errors.ts';
import {
  isAnyOpen,
  type MerchantToAsk,
  merchantsToAsk,
  processedAmong,
  recordReturnsSeen,
} from '../../ledger/payments/returns.ts';
import type { RunOutcome } from '../../reports/outcome.ts';
import { withRun } from '../claims/with-run.ts';
import type { AppContext } from '../context/app-context.ts';
import type { JobOutcome } from '../job.ts';
import type { ExecuteOptions } from '../runs/execute-run.ts';
import { readPaidAfterAll, runsToAskAgain } from '../runs/read-paid-after-all.ts';
import { reportRun } from '../runs/report-run.ts';
import { resumeRuns } from '../runs/resume.ts';
import { findOrphanBatches } from './find-orphan-batches.ts';
import { readUnconfirmedRun, unconfirmedRuns } from './read-unconfirmed-runs.ts';

type SettleOptions = Pick<ExecuteOptions, 'progress' | 'signal'>;

/**
 * Asks the service about everything that was started and is not final, and whether payments that were processed came back:
 * that happens also days after. Unconfirmed batches are read again, and those that wait for an approval: somebody may have sent them there. What a
 * person said was not paid is asked about again. Looks for batches that came to be at the service after they were taken back. Returns the runs of which
 * something was asked or came back, and what was found.
 * Throws what `resumeRuns` throws; one merchant or run that fails does not stop the others.
 */
export async function settleOpen(appContext: AppContext, options: SettleOptions): Promise<readonly JobOutcome[]> {
  const outcomes: JobOutcome[] = [];
  let failure: unknown;
  const unlessAway = async (work: () => Promise<readonly JobOutcome[]>) => {
    try {
      outcomes.push(...(await work()));
    } catch (error) {
      if (!isError(error) || error.exitCode === EXIT.outOfReach) throw error;
      failure ??= error;
    }
  };
  for (const run of await unconfirmedRuns(appContext)) await unlessAway(() => readUnlessBusy(appContext, run, options));
  for (const run of await runsToAskAgain(appContext))
    await unlessAway(() => readPaidAfterAll(appContext, run, options));
  await unlessAway(() => resumeRuns(appContext, { ...options, states: ['on_the_way', 'awaiting_service_approval'] }));
  const { returnDays } = appContext.config;
  const merchants = returnDays > 0 ? await merchantsToAsk(appContext.ledger.db, returnDays) : [];
  for (const merchant of merchants) await unlessAway(() => askForReturns(appContext, merchant, options));
  await unlessAway(() => findOrphanBatches(appContext, options));
  if (failure !== undefined) throw failure;
  return outcomes;
}

async function readUnlessBusy(
  appContext: AppContext,
  run: bigint,
  options: SettleOptions,
): Promise<readonly RunOutcome[]> {
  try {
    return await readUnconfirmedRun(appContext, run, options);
  } catch (error) {
    if (!isError(error, 'run_busy', 'fenced')) throw error;
    appContext.log.info({ run: String(run) }, error.message);
    return [];
  }
}

/** Asks whether processed payments of a merchant came back. Returns the runs of which some did. Throws what the service throws. */
export async function askForReturns(
  appContext: AppContext,
  { merchant, seen }: MerchantToAsk,
  options: SettleOptions,
): Promise<readonly RunOutcome[]> {
  const { db } = appContext.ledger;
  const service = await appContext.service(merchant);
  const { records, returned, odd } = await listReturned(service, seen, options.signal);
  const news = await processedAmong(db, merchant, [...returned.keys()]);
  const unreadable = await processedAmong(
    db,
    merchant,
    odd.flatMap(({ externalId }) => externalId ?? []),
    odd.flatMap(({ externalId, id }) => (externalId === undefined ? (id ?? []) : [])),
  );
  const outcomes: RunOutcome[] = [];
  // What cannot be read has to be seen again once it can be.
  let all = odd.length === 0;
  for (const [run, payments] of Map.groupBy([...news, ...unreadable], (payment) => payment.run)) {
    const [came, unclear] = [
      payments.filter(({ id }) => returned.has(id)),
      payments.filter(({ id }) => !returned.has(id)),
    ];
    try {
      await withRun(appContext, run, options, async (active, deps) => {
        await recordReturns(active, deps, came, returned);
        await recordUnreadableReturns(active, deps, unclear);
      });
      outcomes.push(await reportRun(appContext, run));
    } catch (error) {
      if (!isError(error, 'run_busy', 'fenced')) throw error;
      // Whoever has the run does not look for returns: they are asked for again next time.
      appContext.log.info({ run: String(run) }, error.message);
      all = false;
    }
  }
  // One that came back before the ledger had it as processed is seen next time.
  if (all && !(await isAnyOpen(db, merchant, [...returned.keys()]))) await recordReturnsSeen(db, merchant, records);
  return outcomes;
}
