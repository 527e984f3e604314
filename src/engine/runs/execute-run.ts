import pLimit from 'p-limit';
import { isError, type PayrunError } from '../../errors.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { getLeadId, getSheetRuns, namesMerchants } from '../../ledger/runs/sheet-runs.ts';
import { getRunHints } from '../../ledger/webhooks/webhook-delivery.ts';
import { sheetOutcome } from '../../reports/sheet-outcome.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Progress } from '../leases/progress-tracker.ts';
import type { RunWatch } from '../leases/with-run-lease.ts';
import type { ConfirmOptions } from '../plan/confirm-run.ts';
import { advance, isNotified } from './advance.ts';
import { reportRun } from './report-run.ts';
import type { AnyRunOutcome } from './run-outcomes.ts';

export interface ExecuteOptions extends ConfirmOptions, RunWatch {}

/**
 * Runs at the same time: four merchants of 50 calls a minute, or two of 100, use up the 200 of an address; the others
 * fill their pauses.
 */
const AT_ONCE = 8;
/** The pause between two checks for webhook deliveries, which are in the ledger and so cost no call. */
const HINTS_MS = 250;
/** The pause before a run is looked at again that another process has. */
const BUSY_MS = 1_000;

/**
 * Takes a run as far as it can go while a user waits, and writes its results. Follows payments in processing for the
 * configured time. For a sheet with several merchants, only this run, after the whole sheet is read. Throws the error
 * that stops the run, which can be resumed later.
 */
export async function executeRun(appContext: AppContext, id: bigint, options: ExecuteOptions): Promise<AnyRunOutcome> {
  const failures = await followRuns(appContext, [id], options);
  if (failures.has(id)) throw failures.get(id);
  return reportRun(appContext, id);
}

/**
 * Does the same with the runs of a run's sheet, or those that are `wanted`; a sheet with one merchant has one run. An
 * error that stops one merchant is reported with its run in the outcome and does not stop the others.
 */
export async function executeSheet(
  appContext: AppContext,
  id: bigint,
  options: ExecuteOptions,
  wanted: (run: RunRow) => boolean = () => true,
): Promise<AnyRunOutcome> {
  const { db } = appContext.ledger;
  let runs = await getSheetRuns(db, id);
  const lead = getLeadId(runs[0]!);
  const isSubmitted = ({ intake_at, confirmed_at, finished_at }: RunRow) => intake_at && (confirmed_at || finished_at);
  if (namesMerchants(runs[0]!) && !runs.every(isSubmitted)) {
    const { failure } = await advance(appContext, lead, { ...options, foreground: true });
    if (failure !== null) throw failure;
    runs = await getSheetRuns(db, lead);
  }
  const open = runs.filter((run) => run.finished_at === null && wanted(run)).map((run) => run.id);
  const failures = await followRuns(appContext, open, options);
  const [failure] = failures.values();
  if (failure !== undefined && (runs.length === 1 || options.signal?.aborted)) throw failure;
  if (runs.length === 1) return reportRun(appContext, id);
  const { results } = await reportRun(appContext, id).catch((error: unknown) => {
    throw failure ?? error;
  });
  const issues: { run: bigint; error: PayrunError }[] = [];
  for (const [run, error] of failures) {
    if (!isError(error)) throw error;
    issues.push({ run, error });
  }
  return sheetOutcome(db, lead, results, issues);
}

/**
 * Follows runs, each with its own merchant, fence, keys and quota. Returns the errors by run; they do not stop the
 * other runs.
 */
async function followRuns(
  appContext: AppContext,
  runs: readonly bigint[],
  options: ExecuteOptions,
): Promise<ReadonlyMap<bigint, unknown>> {
  const failures = new Map<bigint, unknown>();
  const limit = pLimit(AT_ONCE);
  const watchOf = combineProgress(options.progress);
  await Promise.all(
    runs.map((run) =>
      limit(async () => {
        const [progress, count] = [watchOf(), { calls: 0, expected: null }];
        const at = { stage: 'report', done: 0, total: null, msLeft: 0 };
        await followRun(appContext, run, { ...options, progress, count });
        progress({ ...at, calls: count.calls, callsExpected: count.expected });
      }).catch((error: unknown) => void failures.set(run, error)),
    ),
  );
  return failures;
}

/** Advances a run until it waits for a user or is done, or until the time for following its payments is over. */
async function followRun(appContext: AppContext, run: bigint, options: ExecuteOptions): Promise<void> {
  const { clock, settleWaitMs } = appContext;
  // Counted from the first pause: the time is for payments in processing, not for what comes before.
  let until = Number.POSITIVE_INFINITY;
  let isLast = settleWaitMs <= 0;
  for (let looks = 0; ; looks++) {
    const lookOptions = { ...options, foreground: true, looksAgain: !isLast };
    const found = await advance(appContext, run, lookOptions).catch((error: unknown) => {
      // While this process paused, another one may have taken the run, for a webhook or a decision.
      if (looks === 0 || !isError(error, 'run_busy')) throw error;
      return null;
    });
    if (found?.failure != null) throw found.failure;
    const next = found === null ? { ms: BUSY_MS } : found.next.find((one) => one.run === run);
    if (next === undefined || !(found?.follows !== false || next.ms === 0)) return;
    until = Math.min(until, clock.now() + settleWaitMs);
    const left = until - clock.now();
    if ((found?.hasRead !== false || looks > 0) && (isLast || left <= 0)) return;
    isLast = !(await sleepUnlessNotified(appContext, run, Math.min(next.ms, left), options.signal)) && left <= next.ms;
  }
}

/** Sleeps for `ms`. If webhooks come in, ends as soon as one about the run does, and returns true. */
async function sleepUnlessNotified(
  appContext: AppContext,
  run: bigint,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { clock, config, ledger } = appContext;
  if (ms <= 0) return false;
  if (!(await isNotified(appContext, (await getRun(ledger.db, run)).merchant_id))) {
    await clock.sleep(ms, signal);
    return false;
  }
  const until = clock.now() + ms;
  for (let left = ms; left > 0; left = until - clock.now()) {
    await clock.sleep(Math.min(HINTS_MS, config.settlePollMs, left), signal);
    if ((await getRunHints(ledger.db, run, 1)).length > 0) return true;
  }
  return false;
}

/** Combines the progress of parallel runs: the sum of their calls, and the longest time left. */
function combineProgress(report: (progress: Progress) => void): () => (progress: Progress) => void {
  const runs: { last: Progress | null }[] = [];
  return () => {
    const run: { last: Progress | null } = { last: null };
    runs.push(run);
    return (progress) => {
      run.last = progress;
      const all = runs.flatMap(({ last }) => last ?? []);
      const same = all.filter(({ stage }) => stage === progress.stage);
      const sum = (numbers: readonly (number | null)[]) =>
        numbers.some((n) => n === null) ? null : numbers.reduce<number>((total, n) => total + n!, 0);
      const left = all.map(({ msLeft }) => msLeft);
      report({
        stage: progress.stage,
        done: sum(same.map(({ done }) => done))!,
        total: sum(same.map(({ total }) => total)),
        calls: sum(all.map(({ calls }) => calls))!,
        callsExpected: sum(all.map(({ callsExpected }) => callsExpected)),
        msLeft: left.some((ms) => ms === null) ? null : Math.max(...left.map((ms) => ms!)),
      });
    };
  };
}
