import { type Config, loadConfig } from '../../../config.ts';
import { findJobs } from '../../../engine/jobs/find-jobs.ts';
import { jobRunWords } from '../../../engine/schedule/job-result-text.ts';
import { type ListedJob, type ListedJobRun, type ListedTrigger, listJobs } from '../../../engine/schedule/list-jobs.ts';
import { EXIT, isError } from '../../../errors.ts';
import type { Db } from '../../../ledger/db/db.ts';
import { hasLedger } from '../../../ledger/embedded/has-ledger.ts';
import { systemClock } from '../../../platform/clock.ts';
import type { Invocation } from '../../command.ts';
import { shownMoment } from '../../terminal/relative-time.ts';
import { printedTable, type TableColumn } from '../../terminal/table.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { openConfigured } from '../../with-ledger.ts';

/** Lists the jobs, their schedules and their last runs. A job that does not load is listed with the reason. */
export async function jobs({ terminal }: Invocation): Promise<number> {
  const config = loadConfig();
  const found = await findJobs(config.jobsFolder);
  const now = systemClock.now();
  const { jobs: listed, faults } = await withHistory(config, terminal, (db) => listJobs(found, config, db, now));
  terminal.document({ jobs: listed, faults });
  terminal.print(printedTable(COLUMNS, listed));
  const byItself = listed.flatMap(({ name, triggers }) => triggers.map((trigger) => ({ name, trigger })));
  if (byItself.length > 0) {
    terminal.print('\nBy themselves, where `payrun serve` runs:');
    const inUtc = byItself.every(({ trigger }) => trigger.timeZone === 'UTC');
    terminal.print(printedTable(byItselfColumns(now, inUtc), byItself));
  }
  const ran = listed.flatMap(({ name, lastRun }) => (lastRun ? [{ name, run: lastRun }] : []));
  if (ran.length > 0) {
    terminal.print('\nThe last time:');
    terminal.print(printedTable(ranColumns(now), ran));
  }
  for (const { name, fault, file } of listed) {
    if (fault !== null) terminal.print(`\n${terminal.style('red', `Job ${name}`)}: ${fault}.\nCorrect ${file}.`);
  }
  for (const fault of faults) terminal.print(`\n${terminal.style('red', fault)}. It does not start automatically.`);
  return faults.length > 0 || listed.some(({ fault }) => fault !== null) ? EXIT.usage : EXIT.done;
}

/**
 * Opens the database for the history of the jobs. `work` gets null if there is no ledger yet, or the database cannot be
 * reached.
 */
async function withHistory<T>(config: Config, terminal: Terminal, work: (db: Db | null) => Promise<T>): Promise<T> {
  if (!hasLedger(config)) return work(null);
  const ledger = await openConfigured(config).catch((error: unknown) => {
    if (!isError(error)) throw error;
    terminal.note(`${error.message} So it is not known when jobs ran.`);
    return null;
  });
  try {
    return await work(ledger?.db ?? null);
  } finally {
    await ledger?.close();
  }
}

const COLUMNS: readonly TableColumn<ListedJob>[] = [
  { title: 'job', text: ({ name }) => name },
  { title: 'does', text: ({ summary, fault }) => summary ?? (fault === null ? '' : 'does not load: see below') },
  {
    title: 'runs',
    text: ({ triggers, inbox }) =>
      [inbox ? 'with files of the inbox' : '', triggers.length > 0 ? 'by itself' : ''].filter(Boolean).join(', ') ||
      'when asked to',
  },
];

/** `inUtc`: all times are in UTC, so that the zone needs no mention. */
const byItselfColumns = (
  now: number,
  inUtc: boolean,
): readonly TableColumn<{ name: string; trigger: ListedTrigger }>[] => [
  { title: 'job', text: ({ name }) => name },
  { title: 'cron', text: ({ trigger }) => trigger.cron },
  ...(inUtc
    ? []
    : [
        {
          title: 'next',
          text: ({ trigger }: { trigger: ListedTrigger }) => `${trigger.nextThere} ${trigger.timeZone}`,
        },
      ]),
  { title: inUtc ? 'next' : 'in UTC', text: ({ trigger }) => shownMoment(trigger.next, now) },
  { title: 'if missed', text: ({ trigger }) => (trigger.catchUp ? 'runs late' : 'skipped') },
  {
    title: 'was due',
    text: ({ trigger: { lastDue, lastState } }) =>
      lastDue === null || lastState === null ? 'never' : `${shownMoment(lastDue, now)}: ${STATES[lastState]}`,
  },
];

const STATES = { due: 'not in the queue yet', enqueued: 'in the queue', skipped: 'missed' } as const;

const ranColumns = (now: number): readonly TableColumn<{ name: string; run: ListedJobRun }>[] => [
  { title: 'job', text: ({ name }) => name },
  { title: 'began', text: ({ run }) => shownMoment(run.began, now) },
  { title: 'by', text: ({ run }) => run.maker },
  {
    title: 'exit',
    align: 'right',
    text: ({ run }) => String(run.exitCode ?? ''),
  },
  { title: 'result', text: ({ run }) => jobRunWords(run, 'cli') },
];
