import {
  type NotificationDelivery,
  notificationFailed,
  notificationSent,
  takeNotificationDeliveries,
} from '../../ledger/notifications/notification-delivery.ts';
import type { AppContext } from '../context/app-context.ts';
import type { NotificationContent, NotificationKind } from './notification-content.ts';
import { notificationText } from './notification-templates.ts';
import { postNotification } from './post-notification.ts';
import type { SendEmail } from './send-email.ts';
import { slackMessage } from './slack-message.ts';

/** The time limit of one attempt: a server could answer one byte at a time forever. */
const LONGEST_MS = 45_000;
/** Longer than an attempt, so that no other process sends a notification that is being sent. */
const HOLD_MS = 60_000;
/** Attempts at the same time, in one process and channel. */
const AT_ONCE = 4;
/** The first pause. Each next one is twice as long, up to the longest. */
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
const GIVEN_UP_MS = 24 * 3_600_000;

/** The result of one attempt. */
export interface Attempt {
  readonly kind: NotificationKind;
  readonly run: string | null;
  readonly channel: NotificationDelivery['channel'];
  readonly state: 'sent' | 'waiting' | 'given_up';
  /** Why the attempt failed; null if it did not. */
  readonly code: string | null;
}

export interface Senders {
  /** Null if no mail server is configured. */
  readonly email: SendEmail | null;
  readonly fetch: typeof fetch;
  readonly link: (run: string | null) => string | null;
}

export interface Stops {
  /** Starts no more attempts. */
  readonly stop: AbortSignal;
  /** Aborts attempts in flight; they are repeated the next time. */
  readonly hurry: AbortSignal;
}

/**
 * Sends the notifications that are due on one channel, each at least once: one whose attempt was interrupted is sent
 * again. A failed one does not stop the others, and is repeated with growing pauses for a day. Throws
 * `database_unreachable`.
 */
export async function sendNotifications(
  appContext: AppContext,
  channel: NotificationDelivery['channel'],
  senders: Senders,
  { stop, hurry }: Stops,
): Promise<readonly Attempt[]> {
  const attempts: Attempt[] = [];
  while (!stop.aborted) {
    const due = await takeNotificationDeliveries(appContext.ledger.db, channel, HOLD_MS, AT_ONCE);
    attempts.push(...(await Promise.all(due.map((one) => attempt(appContext, senders, one, hurry)))));
    if (due.length < AT_ONCE) break;
  }
  return attempts;
}

async function attempt(
  appContext: AppContext,
  senders: Senders,
  delivery: NotificationDelivery,
  signal: AbortSignal,
): Promise<Attempt> {
  const { db } = appContext.ledger;
  const { id, channel, attempts, age, kind, run } = delivery;
  const facts = { kind: kind as NotificationKind, run: run === null ? null : String(run), channel };
  try {
    await send(appContext, senders, delivery, AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]));
  } catch (error) {
    const code = signal.aborted ? 'stopped' : codeOf(error);
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS);
    const again = signal.aborted ? 0 : age >= GIVEN_UP_MS ? null : pause;
    await notificationFailed(db, id, code, again);
    return { ...facts, state: again === null ? 'given_up' : 'waiting', code };
  }
  await notificationSent(db, id);
  return { ...facts, state: 'sent', code: null };
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
    return postNotification({ url: slack, key: null, id: String(notice), body, now: clock.now(), fetch }, signal);
  }
  const { webhook } = config.notifications;
  if (webhook === undefined || config.notificationKey === undefined)
    throw Object.assign(new Error('no webhook'), { code: 'NOT_SET_UP' });
  const body = { id: String(notice), kind, at: created_at.toISOString(), url, subject, text, ...content };
  await postNotification(
    { url: webhook, key: config.notificationKey, id: String(notice), body, now: clock.now(), fetch },
    signal,
  );
}

/** The code only: a server's message may quote the notification. */
function codeOf(error: unknown): string {
  const { code, responseCode, cause, name } = error as {
    code?: unknown;
    responseCode?: unknown;
    cause?: { code?: unknown };
    name?: unknown;
  };
  const found = typeof responseCode === 'number' ? `SMTP_${responseCode}` : (cause?.code ?? code ?? name);
  return String(found ?? 'unknown').slice(0, 40);
}
