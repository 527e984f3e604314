import type { AppContext } from '../../../engine/context/app-context.ts';
import { type InboxReport, inboxState } from '../../../engine/inbox/inbox-state.ts';
import { type QueueState, queueState } from '../../../engine/queue/queue-state.ts';
import type { Feature } from '../../../http/feature.ts';
import { selectNotificationLines } from '../../../ledger/notifications/notification-lines.ts';
import { inboxFacts, queueFacts } from '../../../lists/facts/operation-facts.ts';
import { jobList, scheduleList } from '../../../lists/jobs.ts';
import { inboxFolders, notificationLines, queueKeys } from '../../../lists/tables/operation-tables.ts';
import { counted, figure } from '../../components/amount.ts';
import { layout } from '../../components/layout.ts';
import { html, type Markup } from '../../components/markup.ts';
import { settingsNav } from '../../components/settings-nav.ts';
import { empty } from '../../components/table.ts';
import type { PageDeps, View } from '../../components/view.ts';
import { listTable, objectFacts } from '../../lists/list-table.ts';
import { listFeature } from '../list-page.ts';
import { getOfInstallation } from './of-installation.ts';

const PATH = '/settings/operation';
/** Time limit for reading the inbox: a hanging mount must not block the page. */
const INBOX_MS = 3_000;
const MOST_NOTIFICATIONS = 1_000;
const MOST_KEYS = 100;

/** `GET /settings/operation`: state of the schedule, inbox, queue and notifications. Read only. */
export function settingsOperation(deps: PageDeps): Feature {
  const { appContext } = deps;
  const schedule = listFeature(deps, scheduleList, { path: PATH, csv: '/settings/schedule' });
  const jobs = listFeature(deps, jobList, { path: PATH, csv: '/settings/jobs' });
  return (app) => {
    schedule.add(app);
    jobs.add(app);
    getOfInstallation(app, deps, PATH, async (_, view) => {
      const [scheduled, all, inbox, queue, notifications] = await Promise.all([
        schedule.section(view),
        jobs.section(view),
        inboxInTime(appContext),
        queueState(appContext),
        selectNotificationLines(appContext.ledger.db, MOST_NOTIFICATIONS),
      ]);
      return layout(view, {
        title: 'Jobs, inbox, queue',
        main: html`${settingsNav(view)}
<h2>Schedule</h2>
${scheduled}
${all}
<h2>Inbox</h2>
${inboxPart(view, inbox)}
<h2>Queue</h2>
${queuePart(view, queue)}
<h2>Notifications</h2>
${listTable(view, notificationLines, notifications)}`,
      });
    });
  };
}

type SeenInbox = InboxReport | null | 'late';

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
    return empty('No inbox.', html`Set <code>PAYRUN_INBOX</code> to a folder to pay the sheets dropped into it.`);
  if (inbox === 'late')
    return html`<p class="notice bad">The folder does not respond. Check its mount. Nothing is lost.</p>`;
  return html`${inbox.issues.map(({ level, message, next }) => html`<p class="notice ${level === 'error' ? 'bad' : 'wait'}">${message} ${next}</p>`)}
<div class="card">${objectFacts(view, inboxFacts(inbox))}</div>
${listTable(view, inboxFolders, inbox.folders)}`;
}

function queuePart(view: View, queue: QueueState): Markup {
  return html`${queue.failed > 0 ? html`<p class="notice bad">${counted(view, queue.failed, 'task failed and blocks', 'tasks failed and block')} those behind. Open the run; an operator resumes it on the command line.</p>` : ''}
<div class="card">${objectFacts(view, queueFacts(queue))}</div>
${listTable(view, queueKeys, queue.keys.slice(0, MOST_KEYS))}${queue.keys.length > MOST_KEYS ? html`<p class="quiet">The first ${MOST_KEYS} of ${figure(view, queue.keys.length)}.</p>` : ''}`;
}
