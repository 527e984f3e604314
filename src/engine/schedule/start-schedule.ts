import {
  claimUnqueued,
  decideScheduledRun,
  markEnqueued,
  resetWatchedUntil,
  type ScheduledRun,
  watchedUntil,
} from '../../ledger/operations/scheduled-run.ts';
import { SCHEDULE } from '../../permissions/actor.ts';
import { lastDue, MOST_COUNTED, nextDue } from '../../platform/cron.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { showInZone } from '../../platform/time-zone.ts';
import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';
import { findJobs } from '../jobs/find-jobs.ts';
import { enqueue as enqueueTask } from '../queue/enqueue.ts';
import { type ScheduleEntry, scheduleEntries } from './schedule-entries.ts';

export interface ScheduleOptions {
  /** Shows a line to the user of the process. By default it is logged. */
  readonly report?: (line: string) => void;
  readonly enqueue?: typeof enqueueTask;
  readonly jobs?: typeof findJobs;
  /** The time (ms) that the process which claimed a due time has to queue the job before other processes may. */
  readonly claimMs?: number;
  /** Between two checks of the clock, and of jobs that other processes did not queue, in ms. */
  readonly lookMs?: number;
}

/** Timers do not notice that the clock is set, so it is checked at this interval. */
const LOOK_MS = 15_000;
/** A due time that is noticed this much later was missed: no process was running, or the clock was set forward. */
const LATE_MS = 10 * 60_000;
/** Due times decided this far in the future come from a clock that was ahead. */
const AHEAD_MS = 10 * 60_000;
const CLAIM_MS = 60_000;

/**
 * Queues jobs when they are due, until it is closed. Job files are read once, at the start.
 *
 * Each due time is a row of `firing`, unique by schedule and time. Of many instances one inserts it and queues the job,
 * and a clock that is set back meets the existing rows. The cron of pg-boss is not used: it cannot report due times
 * that were missed, identifies a due time only by a debounce of one minute, and uses the database's clock, which tests
 * cannot move.
 *
 * The row comes first and the queue second. If a process ends between them, another instance queues the job a minute
 * later. If it ends after queuing and before recording that, the job is queued twice. A job may run twice: the ledger
 * protects its payments.
 */
export async function startSchedule(appContext: AppContext, options: ScheduleOptions = {}): Promise<Component> {
  const { ledger, clock, config, log } = appContext;
  const { enqueue = enqueueTask, jobs = findJobs, claimMs = CLAIM_MS, lookMs = LOOK_MS } = options;
  const report = options.report ?? ((line: string) => log.info({}, line));
  const { entries, faults } = scheduleEntries(await jobs(config.jobsFolder), config);
  for (const { fault } of faults) report(`${fault}. It does not start automatically.`);

  /** For each schedule, the time until which it is decided, and its next due time. */
  const watch = new Map<string, { until: number; next: number }>();
  /** Due times that were noticed in time but not decided yet, because the database could not be reached. */
  const noticed = new Map<string, number>();
  const watchFrom = ({ key, cron, timeZone }: ScheduleEntry, until: number) =>
    watch.set(key, { until, next: nextDue(cron, timeZone, until) });

  const put = async (firing: ScheduledRun) => {
    const { id, job, input } = firing;
    await enqueue(appContext, { kind: 'job', job, input, maker: SCHEDULE });
    await markEnqueued(ledger.db, id);
  };

  const checkEntry = async (entry: ScheduleEntry) => {
    const { key, job, cron, timeZone, input } = entry;
    const now = clock.now();
    const { until, next } = watch.get(key)!;
    if (until > now + AHEAD_MS) {
      await resetWatchedUntil(ledger.db, key, new Date(now));
      watchFrom(entry, now);
      report(
        `The clock was set back: job ${job} was watched until ${shown(until, timeZone)}. What was done is not done again.`,
      );
      return;
    }
    if (next > now) return;
    const due = lastDue(cron, timeZone, until, now);
    if (due === null) return void watchFrom(entry, until);
    const inTime = now - due.at <= LATE_MS || noticed.get(key) === due.at;
    if (inTime) noticed.set(key, due.at);
    const state = inTime || entry.catchUp ? 'due' : 'skipped';
    const firing = await ledger.tx((db) =>
      decideScheduledRun(db, { schedule: key, job, input, due_at: new Date(due.at), state }, claimMs),
    );
    noticed.delete(key);
    watchFrom(entry, due.at);
    // Another instance was first.
    if (firing === null) return;
    report(sentenceOf(entry, due, inTime));
    if (state === 'due') await put(firing);
  };

  let failed = false;
  const round = async () => {
    failed = false;
    for (const entry of entries) await attempt(() => checkEntry(entry), entry.job);
    await attempt(async () => {
      for (const firing of await claimUnqueued(ledger.db, claimMs)) {
        report(
          `Job ${firing.job} was due at ${firing.due_at.toISOString()}. The process that noticed it ended before queuing it, so it is queued now.`,
        );
        await put(firing);
      }
    }, null);
  };
  const attempt = async (work: () => Promise<unknown>, job: string | null) => {
    try {
      await work();
    } catch (error) {
      // Nothing is lost: the next round finds the due times again.
      failed = true;
      log.warn({ job, code: (error as { code?: unknown }).code }, 'a scheduled job could not be queued');
    }
  };

  const start = clock.now();
  for (const entry of entries) {
    watchFrom(entry, (await watchedUntil(ledger.db, entry.key, new Date(start))).getTime());
    const { job, cron, timeZone } = entry;
    report(`Job ${job} (${cron}, ${timeZone}) is due next at ${shown(nextDue(cron, timeZone, start), timeZone)}.`);
  }

  const closing = new AbortController();
  const ended = (async () => {
    while (!closing.signal.aborted) {
      await round();
      const now = clock.now();
      const next = Math.min(...[...watch.values()].map((one) => one.next - now), lookMs);
      await clock.sleep(failed ? lookMs : Math.max(next, 1), closing.signal).catch(() => {});
    }
  })();
  return {
    async close() {
      closing.abort();
      await ended;
    },
  };
}

function sentenceOf({ job, timeZone, catchUp }: ScheduleEntry, due: { at: number; earlier: number }, inTime: boolean) {
  const at = shown(due.at, timeZone);
  const before =
    due.earlier === 0
      ? ''
      : `, and ${due.earlier >= MOST_COUNTED ? 'more than ' : ''}${pluralize(due.earlier, 'time')} before`;
  if (inTime) return `Job ${job} was due at ${at}${before}: it is in the queue.`;
  if (catchUp) return `Job ${job} was due at ${at}${before}, while no process was running: it runs now, once.`;
  return `Job ${job} was due at ${at}${before}, while no process was running: it is skipped. Set "catchUp": true to run it later.`;
}

const shown = (at: number, zone: string) => `${showInZone(at, zone)} ${zone}`;
