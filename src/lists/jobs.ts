import type { ListedJob, ListedTrigger } from '../engine/schedule/list-jobs.ts';
import { EXIT } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import { OUTCOMES } from '../outcomes/run-outcome.ts';
import { as, type StatusTone, type Value } from '../references/value.ts';
import { defineList, type PlaceWithoutLedger, type Rows } from './list.ts';

/** The jobs with their last run. A job that does not load, or a schedule that cannot run, is a fault. */
export const jobList = defineList({
  name: 'jobs',
  title: 'Jobs',
  role: 'admin',
  installation: true,
  caption: 'All jobs',
  filters: {},
  columns: [
    { name: 'job', title: 'Job', names: true, value: ({ name }: ListedJob) => name },
    { name: 'runs', title: 'Runs', value: runsWhen },
    { name: 'next', title: 'Next run', unless: 'empty', value: ({ triggers }) => as.time(earliest(triggers)) },
    { name: 'began', title: 'Last run', value: ({ lastRun }) => timeOr(lastRun?.began, 'Never') },
    { name: 'by', title: 'By', under: 'began', value: ({ lastRun }) => lastRun?.maker ?? null },
    { name: 'exit', title: 'Exit', doors: ['terminal', 'csv'], value: ({ lastRun }) => as.count(exitOf(lastRun)) },
    { name: 'result', title: 'Result', doors: ['page'], unless: 'empty', value: endedOnPage },
    { name: 'result', title: 'Result', doors: ['terminal', 'csv'], value: ({ lastRun }) => resultOf(lastRun, 'cli') },
    { name: 'description', title: 'Description', wide: true, value: descriptionOf },
  ],
  read: (place, scope) => readJobs(place, scope === null ? place.ledger.db : 'hidden'),
  readWithoutLedger: (place) => readJobs(place, null),
  empty: { what: 'No jobs.', page: '' },
  perPage: 1_000,
  command: {
    name: 'jobs',
    group: 'Automation',
    summary: 'the jobs for `payrun run`, with their last result',
    examples: [['payrun jobs', 'the jobs in jobs/ and in the folder of the setting jobsFolder']],
    most: 1_000,
  },
  document: (job) => job,
});

/** A time at which a job starts, where `payrun serve` runs. */
interface Scheduled extends ListedTrigger {
  readonly job: string;
}

/** The schedule of the jobs. */
export const scheduleList = defineList({
  name: 'schedule',
  title: 'Schedule',
  role: 'admin',
  installation: true,
  caption: 'Scheduled jobs',
  filters: {},
  columns: [
    { name: 'job', title: 'Job', names: true, value: ({ job }: Scheduled) => job },
    {
      name: 'when',
      title: 'When',
      doors: ['page'],
      value: ({ cron, timeZone }) => as.joined([cronWords(cron), as.quiet(timeZone)], ' '),
    },
    { name: 'cron', title: 'Cron', doors: ['terminal', 'csv'], value: ({ cron }) => cron },
    { name: 'zone', title: 'Time zone', doors: ['terminal', 'csv'], value: ({ timeZone }) => timeZone },
    { name: 'next', title: 'Next', value: ({ next }) => as.time(new Date(next)) },
    {
      name: 'nextThere',
      title: 'Next in its time zone',
      doors: ['page', 'csv'],
      under: 'next',
      value: ({ nextThere }) => nextThere,
    },
    { name: 'missed', title: 'If missed', value: ({ catchUp }) => (catchUp ? 'Runs late' : 'Skipped') },
    { name: 'due', title: 'Last due', value: ({ lastDue }) => timeOr(lastDue, 'Never') },
    {
      name: 'state',
      title: 'Status',
      under: 'due',
      value: ({ lastState }) => (lastState === null ? null : STATES[lastState]),
    },
    { name: 'input', title: 'Input', minor: true, unless: 'empty', doors: ['page', 'csv'], value: inputText },
  ],
  read: (place, scope) => readSchedule(place, scope === null ? place.ledger.db : 'hidden'),
  readWithoutLedger: (place) => readSchedule(place, null),
  empty: { what: 'No scheduled jobs.', page: 'Set schedule in payrun.config.json.' },
  perPage: 1_000,
  command: {
    name: 'jobs schedule',
    group: 'Automation',
    summary: 'when `payrun serve` starts jobs, and when each was last due',
    examples: [['payrun jobs schedule', 'the next start of each scheduled job']],
    most: 1_000,
  },
  document: (trigger) => trigger,
});

/** Without a ledger, nothing about past runs. `hidden`: not for this reader. */
type History = Db | null | 'hidden';

async function listed({ config, clock }: PlaceWithoutLedger, history: History) {
  if (history === 'hidden') return { jobs: [], faults: [] };
  const { findJobs } = await import('../engine/jobs/find-jobs.ts');
  const { listJobs } = await import('../engine/schedule/list-jobs.ts');
  return listJobs(await findJobs(config.jobsFolder), config, history, clock.now());
}

async function readJobs(place: PlaceWithoutLedger, history: History): Promise<Rows<ListedJob>> {
  const { jobs, faults } = await listed(place, history);
  const broken = jobs.flatMap(({ name, fault, file }) =>
    fault === null ? [] : `Job ${name}: ${fault}. Correct ${file}.`,
  );
  return { rows: jobs, next: null, faults: [...broken, ...faults.map(notStarted)] };
}

async function readSchedule(place: PlaceWithoutLedger, history: History): Promise<Rows<Scheduled>> {
  const { jobs } = await listed(place, history);
  return { rows: jobs.flatMap(({ name, triggers }) => triggers.map((one) => ({ job: name, ...one }))), next: null };
}

const notStarted = (fault: string): string => `${fault}. It does not start automatically.`;

const timeOr = (at: string | null | undefined, none: string): Value => (at ? as.time(new Date(at)) : none);

function runsWhen({ triggers, inbox }: ListedJob): Value {
  const ways = [inbox ? 'For each file in the inbox' : null, triggers.length > 0 ? 'Automatically' : null];
  return as.joined(ways) ?? 'On demand';
}

const earliest = (triggers: readonly ListedTrigger[]): Date | null => {
  const [first] = triggers.map(({ next }) => next).sort();
  return first === undefined ? null : new Date(first);
};

type LastRun = ListedJob['lastRun'];

const exitOf = (run: LastRun): number | null => run?.exitCode ?? null;

/** The result of a run of a job, with the next step on a channel; for a payment run, its status. */
function resultOf(run: LastRun, channel: 'cli' | 'page'): string {
  if (run === null) return '';
  const { ended, resultText, next, outcome } = run;
  if (outcome !== null) return `${resultText}: ${OUTCOMES[outcome].label}`;
  if (ended === null) return 'running, or interrupted';
  return [resultText ?? 'done', next?.[channel] ?? ''].filter(Boolean).join(' ');
}

/** The failed result of a run, with its exit code. */
function endedOnPage({ lastRun }: ListedJob): Value {
  const exitCode = exitOf(lastRun);
  const isSuccess = exitCode === null || exitCode === EXIT.done || lastRun?.outcome !== null;
  const [tone, text] = ENDS[exitCode ?? EXIT.done] ?? (['bad', 'Failed'] as const);
  return as.joined([isSuccess ? null : as.status(tone, text, String(exitCode)), resultOf(lastRun, 'page')], ' ');
}

const ENDS: Readonly<Record<number, readonly [tone: StatusTone, text: string]>> = {
  [EXIT.usage]: ['bad', 'Not accepted'],
  [EXIT.rowsFailed]: ['bad', 'Rows failed'],
  [EXIT.waits]: ['wait', OUTCOMES.action_required.label],
  [EXIT.outOfReach]: ['wait', 'Unreachable'],
};

function descriptionOf({ summary, fault }: ListedJob): Value {
  if (fault !== null) return 'It cannot be loaded.';
  const text = (summary ?? '').replaceAll('`', '');
  return text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

const STATES = { due: 'not in the queue yet', enqueued: 'in the queue', skipped: 'missed' } as const;

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/** Readable text for common crons; others unchanged. */
function cronWords(cron: string): Value {
  const [, minute = '', hour = '', weekday = ''] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  if (minute === '') return as.code(cron);
  const days = weekday === '*' ? 'Every day' : weekday === '1-5' ? 'Monday to Friday' : WEEKDAYS[Number(weekday)];
  return `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

function inputText({ input }: Scheduled): string {
  const parts = Object.entries(input);
  return parts.map(([name, one]) => `${name}: ${typeof one === 'string' ? one : JSON.stringify(one)}`).join(', ');
}
