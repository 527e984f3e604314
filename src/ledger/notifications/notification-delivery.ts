import type { Db } from '../db/db.ts';

/** Channels that notifications are sent through. */
export const NOTIFICATION_CHANNELS = ['email', 'webhook', 'slack'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** A notification on its way to one e-mail address, the webhook or Slack. */
export interface NotificationDelivery {
  readonly id: bigint;
  readonly notice: bigint;
  readonly kind: string;
  readonly run: bigint | null;
  readonly channel: NotificationChannel;
  readonly target: string;
  /** Number of attempts, including this one. */
  readonly attempts: number;
  readonly content: unknown;
  readonly created_at: Date;
  /** Age of the notification in ms. */
  readonly age: number;
}

/**
 * Takes due deliveries of a channel, oldest first. No other process takes them for `holdMs`. A delivery whose outcome
 * is not recorded within that time is sent again.
 */
export async function takeNotificationDeliveries(
  db: Db,
  channel: NotificationDelivery['channel'],
  holdMs: number,
  limit: number,
): Promise<readonly NotificationDelivery[]> {
  const { rows } = await db.query<NotificationDelivery>(
    `with due as materialized (
       select id from payrun.notification_delivery where state = 'waiting' and channel = $3 and next_at <= clock_timestamp()
       order by next_at, id limit $2 for update skip locked),
     taken as (
       update payrun.notification_delivery d set attempts = attempts + 1, next_at = clock_timestamp() + $1 * interval '1 millisecond'
       from due where d.id = due.id returning d.*)
     select d.id, d.notification_id as notice, n.kind, n.run_id as run, d.channel, d.target, d.attempts, n.content, n.created_at,
       (extract(epoch from clock_timestamp() - n.created_at) * 1000)::float8 as age
     from taken d join payrun.notification n on n.id = d.notification_id order by d.id`,
    [holdMs, limit, channel],
  );
  return rows;
}

export async function notificationSent(db: Db, id: bigint): Promise<void> {
  await db.query(
    `update payrun.notification_delivery set state = 'sent', last_code = null, ended_at = now() where id = $1 and state <> 'sent'`,
    [id],
  );
}

/** Records a failed delivery. Retries it after `againMs`, or gives up if that is null. */
export async function notificationFailed(db: Db, id: bigint, code: string, againMs: number | null): Promise<void> {
  await db.query(
    `update payrun.notification_delivery set last_code = $2, state = case when $3::float8 is null then 'given_up' else 'waiting' end,
       ended_at = case when $3::float8 is null then now() end,
       next_at = coalesce(clock_timestamp() + $3::float8 * interval '1 millisecond', next_at)
     where id = $1 and state = 'waiting'`,
    [id, code, againMs],
  );
}
