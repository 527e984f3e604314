import { isError, PayrunError } from '../../errors.ts';
import { updatePaidTwice } from '../../ledger/batches/update-paid-twice.ts';
import type { Db } from '../../ledger/db/db.ts';
import { isDryRunId } from '../../ledger/db/dry-run.ts';
import { recordRefused } from '../../ledger/runs/blocked-runs.ts';
import { getRun, type NextLook } from '../../ledger/runs/run.ts';
import type { ActiveRun, LocalDeps, StepDeps } from '../../step.ts';
import type { AppContext } from '../context/app-context.ts';
import { type CallCount, createProgressTracker, type Progress, type ProgressTracker } from './progress-tracker.ts';
import { leaseRun } from './run-lease.ts';
import { updateRunAtRest } from './update-run-at-rest.ts';

export interface RunWatch {
  readonly progress: (progress: Progress) => void;
  readonly signal?: AbortSignal | undefined;
  /** The calls of earlier passes over the run; by default they are counted from now on. */
  readonly count?: CallCount | undefined;
  /** Says when to look at the run again, once its status is updated; `failure`: the error of the work. */
  readonly nextLook?: ((run: bigint, failure: unknown) => Promise<NextLook>) | undefined;
  /** True if this process soon looks at the run again. */
  readonly looksAgain?: boolean | undefined;
}

/** A run that this process holds. */
export interface LeasedRun {
  readonly run: ActiveRun;
  readonly deps: LocalDeps;
  readonly tracker: ProgressTracker;
  /** Opens the service for the run's merchant. Throws what `AppContext.service` throws. */
  withService(): Promise<StepDeps>;
}

/**
 * Takes the run for this process, does `work` under its fence, then updates the run's status. Returns what `work`
 * returns. Throws `run_busy`, `fenced` and the errors of `work`; the run can be resumed later.
 */
export async function withRunLease<T>(
  appContext: AppContext,
  id: bigint,
  watch: RunWatch,
  work: (held: LeasedRun) => Promise<T>,
): Promise<T> {
  const { ledger, config, clock, ids, log, rowsALoad } = appContext;
  // Before the lease, so that a process that may not pay from this ledger does not block one that may.
  await appContext.rules();
  const lease = await leaseRun(appContext, id, watch.nextLook !== undefined);
  let failure: unknown = null;
  // If the database cannot be reached, the first error is the one to report.
  const unlessAway = (what: string) => (error: unknown) =>
    log.warn({ run: String(id), code: (error as { code?: unknown }).code }, what);
  try {
    const { merchant_id: merchant, maker, options, intake_at: readIn } = await getRun(ledger.db, id);
    const run: ActiveRun = { id, fence: lease.fence, merchant, maker, options };
    const tracker = createProgressTracker(appContext, id, readIn ? 'resume' : 'intake', watch.progress, watch.count);
    const rules = async (db?: Db) => (await appContext.rules(db)).rules;
    const signal = watch.signal ? AbortSignal.any([watch.signal, lease.lost]) : lease.lost;
    const deps: LocalDeps = {
      ledger,
      clock,
      ids,
      config,
      rules,
      looksAgain: watch.looksAgain ?? false,
      log,
      rowsALoad,
      signal,
      progress: tracker.progress,
    };
    const withService = async () => ({
      ...deps,
      service: await appContext.service(merchant, { run: id, onCall: tracker.onCall }),
    });
    let refused: string | null = null;
    try {
      return await work({ run, deps, tracker, withService });
    } catch (error) {
      failure = error;
      if (isRefusal(error) && !isDryRunId(id)) error.run = String(id);
      refused = isRefusal(error) && !signal.aborted ? error.onPage : null;
      // If another process has taken over the run, `fenced` matters more than any other error.
      throw (await lease.extend()) ? error : new PayrunError('fenced', { run: String(id) }, { cause: error });
    } finally {
      await updateOutcome(appContext, { id, merchant }, refused).catch(
        unlessAway('the status of the run was not updated'),
      );
    }
  } finally {
    const next = (await watch.nextLook?.(id, failure).catch(unlessAway('when to look again was not found'))) ?? null;
    await lease.release(next).catch(unlessAway('the lease was not released'));
  }
}

/**
 * Updates the run's status by its rows and why it was refused, and the runs of earlier payments of its references that
 * it has paid as well.
 */
async function updateOutcome(
  { ledger, clock }: AppContext,
  { id, merchant }: Pick<ActiveRun, 'id' | 'merchant'>,
  refused: string | null,
): Promise<void> {
  await recordRefused(ledger.db, id, refused);
  await updateRunAtRest(ledger.db, id);
  for (const run of await updatePaidTwice(ledger, merchant, new Date(clock.now())))
    await updateRunAtRest(ledger.db, run);
}

/** `withRunLease` with the run's payout service already open. */
export function withRun(
  appContext: AppContext,
  id: bigint,
  watch: RunWatch,
  work: (run: ActiveRun, deps: StepDeps, tracker: ProgressTracker) => Promise<void>,
): Promise<void> {
  return withRunLease(appContext, id, watch, async ({ run, tracker, withService }) =>
    work(run, await withService(), tracker),
  );
}

/** Errors with which a run ends at each attempt, until a user corrects the keys, the address or what was refused. */
const REFUSALS = [
  'keys_environment',
  'keys_required',
  'keys_of_wrong_kind',
  'service_changed',
  'service_keys_refused',
  'service_not_authorized',
  'service_refused',
  'service_read_refused',
  'service_not_found',
  'vault_damaged',
] as const;

function isRefusal(error: unknown): error is PayrunError {
  return isError(error, ...REFUSALS);
}
