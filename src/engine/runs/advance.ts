import { FOLLOWED } from '../../batches/settlements/follow-batch.ts';
import { DATABASE_ERRORS, isError, isOutOfReach } from '../../errors.ts';
import { getBatches } from '../../ledger/batches/batch.ts';
import { getRun, type RunRow } from '../../ledger/runs/run.ts';
import { postponeLook, restRun, scheduleLook } from '../../ledger/runs/run-looks.ts';
import { getSheetRuns, namesMerchants, noteRunError } from '../../ledger/runs/sheet-runs.ts';
import { listeningFor } from '../../ledger/webhooks/webhook-receiver.ts';
import { runPipeline, runUntilStart } from '../../pipeline.ts';
import { type RunSubject, runKind } from '../../references/run-kinds.ts';
import { CONTINUED, IN_WORK } from '../../states.ts';
import type { AppContext } from '../context/app-context.ts';
import { type LeasedRun, type RunWatch, withRunLease } from '../leases/with-run-lease.ts';
import type { ConfirmOptions } from '../plan/confirm-run.ts';
import { remainingCalls } from '../plan/remaining-calls.ts';
import { asTaskError } from './as-task-error.ts';
import { ingestAndConfirm } from './ingest-and-confirm.ts';

export interface AdvanceOptions extends RunWatch, Pick<ConfirmOptions, 'announce'> {
  /**
   * Asks the user to submit the run; null if no user is present, so that a run whose user left is canceled. Without it,
   * a run that is not submitted is left alone, but for an uploaded sheet that is not read.
   */
  readonly confirm?: ConfirmOptions['confirm'] | undefined;
  /** True while a user waits for the run: pauses are short. */
  readonly foreground?: boolean | undefined;
}

/** The next look at a run, in ms from the end of the pass. */
export interface Look {
  readonly run: bigint;
  readonly ms: number;
}

export interface Advanced {
  /** The run with its new status. */
  readonly run: RunRow;
  /** Whether it waits for something else than before. */
  readonly moved: boolean;
  /** The error that stops it for now; null if none does. */
  readonly failure: unknown;
  /** Whether the outcomes of payments that were started earlier were read. */
  readonly hasRead: boolean;
  /** Whether payments are in processing, so that it pays to wait. */
  readonly follows: boolean;
  /** This run, or the runs of its sheet, unless they wait for a user or are done. The ledger has it as `look_at`. */
  readonly next: readonly Look[];
}

/** Errors after which another process, or this one later, can continue. They are not recorded with the run. */
const NOT_OF_THE_RUN = [
  'run_busy',
  'fenced',
  ...DATABASE_ERRORS,
  'vault_key_changed',
  'ledger_environment',
  'rules_missing',
] as const;

/**
 * Does the next possible thing of a run under its fence, and says when to look at it again. This is the order of a run:
 *
 *   the run                                 does                                        is looked at again
 *   is done                                 nothing                                     until its results are written
 *   imports recipients or sub-merchants     all of its steps                            if it was stopped
 *   has a sheet that is not read            reads it; its lead run does so for all      each run of the sheet, at once
 *   is not submitted                        asks the user, if one is present            when a user submits it
 *   is submitted                            the steps of `pipeline.ts` to the start     if it started something
 *   has started or waits for something      all steps, with the outcomes of payments    after a growing pause
 *   cannot reach the service                nothing                                     after a growing pause
 *   has a pay date                          all but the start                           on that day
 *   waits for funds, or was refused         nothing                                     after a long pause
 *
 * It can be called at any time, by any process: a second one throws `run_busy`. Throws the errors of `NOT_OF_THE_RUN`
 * and the signal's reason; other errors are noted with the run and returned.
 */
export async function advance(appContext: AppContext, id: bigint, options: AdvanceOptions): Promise<Advanced> {
  const { db } = appContext.ledger;
  const before = await getRun(db, id);
  const found = { failure: null as unknown, follows: false, next: [] as readonly Look[] };
  if (before.finished_at !== null || isLeftToUser(before, options)) {
    await restRun(db, id);
    return { run: before, moved: false, hasRead: true, ...found };
  }
  try {
    await WORK[runKind(before.job).subject](appContext, before, {
      ...options,
      nextLook: async (held, failure) => {
        const now = await getRun(db, held);
        Object.assign(found, await nextLooks(appContext, before, now, failure, options));
        const waits = (ms: number) => options.foreground && (found.follows || ms === 0);
        const later = (ms: number) => ms + (waits(ms) ? FOREGROUND_MS : 0);
        for (const { run, ms } of found.next) if (run !== held) await scheduleLook(db, [run], later(ms));
        const own = options.signal?.aborted ? { ms: 0 } : found.next.find(({ run }) => run === held);
        const ms = own === undefined ? null : later(own.ms);
        // It waits for the lead run, which reads the sheet.
        if (held !== id && !found.next.some(({ run }) => run === id)) await postponeLook(db, id, ms);
        const isUnchanged = !hasMoved(before, now) && !readsSheetForAll(before);
        return { ms, looks: isUnchanged ? now.looks + 1 : 0 };
      },
    });
  } catch (error) {
    if (options.signal?.aborted || isError(error, ...NOT_OF_THE_RUN)) throw error;
    found.failure = error;
    const { code, details, onPage } = asTaskError(error);
    appContext.log.warn({ run: String(id), code, detail: details.detail }, 'a run could not continue');
    // Shown on pages, in mails and in the note next to a dropped file: their readers have no command line.
    await noteRunError(db, id, onPage);
  }
  const run = await getRun(db, id);
  return { run, moved: hasMoved(before, run), hasRead: readsOutcomes(before), ...found };
}

const hasMoved = (before: RunRow, now: RunRow) =>
  (before.status !== now.status && !(IN_WORK.includes(before.status) && IN_WORK.includes(now.status))) ||
  (before.finished_at === null) !== (now.finished_at === null);

/** While a user waits, workers look at the run this much later than the process of the user. */
const FOREGROUND_MS = 30_000;

function isLeftToUser({ confirmed_at, intake_at, options: { ask } }: RunRow, { confirm }: AdvanceOptions): boolean {
  return confirm === undefined && confirmed_at === null && !(ask === true && intake_at === null);
}

/**
 * Reading the outcomes of payments that were just started takes time and a call, and finds none. A run whose other
 * batches keep it working is read when it is looked at again.
 */
const readsOutcomes = ({ status, looks }: RunRow) => !IN_WORK.includes(status) || looks > 0;

/** A sheet whose rows name merchants is read first, and then each of its runs is looked at. */
const readsSheetForAll = (run: RunRow) => run.intake_at === null && namesMerchants(run);

type Work = (appContext: AppContext, run: RunRow, options: AdvanceOptions) => Promise<unknown>;

const WORK: Readonly<Record<RunSubject, Work>> = {
  payments: advancePayments,
  // Loaded only for such runs.
  recipients: async (appContext, { id }, options) => {
    const { workOnRecipients } = await import('../recipients/sync-recipients.ts');
    return withRunLease(appContext, id, options, (held) => workOnRecipients(appContext, held));
  },
  merchants: async (appContext, { id }, options) => {
    const { workOnMerchants } = await import('../merchants/merchant-run.ts');
    return withRunLease(appContext, id, options, (held) => workOnMerchants(appContext, held));
  },
};

async function advancePayments(appContext: AppContext, before: RunRow, options: AdvanceOptions): Promise<void> {
  const { confirm } = options;
  const pay = (held: LeasedRun) => payHeld(appContext, held, before);
  // No run of a sheet is paid before all rows are read: intake may still find that none may be paid.
  const sheet = await getSheetRuns(appContext.ledger.db, before.id);
  const isReady = sheet.every(
    ({ intake_at, confirmed_at, finished_at }) =>
      intake_at !== null && (confirm === undefined || confirmed_at !== null || finished_at !== null),
  );
  if (isReady) await withRunLease(appContext, before.id, options, pay);
  else await ingestAndConfirm(appContext, before.id, { ...options, confirm: confirm ?? null }, pay);
}

async function payHeld(appContext: AppContext, { run, tracker, withService }: LeasedRun, before: RunRow) {
  const deps = await withService();
  if (!readsOutcomes(before)) tracker.expect(await remainingCalls(appContext, run.id));
  await (readsOutcomes(before) ? runPipeline : runUntilStart)(run, deps);
}

/** Payments take minutes at least, so workers read the first time after this many of the shortest pauses. */
const FIRST_PAUSES = 10;
const LONGEST_PAUSE_MS = 15 * 60_000;
/** While a user waits. */
const LONGEST_POLL_MS = 30_000;
const OUT_OF_REACH_MS = 5_000;
const LONGEST_OUT_OF_REACH_MS = 5 * 60_000;
/** The process that completes a run writes its results within a minute or so: a million rows take that long. */
const REPORT_MS = 2 * 60_000;

/** The next look at a run, by the first of these cases that applies. */
async function nextLooks(
  appContext: AppContext,
  before: RunRow,
  now: RunRow,
  failure: unknown,
  { foreground = false }: AdvanceOptions,
): Promise<Pick<Advanced, 'follows' | 'next'>> {
  const { config, ledger, clock } = appContext;
  const { id, merchant_id, sheet_id, rows_in, status, confirmed_at, finished_at, refused, starts_at } = now;
  const looks = hasMoved(before, now) ? 0 : now.looks;
  const growing = (first: number, factor: number, longest: number) =>
    Math.min(first * factor ** Math.min(looks, 30), longest);
  const inMs = (ms: number, follows = false) => ({ follows, next: [{ run: id, ms }] });
  const never = { follows: false, next: [] };
  // The right service, or the right keys, may be back at any time.
  if (isOutOfReach(failure) || isError(failure, 'service_changed', 'keys_environment'))
    return inMs(growing(OUT_OF_REACH_MS, 2, LONGEST_OUT_OF_REACH_MS));
  if (confirmed_at === null) return never;
  if (finished_at !== null) return sheet_id === null || rows_in === 0 ? never : inMs(REPORT_MS);
  if (failure === null && readsSheetForAll(before)) {
    const runs = await getSheetRuns(ledger.db, id);
    const open = runs.filter((run) => run.finished_at === null && run.confirmed_at !== null);
    return { follows: false, next: open.map((run) => ({ run: run.id, ms: 0 })) };
  }
  // Even a run that requires action or awaits funds may have payments in processing.
  const followed = failure === null ? await getBatches(ledger.db, id, ...FOLLOWED) : [];
  if (followed.length > 0) {
    const { settlePollMs: poll } = config;
    const pause = !foreground
      ? growing(FIRST_PAUSES * poll, 2, LONGEST_PAUSE_MS)
      : readsOutcomes(before)
        ? growing(poll, 1.5, LONGEST_POLL_MS)
        : 0;
    // An approval in the payout service may take hours: no user waits for it.
    const follows = followed.some((batch) => batch.state === 'started');
    return inMs(
      (await isNotified(appContext, merchant_id)) ? Math.max(pause, config.webhookSilenceMs) : pause,
      follows,
    );
  }
  const early = starts_at === null ? 0 : starts_at.getTime() - clock.now();
  if (failure === null && IN_WORK.includes(status) && early > 0) return inMs(early);
  const continues = refused !== null || CONTINUED.includes(status);
  return continues ? inMs(LONGEST_PAUSE_MS) : never;
}

/** Whether webhooks about a merchant's payments come in, so that the service is only asked after a silence. */
export async function isNotified({ config, ledger }: AppContext, merchant: string): Promise<boolean> {
  if (config.webhooks !== 'auto') return config.webhooks === 'only';
  return (await listeningFor(ledger.db, [merchant])).size > 0;
}
