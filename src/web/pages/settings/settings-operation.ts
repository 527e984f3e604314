import type { AppContext } from '../../../engine/context/app-context.ts';
import { type InboxFolder, type InboxReport, inboxState } from '../../../engine/inbox/inbox-state.ts';
import { findJobs } from '../../../engine/jobs/find-jobs.ts';
import { type QueueKey, type QueueState, queueState } from '../../../engine/queue/queue-state.ts';
import { jobRunWords } from '../../../engine/schedule/job-result-text.ts';
import { type ListedJob, type ListedTrigger, listJobs } from '../../../engine/schedule/list-jobs.ts';
import { type NotificationLine, selectNotificationLines } from '../../../ledger/notifications/notification-lines.ts';
import { figure } from '../../components/amount.ts';
import { exitBadge } from '../../components/badge.ts';
import { layout } from '../../components/layout.ts';
import { type Content, html, type Markup } from '../../components/markup.ts';
import { exactMoment, moment } from '../../components/relative-time.ts';
import { isWhole, settingsNav } from '../../components/settings-nav.ts';
import { empty, facts, type PageColumn, table } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import type { Feature } from '../../feature.ts';
import { get, notOfAllMerchants } from '../route.ts';

/** Time limit for reading the inbox: a hanging mount must not block the page. */
const INBOX_MS = 3_000;
/** Number of recent notifications to count. */
const MOST_NOTIFICATIONS = 1_000;
const MOST_KEYS = 100;

/** `GET /settings/operation`: state of the schedule, inbox, queue and notifications. Read only. */
export function settingsOperation(deps: PageDeps): Feature {
  const { appContext } = deps;
  const { ledger, config, clock } = appContext;
  return (app) => {
    get(app, deps, '/settings/operation', 'admin', async (context, view) => {
      if (!isWhole(view.currentUser)) return notOfAllMerchants(context, view);
      const [found, inbox, queue, notifications] = await Promise.all([
        findJobs(config.jobsFolder),
        inboxInTime(appContext),
        queueState(appContext),
        selectNotificationLines(ledger.db, MOST_NOTIFICATIONS),
      ]);
      const { jobs, faults } = await listJobs(found, config, ledger.db, clock.now());
      return layout(view, {
        title: 'Jobs, inbox, queue',
        main: html`${settingsNav(view)}
<h2>Schedule</h2>
${faults.map((fault) => html`<p class="notice bad">${fault}. It does not start automatically.</p>`)}
${table(
  'Scheduled jobs',
  triggerColumns(view),
  jobs.flatMap((job) => job.triggers.map((trigger) => ({ job, trigger }))),
  empty('No scheduled jobs.', html`Set <code>schedule</code> in <code>payrun.config.json</code>.`),
  { stacks: true },
)}
${table('All jobs', jobColumns(view), jobs, undefined, { stacks: true })}
<h2>Inbox</h2>
${inboxPart(view, inbox)}
<h2>Queue</h2>
${queuePart(view, queue)}
<h2>Notifications</h2>
${table(
  'The last notifications by channel',
  notificationColumns(view),
  notifications,
  empty('No notifications sent.', html`Set <code>notifications</code> in <code>payrun.config.json</code>.`),
  { stacks: true },
)}`,
      });
    });
  };
}

interface Fires {
  readonly job: ListedJob;
  readonly trigger: ListedTrigger;
}

const triggerColumns = (view: View): readonly PageColumn<Fires>[] => [
  { title: 'Job', names: true, cell: ({ job }) => job.name },
  {
    title: 'When',
    cell: ({ trigger: { cron, timeZone } }) => html`${cronWords(cron)} <span class="quiet">${timeZone}</span>`,
  },
  {
    title: 'Next',
    cell: ({ trigger: { next, nextThere } }) =>
      html`${moment(view, new Date(next))} <span class="quiet">${nextThere}</span>`,
  },
  {
    title: 'Last due',
    cell: ({ trigger: { lastDue, lastState } }) =>
      lastDue === null
        ? 'Never'
        : html`${moment(view, new Date(lastDue))}${lastState === 'skipped' ? ', skipped' : ''}`,
  },
  {
    title: 'Input',
    minor: true,
    optional: true,
    cell: ({ trigger: { input } }) =>
      Object.entries(input)
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
        .join(', '),
  },
];

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/** The common forms of a cron in words; others as they are. */
function cronWords(cron: string): Content {
  const [, minute = '', hour = '', weekday = ''] = /^(\d{1,2}) (\d{1,2}) \* \* (\*|1-5|[0-6])$/.exec(cron) ?? [];
  if (minute === '') return html`<code>${cron}</code>`;
  const days = weekday === '*' ? 'Every day' : weekday === '1-5' ? 'Monday to Friday' : WEEKDAYS[Number(weekday)];
  return `${days} at ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

const sentence = (summary: string): string => {
  const text = summary.replaceAll('`', '');
  return text === '' ? '' : `${text[0]!.toUpperCase()}${text.slice(1)}.`;
};

const jobColumns = (view: View): readonly PageColumn<ListedJob>[] => [
  { title: 'Job', names: true, cell: ({ name }) => name },
  {
    title: 'Description',
    wide: true,
    cell: ({ summary, fault, inbox }) =>
      fault === null
        ? html`${sentence(summary ?? '')}${inbox ? ' Takes the files of the inbox.' : ''}`
        : html`<span class="error">${fault}</span>`,
  },
  { title: 'Last run', cell: ({ lastRun }) => (lastRun === null ? 'Never' : moment(view, new Date(lastRun.began))) },
  { title: 'Result', optional: true, cell: ({ lastRun }) => lastRunText(lastRun) },
];

function lastRunText(run: ListedJob['lastRun']): Content {
  if (run === null) return '';
  const ended = run.outcome === null ? exitBadge(run.exitCode) : null;
  return html`${ended === null ? '' : html`${ended} `}${jobRunWords(run, 'page')}`;
}

type SeenInbox = InboxReport | null | 'late';

/** Reads the inbox, with a time limit. */
async function inboxInTime(appContext: AppContext): Promise<SeenInbox> {
  const enough = new AbortController();
  const looking = inboxState(appContext);
  looking.catch(() => {});
  try {
    return await Promise.race([looking, appContext.clock.sleep(INBOX_MS, enough.signal).then(() => 'late' as const)]);
  } finally {
    enough.abort();
  }
}

function inboxPart(view: View, inbox: SeenInbox): Markup {
  if (inbox === null)
    return empty(
      'There is no inbox.',
      html`Set <code>PAYRUN_INBOX</code> to a folder, and sheets that are dropped there are paid.`,
    );
  if (inbox === 'late')
    return html`<p class="notice bad">The folder does not answer. Check its mount; nothing is lost meanwhile.</p>`;
  return html`${inbox.issues.map(({ level, message, next }) => html`<p class="notice ${level === 'error' ? 'bad' : 'wait'}">${message} ${next}</p>`)}
<div class="card">${facts([
    ['Folder', html`<code>${inbox.inbox}</code>`],
    ['Waiting', figure(view, inbox.waiting)],
    ['In progress', figure(view, inbox.taking + inbox.processing)],
    ['Done today', figure(view, inbox.doneToday)],
    ['Refused today', figure(view, inbox.failedToday)],
    ['Oldest', inbox.oldest === null ? '' : moment(view, new Date(inbox.oldest))],
  ])}</div>
${table<InboxFolder>(
  'Folders',
  [
    { title: 'Folder', names: true, cell: ({ folder }) => folder || 'The inbox itself' },
    { title: 'Waiting', align: 'right', cell: ({ waiting }) => figure(view, waiting) },
    { title: 'Writable', cell: ({ writable }) => (writable ? 'Yes' : html`<span class="badge bad">No</span>`) },
    {
      title: 'Free',
      align: 'right',
      cell: ({ freeBytes }) => `${figure(view, Math.floor(freeBytes / 1024 / 1024))} MB`,
    },
  ],
  inbox.folders,
  undefined,
  { stacks: true },
)}`;
}

function queuePart(view: View, queue: QueueState): Markup {
  return html`${queue.failed > 0 ? html`<p class="notice bad">${figure(view, queue.failed)} ${queue.failed === 1 ? 'task failed and holds' : 'tasks failed and hold'} up those behind. Open the run; an operator resumes it on the command line.</p>` : ''}
<div class="card">${facts([
    ['Waiting', figure(view, queue.depth)],
    ['Scheduled', figure(view, queue.deferred)],
    ['In progress', figure(view, queue.active)],
    ['Held up', figure(view, queue.failed)],
    ['Oldest since', moment(view, queue.oldestWaiting)],
  ])}</div>
${table<QueueKey>(
  'Queue by merchant, sheet or job',
  [
    {
      title: 'Queue',
      names: true,
      cell: ({ kind, name }) =>
        kind === 'sheet' ? html`<a href="/runs/${name}">sheet of run ${name}</a>` : `${kind} ${name}`,
    },
    { title: 'Waiting', align: 'right', cell: ({ waiting }) => figure(view, waiting) },
    { title: 'Scheduled', align: 'right', cell: ({ deferred }) => figure(view, deferred) },
    { title: 'In progress', align: 'right', cell: ({ active }) => figure(view, active) },
    { title: 'Held up', align: 'right', cell: ({ failed }) => figure(view, failed) },
  ],
  queue.keys.slice(0, MOST_KEYS),
  empty('The queue is empty.', 'Submitted runs and jobs show here until workers take them.'),
  { stacks: true },
)}${queue.keys.length > MOST_KEYS ? html`<p class="quiet">The first ${MOST_KEYS} of ${figure(view, queue.keys.length)}.</p>` : ''}`;
}

const CHANNELS: Readonly<Record<NotificationLine['channel'], string>> = {
  email: 'E-mail',
  webhook: 'Webhook',
  slack: 'Slack',
};

const notificationColumns = (view: View): readonly PageColumn<NotificationLine>[] => [
  { title: 'Channel', names: true, cell: ({ channel }) => CHANNELS[channel] },
  {
    title: 'Status',
    cell: ({ state }) =>
      state === 'sent' ? 'Sent' : state === 'waiting' ? 'Waiting' : html`<span class="badge bad">Given up</span>`,
  },
  { title: 'Notifications', align: 'right', cell: ({ notifications }) => figure(view, notifications) },
  { title: 'Latest', cell: ({ latest }) => exactMoment(view, latest) },
  { title: 'Last response', minor: true, cell: ({ code }) => code ?? '' },
];
