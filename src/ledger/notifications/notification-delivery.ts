import type { Db } from '../db/db.ts';
import { ageSince, takeDue } from '../deliveries/due-deliveries.ts';

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

/** Takes due deliveries of a channel: see `takeDue`. */
export async function takeNotificationDeliveries(
  db: Db,
  channel: NotificationDelivery['channel'],
  holdMs: number,
  limit: number,
): Promise<readonly NotificationDelivery[]> {
  const { rows } = await db.query<NotificationDelivery>(
    `${takeDue('notification_delivery', 'o.channel = $3')}
     select d.id, d.notification_id as notice, n.kind, n.run_id as run, d.channel, d.target, d.attempts, n.content, n.created_at,
       ${ageSince('n.created_at')} as age
     from taken d join payrun.notification n on n.id = d.notification_id order by d.id`,
    [holdMs, limit, channel],
  );
  return rows;
}
