import type { Config } from '../../config.ts';
import type { Db } from '../../ledger/db/db.ts';
import { lastJobRuns } from '../../ledger/operations/job-run.ts';
import { lastScheduledRuns, type ScheduledRunState } from '../../ledger/operations/scheduled-run.ts';
import { getRuns } from '../../ledger/runs/run.ts';
import { nextDue } from '../../platform/cron.ts';
import { showInZone } from '../../platform/time-zone.ts';
import type { RunStatus } from '../../states.ts';
import type { FoundJob } from '../jobs/find-jobs.ts';
import { type ScheduleEntry, scheduleEntries } from './schedule-entries.ts';

/** A job with its schedule and its last run. */
export interface ListedJob {
  readonly name: string;
  /** Null if its file does not load; `fault` has the reason and the next step. */
  readonly summary: string | null;
  readonly fault: string | null;
  readonly file: string;
  readonly triggers: readonly ListedTrigger[];
  /** Whether it handles files that arrive in the inbox. */
  readonly inbox: boolean;
  /** The last time that it ran, by hand or by schedule; null if never. */
  readonly lastRun: ListedJobRun | null;
}

export interface ListedTrigger {
  readonly cron: string;
  readonly timeZone: string;
  readonly catchUp: boolean;
  readonly input: ScheduleEntry['input'];
  /** ISO 8601, UTC. */
  readonly next: string;
  /** The same time on the clocks of its zone. */
  readonly nextThere: string;
  /** ISO 8601, UTC; null if it was never due. */
  readonly lastDue: string | null;
  readonly lastState: ScheduledRunState | null;
}

export interface ListedJobRun {
  readonly maker: string;
  /** ISO 8601, UTC. */
  readonly began: string;
  /** ISO 8601, UTC; null while it runs, and if its process ended before it did. */
  readonly ended: string | null;
  readonly exitCode: number | null;
  /** The result in one line. */
  readonly resultText: string | null;
  /** The next step after it, by channel; null if there is none. */
  readonly next: Readonly<Record<'cli' | 'page', string>> | null;
  /** The outcome if it is a payment run; null for any other execution. */
  readonly outcome: RunStatus | null;
}

/**
 * All jobs, and the entries of the setting `schedule` that cannot run. Without a database, nothing about past runs.
 * `now` in ms UTC.
 */
export async function listJobs(
  found: readonly FoundJob[],
  config: Pick<Config, 'schedule' | 'timeZone'>,
  db: Db | null,
  now: number,
): Promise<{ readonly jobs: readonly ListedJob[]; readonly faults: readonly string[] }> {
  const { entries, faults } = scheduleEntries(found, config);
  const firings: Awaited<ReturnType<typeof lastScheduledRuns>> = db ? await lastScheduledRuns(db) : new Map();
  const names = found.map(({ name }) => name);
  const runs: Awaited<ReturnType<typeof lastJobRuns>> = db ? await lastJobRuns(db, names) : new Map();
  const payments = [...runs.values()].flatMap(({ run }) => run ?? []);
  const outcomes = new Map((db ? await getRuns(db, payments) : []).map(({ id, status }) => [id, status]));
  const triggerOf = ({ key, cron, timeZone, catchUp, input }: ScheduleEntry): ListedTrigger => {
    const next = nextDue(cron, timeZone, now);
    const last = firings.get(key);
    return {
      cron,
      timeZone,
      catchUp,
      input,
      next: new Date(next).toISOString(),
      nextThere: showInZone(next, timeZone),
      lastDue: last?.due_at.toISOString() ?? null,
      lastState: last?.state ?? null,
    };
  };
  const jobs = found.map(({ name, job, fault, file }): ListedJob => {
    const run = job ? runs.get(name) : undefined;
    return {
      name,
      summary: job?.summary ?? null,
      fault,
      file,
      triggers: job ? entries.filter((entry) => entry.job === name).map(triggerOf) : [],
      inbox: job?.triggers?.some((trigger) => 'folder' in trigger) ?? false,
      lastRun: run
        ? {
            maker: run.maker,
            began: run.began_at.toISOString(),
            ended: run.ended_at?.toISOString() ?? null,
            exitCode: run.exit_code,
            ...summaryParts(run.summary),
            outcome: run.run === null ? null : (outcomes.get(run.run) ?? null),
          }
        : null,
    };
  });
  return { jobs, faults: faults.map(({ fault }) => fault) };
}

/** The parts of a stored summary: the result, and the next steps in the lines below it. */
function summaryParts(summary: string | null): Pick<ListedJobRun, 'resultText' | 'next'> {
  const [resultText = null, cli = '', page = ''] = summary?.split('\n') ?? [];
  return { resultText, next: cli === '' && page === '' ? null : { cli, page } };
}
