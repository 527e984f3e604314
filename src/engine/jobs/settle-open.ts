import { listReturned, recordReturns, recordUnconfirmed } from '../../batches/outcomes/read-returns.ts';
import { isError, isOutOfReach } from '../../errors.ts';
import type { Db } from '../../ledger/db/db.ts';
import {
  isAnyOpen,
  type MerchantToCheck,
  merchantsToCheckForReturns,
  processedAmong,
  recordReturnsRead,
} from '../../ledger/payments/returned-payment.ts';
import { getRun, unfinishedRuns } from '../../ledger/runs/run.ts';
import { readRunStatuses } from '../../ledger/runs/run-facts.ts';
import { runsToFollow, runsToReadAgain } from '../../ledger/runs/runs-to-read.ts';
import { readRun } from '../../pipeline.ts';
import { runKind } from '../../references/run-kinds.ts';
import { type RunOutcome, runOutcome } from '../../reports/payment-run-outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import type { JobOutcome } from '../job.ts';
import { withRun } from '../leases/with-run-lease.ts';
import type { ExecuteOptions } from '../runs/execute-run.ts';
import { recheckRun, runsToRecheck } from '../runs/recheck-runs.ts';
import { reportRun } from '../runs/report-run.ts';
import { resumeRuns } from '../runs/resume.ts';
import type { NightlyStep } from './nightly-report.ts';
import { findOrphanBatches } from './search-orphan-batches.ts';

type SettleOptions = Pick<ExecuteOptions, 'progress' | 'signal'>;

/**
 * Reads the status of everything that was started and is not final, and looks for payments that were returned, possibly
 * days after they were paid. Also reads unconfirmed batches, batches that await approval (they may have been sent from
 * outside Payrun), and payments that a user confirmed as not paid. Looks for orphan batches. Returns the runs that it
 * read, those that await a decision, and the batches that it found. Throws what `resumeRuns` throws; an error of one
 * merchant or run does not stop the others.
 */
export async function settleOpen(appContext: AppContext, options: SettleOptions): Promise<readonly JobOutcome[]> {
  const outcomes: JobOutcome[] = [];
  let failure: unknown;
  const attempt: Attempt = async (_, what, read) => {
    try {
      outcomes.push(...(await read()));
    } catch (error) {
      if (!isError(error) || isOutOfReach(error)) throw error;
      // The process that holds the run continues it.
      if (isError(error, 'run_busy', 'fenced')) appContext.log.info({ what }, error.message);
      else failure ??= error;
    }
  };
  await readOpen(appContext, options, attempt, (only) =>
    attempt('settle', 'payments', () => resumeRuns(appContext, { ...options, only })),
  );
  if (failure !== undefined) throw failure;
  return [...outcomes, ...(await undecidedRuns(appContext.ledger.db, outcomes))];
}

/** Runs whose discrepancies or unconfirmed payments await a decision, also if nothing of them was read now. */
async function undecidedRuns(db: Db, read: readonly JobOutcome[]): Promise<readonly RunOutcome[]> {
  const settled = new Set(
    read.flatMap((one) => ('run' in one ? [one.run, ...(one.runs ?? []).map(({ run }) => run)] : [])),
  );
  const open = (await unfinishedRuns(db)).filter(({ id, job }) => runKind(job).hasPayments && !settled.has(String(id)));
  const statuses = await readRunStatuses(
    db,
    open.map(({ id }) => id),
  );
  const undecided = statuses.filter(
    ({ counts, batchDiscrepancies }) => batchDiscrepancies + (counts.discrepancy ?? 0) + (counts.unknown ?? 0) > 0,
  );
  return Promise.all(undecided.map(({ run }) => runOutcome(db, run)));
}

/** Reads something about a run or a merchant, and treats its errors. */
type Attempt = (step: NightlyStep, what: string, read: () => Promise<readonly JobOutcome[]>) => Promise<void>;

/**
 * Reads every status that may have changed, in this order. `follow`: reads the runs whose payments are in processing.
 */
export async function readOpen(
  appContext: AppContext,
  options: SettleOptions & Parameters<typeof runsToRecheck>[1],
  attempt: Attempt,
  follow: (runs: readonly bigint[]) => Promise<void>,
): Promise<void> {
  const { db } = appContext.ledger;
  const { returnDays } = appContext.config;
  for (const run of await runsToReadAgain(db))
    await attempt('settle', `run ${run}`, () => readUnconfirmedRun(appContext, run, options));
  for (const run of await runsToRecheck(appContext, options))
    await attempt('settle', `run ${run}`, () => recheckRun(appContext, run, options));
  await follow(await runsToFollow(db));
  for (const merchant of returnDays > 0 ? await merchantsToCheckForReturns(db, returnDays) : [])
    await attempt('returns', merchant.merchant, () => askForReturns(appContext, merchant, options));
  await attempt('late batches', 'batches that were taken back', () => findOrphanBatches(appContext, options));
}

/**
 * Reads the current status of a run's unconfirmed batches, of those that are processing and of those not yet sent.
 * Starts nothing. Empty if the run awaited approval and still does. Throws `run_busy`, `fenced` and the errors of API
 * calls.
 */
async function readUnconfirmedRun(
  appContext: AppContext,
  run: bigint,
  watch: SettleOptions,
): Promise<readonly RunOutcome[]> {
  const waits = async () => (await getRun(appContext.ledger.db, run)).status === 'awaiting_approval';
  const hasWaited = await waits();
  await withRun({ ...appContext, settleWaitMs: 0 }, run, watch, readRun);
  return hasWaited && (await waits()) ? [] : [await reportRun(appContext, run)];
}

/** Looks for returned payments of a merchant. Returns the runs that have some. Throws the errors of API calls. */
export async function askForReturns(
  appContext: AppContext,
  { merchant, seen }: Pick<MerchantToCheck, 'merchant' | 'seen'>,
  options: SettleOptions,
): Promise<readonly RunOutcome[]> {
  const { db } = appContext.ledger;
  const service = await appContext.service(merchant);
  const readAt = new Date(appContext.clock.now());
  const { records, returned, unreadable: unreadableRecords } = await listReturned(service, seen, options.signal);
  const processed = await processedAmong(db, merchant, [...returned.keys()]);
  const unreadable = await processedAmong(
    db,
    merchant,
    unreadableRecords.flatMap(({ externalId }) => externalId ?? []),
    unreadableRecords.flatMap(({ externalId, id }) => (externalId === undefined ? (id ?? []) : [])),
  );
  const outcomes: RunOutcome[] = [];
  let isBusy = false;
  for (const [run, payments] of Map.groupBy([...processed, ...unreadable], (payment) => payment.run)) {
    const [came, unclear] = [
      payments.filter(({ id }) => returned.has(id)),
      payments.filter(({ id }) => !returned.has(id)),
    ];
    try {
      await withRun(appContext, run, options, async (active, deps) => {
        await recordReturns(active, deps, came, returned);
        await recordUnconfirmed(active, deps, unclear, 'return_unreadable');
      });
      outcomes.push(await reportRun(appContext, run));
    } catch (error) {
      if (!isError(error, 'run_busy', 'fenced')) throw error;
      // The process that holds the run does not look for returns, so they are read again the next time.
      appContext.log.info({ run: String(run) }, error.message);
      isBusy = true;
    }
  }
  if (isBusy) return outcomes;
  // Records that cannot be read must be seen again once they can be, as must a payment that was returned before the
  // ledger had it as paid.
  const isKnown = unreadableRecords.length === 0 && !(await isAnyOpen(db, merchant, [...returned.keys()]));
  await recordReturnsRead(db, merchant, isKnown ? records : seen, readAt);
  return outcomes;
}
