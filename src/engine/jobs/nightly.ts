import { combineExitCodes, DATABASE_ERRORS, EXIT, isError, isOutOfReach, type PayrunError } from '../../errors.ts';
import type { Db } from '../../ledger/db/db.ts';
import { rerunsAllowed } from '../../ledger/runs/nightly-rerun.ts';
import { type RunRow, unfinishedRuns } from '../../ledger/runs/run.ts';
import { documentState } from '../../outcomes/run-outcome.ts';
import { IN_WORK } from '../../states.ts';
import type { AppContext } from '../context/app-context.ts';
import type { JobContext, JobOutcome, JobReport } from '../job.ts';
import { RECHECK_DAYS } from '../runs/recheck-runs.ts';
import { reportMissing } from '../runs/report-run.ts';
import { rerunFailed } from '../runs/rerun.ts';
import { resumeRuns } from '../runs/resume.ts';
import { type NightlyLine, type NightlyStep, nightlyLines, type OpenRun } from './nightly-report.ts';
import type { OrphanFinding } from './search-orphan-batches.ts';
import { readOpen } from './settle-open.ts';

/** After this many failures in a row to reach the service, the rest is left to the next night. */
const MOST_AWAY = 3;

/**
 * The nightly job. Reads the status of payments that are processing or unconfirmed, and of batches that may have been
 * sent from outside Payrun; looks for returned payments; deletes orphan batches; resumes runs that await funds or were
 * interrupted; retries what the setting `nightlyRerun` allows; writes missing results. An error is reported with its
 * run and does not stop the rest. Safe to run at any time, and more than once. Its exit code is 0 if it did everything,
 * whatever the runs wait for.
 */
export async function runNightly(appContext: AppContext, { maker, progress, signal }: JobContext): Promise<JobReport> {
  const { ledger, clock, log } = appContext;
  const { db } = ledger;
  const lines: NightlyLine[] = [];
  const failures: number[] = [];
  let away = 0;
  const attempt = async (step: NightlyStep, what: string, work: () => Promise<readonly JobOutcome[]>) => {
    signal?.throwIfAborted();
    if (away >= MOST_AWAY) return;
    try {
      for (const outcome of await work()) lines.push(lineOf(step, outcome));
      away = 0;
    } catch (error) {
      if (signal?.aborted || isError(error, ...DATABASE_ERRORS)) throw error;
      const known = isError(error) ? error : null;
      // The process that holds the run continues it.
      if (isError(error, 'run_busy', 'fenced')) return void log.info({ what }, error.message);
      if (!known) log.error({ what, error: (error as Error).name }, 'the nightly job hit an unexpected error');
      away = isOutOfReach(error) ? away + 1 : 0;
      failures.push(known?.exitCode ?? EXIT.defect);
      lines.push({ ...NOTHING, step, what, error: errorLine(known) });
    }
  };
  const each = async (step: NightlyStep, runs: readonly bigint[], place: AppContext) => {
    for (const run of runs)
      await attempt(step, `run ${run}`, () => resumeRuns(place, { run: String(run), progress, signal }));
  };

  let followed: readonly bigint[] = [];
  await readOpen(appContext, { progress, signal, failedDays: RECHECK_DAYS }, attempt, async (runs) => {
    followed = runs;
    // One poll for each run: with hundreds of runs there is no time to wait for one of them.
    await each('settle', runs, { ...appContext, settleWaitMs: 0 });
  });
  const toContinue = (await unfinishedRuns(db)).filter((run) => !followed.includes(run.id) && mayGoOn(run));
  await each(
    'resume',
    toContinue.map(({ id }) => id),
    appContext,
  );
  for (const [run, references] of await rerunsAllowed(
    db,
    (await appContext.rules()).rules.nightlyRerun,
    new Date(clock.now()),
  ))
    await attempt('retry', `run ${run}`, async () => [
      await rerunFailed(appContext, {
        run: String(run),
        maker,
        states: ['failed'],
        references,
        dryRun: false,
        confirm: 'yes',
        progress,
        signal,
      }),
    ]);
  await attempt('report', 'results', async () => {
    const { outcomes, failure } = await reportMissing(appContext);
    if (failure !== undefined) throw failure;
    return outcomes;
  });

  const left = await openRuns(db);
  const gaveUp = away >= MOST_AWAY;
  return {
    document: { lines, open: left, gaveUp },
    lines: nightlyLines(lines, left, gaveUp),
    exitCode: combineExitCodes(failures),
  };
}

async function openRuns(db: Db): Promise<readonly OpenRun[]> {
  return (await unfinishedRuns(db)).map(({ id, merchant_id: merchant, status: outcome, note }) => {
    return { run: String(id), merchant, state: documentState(outcome, false), outcome, note };
  });
}

/** Whether a run was interrupted or refused, or awaits funds. One that was never submitted is not resumed. */
const mayGoOn = ({ status, confirmed_at, refused }: RunRow) =>
  status === 'insufficient_funds' || (confirmed_at !== null && (IN_WORK.includes(status) || refused !== null));

const NOTHING = { state: null, outcome: null, counts: null, note: null, results: null } as const;

function lineOf(step: NightlyStep, found: JobOutcome): NightlyLine {
  if (!('run' in found)) {
    const { run, what } = found.document as OrphanFinding['document'];
    return { ...NOTHING, step, what: `run ${run}`, note: what, error: null };
  }
  const { run, state, outcome, counts, note, results } = found;
  return { step, what: `run ${run}`, state, outcome, counts, note, results, error: null };
}

function errorLine(error: PayrunError | null): NonNullable<NightlyLine['error']> {
  if (error) return { code: error.code, message: error.message, next: error.next };
  return { code: 'defect', message: 'This is a bug in Payrun.', next: 'This process’s log has the details.' };
}
