import { deliveryOutcomes } from '../../ledger/deliveries/due-deliveries.ts';
import {
  type NotificationDelivery,
  takeNotificationDeliveries,
} from '../../ledger/notifications/notification-delivery.ts';
import type { AppContext } from '../context/app-context.ts';
import { postWebhook } from '../deliveries/post-webhook.ts';
import { type AttemptResult, sendDue } from '../deliveries/send-due.ts';
import type { Stops } from '../deliveries/start-passes.ts';
import type { NotificationContent, NotificationKind } from './notification-content.ts';
import { notificationText } from './notification-templates.ts';
import type { SendEmail } from './send-email.ts';
import { slackMessage } from './slack-message.ts';

const GIVEN_UP_MS = 24 * 3_600_000;

export interface Attempt extends AttemptResult {
  readonly kind: NotificationKind;
  readonly run: string | null;
  readonly channel: NotificationDelivery['channel'];
}

export interface Senders {
  /** Null if no mail server is configured. */
  readonly email: SendEmail | null;
  readonly fetch: typeof fetch;
  readonly link: (run: string | null) => string | null;
}

/** Sends the notifications that are due on one channel: see `sendDue`. */
export function sendNotifications(
  appContext: AppContext,
  channel: NotificationDelivery['channel'],
  senders: Senders,
  stops: Stops,
  report: (attempt: Attempt) => void,
): Promise<void> {
  const { db } = appContext.ledger;
  const queue = {
    ...deliveryOutcomes<bigint>(db, 'notification_delivery'),
    take: (holdMs: number, limit: number) => takeNotificationDeliveries(db, channel, holdMs, limit),
    send: (delivery: NotificationDelivery, signal: AbortSignal) => send(appContext, senders, delivery, signal),
    giveUpMs: GIVEN_UP_MS,
  };
  return sendDue(queue, stops, ({ kind, run }, result) =>
    report({ kind: kind as NotificationKind, run: run === null ? null : String(run), channel, ...result }),
  );
}

async function send(
  { config, clock }: AppContext,
  { email, fetch, link }: Senders,
  { id, notice, kind, run, channel, target, content: sealed, created_at }: NotificationDelivery,
  signal: AbortSignal,
): Promise<void> {
  const content = sealed as NotificationContent;
  const url = link(run === null ? null : String(run));
  const message = notificationText(kind as NotificationKind, content, url);
  const { subject, text, html } = message;
  if (channel === 'email') {
    if (email === null) throw Object.assign(new Error('no mail server'), { code: 'NOT_SET_UP' });
    await email(
      { from: config.notifications.from, to: target, subject, text, html, id: `notification-${notice}-${id}` },
      signal,
    );
    return;
  }
  if (channel === 'slack') {
    const { slack } = config.notifications;
    if (slack === undefined) throw Object.assign(new Error('no Slack'), { code: 'NOT_SET_UP' });
    const body = slackMessage(message);
    return postWebhook({ url: slack, key: null, id: String(notice), body, now: clock.now(), fetch }, signal);
  }
  const { webhook } = config.notifications;
  if (webhook === undefined || config.notificationKey === undefined)
    throw Object.assign(new Error('no webhook'), { code: 'NOT_SET_UP' });
  const body = { id: String(notice), kind, at: created_at.toISOString(), url, subject, text, ...content };
  await postWebhook(
    { url: webhook, key: config.notificationKey, id: String(notice), body, now: clock.now(), fetch },
    signal,
  );
}
