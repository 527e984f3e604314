import type { Db } from '../db/db.ts';
import type { NotificationChannel } from './notification-delivery.ts';

/** Notifications of one channel in the same state. */
export interface NotificationLine {
  readonly channel: NotificationChannel;
  readonly state: 'waiting' | 'sent' | 'given_up';
  readonly notifications: number;
  /** When the latest of them was created. */
  readonly latest: Date;
  /** One of the last response codes of the server or receiver; null if none. */
  readonly code: string | null;
}

/** The last `most` notifications by channel and state. */
export async function selectNotificationLines(db: Db, most: number): Promise<readonly NotificationLine[]> {
  const { rows } = await db.query<NotificationLine>(
    `select d.channel, d.state, count(*)::int as notifications, max(n.created_at) as latest, max(d.last_code) as code
     from (select * from payrun.notification order by id desc limit $1) n join payrun.notification_delivery d on d.notification_id = n.id
     group by 1, 2 order by 1, 2`,
    [most],
  );
  return rows;
}
