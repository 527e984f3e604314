import { FOLLOWED } from '../../batches/settlements/follow-batch.ts';
import { DATABASE_ERRORS, isError, isOutOfReach, type PayrunError } from '../../errors.ts';
import { batchesOf } from '../../ledger/batches/batch.ts';
import { runsInQueue } from '../../ledger/operations/queue-tasks.ts';
import { unreportedRuns } from '../../ledger/runs/reported-runs.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { readRunOutcomes } from '../../ledger/runs/run-facts.ts';
import { noteRunError, runsOfSheet } from '../../ledger/runs/sheet-runs.ts';
import { listeningFor } from '../../ledger/webhooks/webhook-receiver.ts';
import type { Outcome } from '../../outcomes/run-outcome.ts';
import { runPipeline, runToTheStart } from '../../pipeline.ts';
import { runKind } from '../../references/run-kinds.ts';
import type { RunState } from '../../states.ts';
import type { AppContext } from '../context/app-context.ts';
import { withRun } from '../leases/with-run-lease.ts';
import { ingestRunsOfSheet } from '../runs/execute-run.ts';
import { runMethods } from '../runs/run-methods.ts';
import { writeRunReport } from '../runs/write-run-report.ts';
import { enqueue } from './enqueue.ts';
import { QUEUE } from './open-queue.ts';
import type { QueuedTask } from './task.ts';
import { asTaskError } from './task-error.ts';

/** The result of one pass over a run. */
export interface ProcessedRun {
  readonly run: string;
  readonly merchant: string;
  readonly state: RunState;
  readonly outcome: Outcome;
  readonly note: string | null;
  /** Whether its state changed. */
  readonly moved: boolean;
  /** Path of the results workbook; null if this pass wrote none. */
  readonly results: string | null;
  /** The error that stops it for now. */
  readonly error: PayrunError | null;
  /** When to queue it again, in ms from now; null if it leaves the queue. */
  readonly again: number | null;
}

/**
 * Payments take minutes at least, so the first status read after a start comes after this many of the shortest pauses.
 */
const FIRST_PAUSES = 10;
/** Errors after which another process, or this one later, can continue. They are not recorded with the run. */
const NOT_OF_THE_RUN = [
  'run_busy',
  'fenced',
  ...DATABASE_ERRORS,
  'vault_key_changed',
  'ledger_environment',
  'rules_missing',
] as const;
const LONGEST_PAUSE_MS = 15 * 60_000;
const OUT_OF_REACH_MS = 5_000;
const LONGEST_OUT_OF_REACH_MS = 5 * 60_000;

/**
 * Takes a run as far as it can go now, for a worker. Does not wait for payments to become final, but says when to
 * continue. Null if there is nothing to do. Errors of the run are recorded with it and returned. Throws the errors of
 * `NOT_OF_THE_RUN` and the signal's reason.
 */
export async function processRunTask(
  appContext: AppContext,
  { run: name, takesIn = false, attempt = 0 }: Extract<QueuedTask, { kind: 'run' }>,
  signal: AbortSignal,
): Promise<ProcessedRun | null> {
  const { db } = appContext.ledger;
  const before = await getRun(db, name);
  const { id } = before;
  // An uploaded sheet whose process ended before it was read. It must be read before it can be submitted.
  const unread = before.options.ask === true && before.intake_at === null;
  if (before.confirmed_at === null && !unread) return null;
  // A done run without results: an earlier worker ended after the last payment and before the results were written.
  if (before.state === 'done' && !takesIn && !(await unreportedRuns(db)).includes(id)) return null;

  const withoutWaiting = { ...appContext, settleWaitMs: 0 };
  let results: string | null = null;
  let taskError: PayrunError | null = null;
  try {
    const onlyIn = takesIn || before.confirmed_at === null;
    results = onlyIn ? await ingestOnly(withoutWaiting, id, signal) : await processRun(withoutWaiting, before, signal);
  } catch (error) {
    if (signal.aborted || isError(error, ...NOT_OF_THE_RUN)) throw error;
    taskError = asTaskError(error);
    appContext.log.warn(
      { run: name, code: taskError.code, detail: taskError.details.detail },
      'a run could not continue',
    );
    // Pages, mails and the note beside a dropped file show it: its reader has no command line.
    await noteRunError(db, id, taskError.onPage);
  }
  const since = appContext.clock.now();
  const after = await getRun(db, id);
  const moved = after.state !== before.state;
  const isUnderWay = after.confirmed_at !== null && after.intake_at !== null;
  if (moved && results === null && !takesIn && runKind(after.job).hasPayments && isUnderWay)
    results = await reportIfLast(appContext, after).catch((error: unknown) => {
      if (isError(error, ...DATABASE_ERRORS)) throw error;
      taskError ??= asTaskError(error);
      return null;
    });
  return {
    run: name,
    merchant: after.merchant_id,
    state: after.state,
    outcome: (await readRunOutcomes(db, [id])).get(id)!,
    note: after.note,
    moved,
    results,
    error: taskError,
    again: takesIn ? null : await pauseOf(appContext, after, { error: taskError, attempt: moved ? 0 : attempt, since }),
  };
}

/** Returns the path of the results if they were written on the way. */
async function processRun(appContext: AppContext, run: RunRow, signal: AbortSignal): Promise<string | null> {
  const watch = { progress: () => {}, signal };
  const methods = runMethods(run.job);
  if (run.state === 'done') return (await methods.report(appContext, run.id)).results;
  if (!runKind(run.job).hasPayments)
    return (await methods.execute(appContext, run.id, { ...watch, confirm: null })).results;
  // No run of a sheet is paid before the whole sheet is ingested: intake may still find that nothing of it may be paid.
  const lead = await getRun(appContext.ledger.db, run.lead_run ?? run.id);
  if (lead.intake_at === null) await ingestRunsOfSheet(appContext, run.id, { ...watch, confirm: null });
  // A dry run, or nothing in it can be paid.
  if (run.intake_at === null && (await getRun(appContext.ledger.db, run.id)).state === 'done') return null;
  await withRun(appContext, run.id, watch, run.state === 'working' ? runToTheStart : runPipeline);
  return null;
}

/**
 * Ingests the sheet, and queues each of its runs that is confirmed. Returns the path of the results if nothing is left
 * to do.
 */
async function ingestOnly(appContext: AppContext, id: bigint, signal: AbortSignal): Promise<string | null> {
  const runs = await ingestRunsOfSheet(appContext, id, { progress: () => {}, signal, confirm: null });
  const open = runs.filter(({ state }) => state !== 'done');
  const confirmed = open.filter(({ confirmed_at }) => confirmed_at !== null);
  for (const run of confirmed) await enqueue(appContext, { kind: 'run', run: String(run.id) });
  return open.length === 0 && runs[0]!.rows_in ? writeRunReport(appContext, id) : null;
}

/**
 * The runs of a sheet share one results workbook. The last run whose payments are processing writes it, and the last
 * run that is done writes it again.
 */
async function reportIfLast(appContext: AppContext, { id, lead_run, state }: RunRow): Promise<string | null> {
  const { db } = appContext.ledger;
  const others = (await runsOfSheet(db, lead_run ?? id)).filter((run) => run.id !== id);
  if (state !== 'on_the_way' && others.some((run) => run.state === 'on_the_way')) return null;
  const working = others.filter((run) => run.state === 'working').map((run) => run.id);
  return working.length > 0 && (await runsInQueue(db, QUEUE, working)).size > 0 ? null : writeRunReport(appContext, id);
}

/**
 * How long a run is left alone, in ms. `since`: when it was as far as it can go now, before its results were written.
 */
async function pauseOf(
  { clock, config, ledger }: AppContext,
  { id, merchant_id }: RunRow,
  { error, attempt, since }: { error: PayrunError | null; attempt: number; since: number },
): Promise<number | null> {
  const growing = (first: number, longest: number) => Math.min(first * 2 ** Math.min(attempt, 30), longest);
  // The right service, or the right keys, may be back at any time.
  if (isOutOfReach(error) || isError(error, 'service_changed', 'keys_environment'))
    return growing(OUT_OF_REACH_MS, LONGEST_OUT_OF_REACH_MS);
  // Even a run that requires action or awaits funds may have payments in processing.
  if (error !== null || (await batchesOf(ledger.db, id, ...FOLLOWED)).length === 0) return null;
  const pause = Math.max(0, growing(FIRST_PAUSES * config.settlePollMs, LONGEST_PAUSE_MS) - (clock.now() - since));
  if (config.webhooks === 'off') return pause;
  const isNotified = config.webhooks === 'only' || (await listeningFor(ledger.db, [merchant_id])).size > 0;
  return isNotified ? Math.max(pause, config.webhookSilenceMs) : pause;
}
