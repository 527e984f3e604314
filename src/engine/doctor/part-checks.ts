import type { Config } from '../../config.ts';
import { EXIT } from '../../errors.ts';
import type { Db } from '../../ledger/db/db.ts';
import { megabytes } from '../../platform/megabytes.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { showInZone } from '../../platform/time-zone.ts';
import type { AppContext } from '../context/app-context.ts';
import { inboxState } from '../inbox/inbox-state.ts';
import { findJobs } from '../jobs/find-jobs.ts';
import { mailFault } from '../notifications/check-mail.ts';
import { checkNotifications } from '../notifications/targets.ts';
import { listJobs } from '../schedule/list-jobs.ts';
import { type Check, failedCheck, LEAST_FREE_BYTES, passedCheck, warningCheck } from './checks.ts';
import { few } from './queue-checks.ts';

/** The time zone of schedules and its current time, which explain a nightly run at an unexpected hour. */
export function checkTimeZone({ timeZone }: Pick<Config, 'timeZone'>, now: number): Check {
  const machineZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const zone = `${timeZone}, now ${showInZone(now, timeZone)}`;
  return passedCheck('time zone', machineZone === timeZone ? zone : `${zone}; this machine is in ${machineZone}`);
}

/** Checks the inbox and its folders. Empty if no inbox is configured. */
export async function checkInbox(appContext: AppContext): Promise<readonly Check[]> {
  const state = await inboxState(appContext);
  if (!state) return [];
  const lines = state.issues.map(({ level, message, next }): Check => {
    const exit = level === 'error' ? EXIT.usage : EXIT.waits;
    return level === 'info' ? passedCheck('inbox', message) : warningCheck('inbox', message, next, exit);
  });
  for (const { folder, freeBytes } of state.folders)
    if (freeBytes < LEAST_FREE_BYTES)
      lines.push(
        warningCheck(
          'inbox',
          `${folder || state.inbox} has ${megabytes(freeBytes)} free.`,
          'Free up space, because results are written next to the sheets.',
        ),
      );
  if (state.failedToday > 0)
    lines.push(
      warningCheck(
        'inbox',
        `${pluralize(state.failedToday, 'file')} failed today.`,
        'See the folder `failed/`: the note next to each file gives the reason.',
      ),
    );
  if (lines.some(({ ok }) => !ok)) return lines;
  const { inbox, waiting, processing, doneToday } = state;
  return [
    ...lines,
    passedCheck('inbox', `${inbox}: ${waiting} waiting, ${processing} in progress, ${doneToday} done today`),
  ];
}

/** Checks that the jobs load, and when they run next. */
export async function checkJobs(config: Config, db: Db | null, now: number): Promise<readonly Check[]> {
  const { jobs, faults } = await listJobs(await findJobs(config.jobsFolder), config, db, now);
  const broken = jobs.flatMap(({ name, fault, file }) =>
    fault === null ? [] : warningCheck('jobs', `Job ${name} does not load: ${fault}.`, `Correct ${file}.`, EXIT.usage),
  );
  const correct = 'Correct the setting `schedule`, or the trigger of the job.';
  const unscheduled = faults.map((fault) =>
    warningCheck('schedule', `${fault}. It does not start automatically.`, correct, EXIT.usage),
  );
  const next = jobs
    .flatMap(({ name, triggers }) => triggers.map((trigger) => ({ name, ...trigger })))
    .sort((a, b) => a.next.localeCompare(b.next));
  const failed = jobs.filter(
    ({ triggers, lastRun }) => triggers.length > 0 && ![null, undefined, 0].includes(lastRun?.exitCode),
  );
  const lines = [
    ...broken,
    ...unscheduled,
    ...failed.map(({ name, lastRun }) =>
      warningCheck(
        'schedule',
        `Job ${name} last ended with exit code ${lastRun!.exitCode}${lastRun!.resultText ? `: ${lastRun!.resultText}` : '.'}`,
        'See `payrun jobs` and `payrun runs`.',
      ),
    ),
  ];
  if (lines.length > 0) return lines;
  const soon = next.map(({ name, nextThere, timeZone }) => `${name} at ${nextThere} ${timeZone}`);
  return [
    passedCheck('jobs', `${pluralize(jobs.length, 'job')} ${jobs.length === 1 ? 'loads' : 'load'}`),
    passedCheck('schedule', soon.length === 0 ? 'no scheduled jobs' : `next ${few(soon)}`),
  ];
}

/** Checks the settings of notifications, and the mail server if one is configured. Sends nothing. */
export async function checkMail(config: Config): Promise<readonly Check[]> {
  try {
    checkNotifications(config);
  } catch (error) {
    return [failedCheck('notifications', error)];
  }
  if (config.smtpUrl === undefined) return [];
  const { host } = new URL(config.smtpUrl);
  const fault = await mailFault(config.smtpUrl);
  if (fault === null) return [passedCheck('mail', `${host} accepts the login`)];
  const next =
    fault === 'EAUTH'
      ? 'Correct the user or the password in PAYRUN_SMTP_URL.'
      : 'Correct PAYRUN_SMTP_URL, or check that this machine can reach the server. Notifications are sent once it is back.';
  const exit = fault === 'EAUTH' ? EXIT.usage : EXIT.outOfReach;
  return [warningCheck('mail', `${host} does not accept email (${fault}).`, next, exit)];
}
