import type { InboxReport } from '../../engine/inbox/inbox-state.ts';
import type { QueueState } from '../../engine/queue/queue-state.ts';
import { as } from '../../references/value.ts';
import type { Facts } from '../list.ts';

export const inboxFacts = (inbox: InboxReport): Facts => [
  ['Folder', as.code(inbox.inbox)],
  ['Waiting', as.count(inbox.waiting)],
  ['In progress', as.count(inbox.taking + inbox.processing)],
  ['Done today', as.count(inbox.doneToday)],
  ['Refused today', as.count(inbox.failedToday)],
  ['Oldest', inbox.oldest === null ? null : as.time(new Date(inbox.oldest))],
];

export const queueFacts = (queue: QueueState): Facts => [
  ['Waiting', as.count(queue.depth)],
  ['Scheduled', as.count(queue.deferred)],
  ['In progress', as.count(queue.active)],
  ['Blocked', as.count(queue.failed)],
  ['Oldest waiting since', as.time(queue.oldestWaiting)],
];
