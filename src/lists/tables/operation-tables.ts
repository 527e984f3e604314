import type { InboxFolder } from '../../engine/inbox/inbox-state.ts';
import type { QueueKey } from '../../engine/queue/queue-state.ts';
import type { NotificationLine } from '../../ledger/notifications/notification-lines.ts';
import type { FailedFile } from '../../ledger/views/failed-files.ts';
import { as } from '../../references/value.ts';
import { countColumn, defineTable } from '../list.ts';

export const inboxFolders = defineTable<InboxFolder>('Folders', [
  { name: 'folder', title: 'Folder', names: true, value: ({ folder }) => folder || 'The inbox itself' },
  countColumn('waiting', 'Waiting', ({ waiting }) => waiting),
  {
    ...{ name: 'writable', title: 'Writable' },
    value: ({ writable }) => (writable ? 'Yes' : as.status('bad', 'No', 'no')),
  },
  {
    ...{ name: 'free', title: 'Free' },
    value: ({ freeBytes }) => as.words`${as.count(Math.floor(freeBytes / 1024 / 1024))} MB`,
  },
]);

/** Files of the inbox that could not be read. */
export const failedFiles = defineTable<FailedFile>('Files of the last 7 days', [
  {
    ...{ name: 'file', title: 'File', names: true },
    value: ({ name, run }) => (run === null ? name : as.link('run', run, name)),
  },
  { name: 'reason', title: 'Reason', wide: true, value: ({ note }) => (note ?? '').replaceAll('\n', ' ') },
  { name: 'folder', title: 'Folder', minor: true, value: ({ folder }) => folder },
  { name: 'by', title: 'Dropped by', minor: true, value: ({ dropped_by }) => dropped_by ?? 'not known' },
  { name: 'at', title: 'When', value: ({ at }) => as.time(at) },
]);

/** The tasks of the queue. */
export const queueKeys = defineTable<QueueKey>(
  'Queue by merchant, sheet or job',
  [
    {
      ...{ name: 'queue', title: 'Queue', names: true },
      value: ({ kind, name }) => (kind === 'sheet' ? as.link('run', name, `sheet of run ${name}`) : `${kind} ${name}`),
    },
    countColumn('waiting', 'Waiting', ({ waiting }) => waiting),
    countColumn('deferred', 'Scheduled', ({ deferred }) => deferred),
    countColumn('active', 'In progress', ({ active }) => active),
    countColumn('failed', 'Blocked', ({ failed }) => failed),
  ],
  { what: 'The queue is empty.', page: 'Submitted runs and jobs wait here until a worker picks them up.' },
);

const CHANNELS: Readonly<Record<NotificationLine['channel'], string>> = {
  email: 'Email',
  webhook: 'Webhook',
  slack: 'Slack',
};

export const notificationLines = defineTable<NotificationLine>(
  'Latest notifications by channel',
  [
    { name: 'channel', title: 'Channel', names: true, value: ({ channel }) => CHANNELS[channel] },
    {
      ...{ name: 'state', title: 'Status' },
      value: ({ state }) =>
        state === 'given_up' ? as.status('bad', 'Failed', state) : state === 'sent' ? 'Sent' : 'Waiting',
    },
    countColumn('notifications', 'Notifications', ({ notifications }) => notifications),
    { name: 'latest', title: 'Latest', value: ({ latest }) => as.time(latest, { exact: true }) },
    { name: 'code', title: 'Last response', minor: true, value: ({ code }) => code },
  ],
  { what: 'No notifications sent.', page: 'Set notifications in payrun.config.json.' },
);

/** The checks of a verification of the ledger. */
export const checkedGuarantees = defineTable<{
  readonly what: string;
  readonly guarantee: string;
  readonly count: number;
}>('What was checked', [
  { name: 'what', title: 'Check', names: true, value: ({ what }) => what },
  { name: 'guarantee', title: 'Guarantee', minor: true, value: ({ guarantee }) => guarantee },
  countColumn('count', 'Items', ({ count }) => count),
]);
