import type { Db } from '../db/db.ts';
import type { NotificationChannel } from './notification-delivery.ts';

/** Notices of one channel that stand alike. */
export interface NotificationLine {
  readonly channel: NotificationChannel;
  readonly state: 'waiting' | 'sent' | 'given_up';
  readonly notices: number;
  /** When the latest of them was written. */
  readonly latest: Date;
  /** What the server or receiver answered to one of them last. */
  readonly code: string | null;
}

/** What waits or was given up, and what was sent lately: of the last `most` notices. */
export async function selectNotificationLines(db: Db, most: number): Promise<readonly NotificationLine[]> {
  const { rows } = await db.query<NotificationLine>(
    `select d.channel, d.state, count(*)::int as notices, max(n.created_at) as latest, max(d.last_code) as code
     from (select * from payrun.notice order by id desc limit $1) n join payrun.notice_delivery d on d.notice_id = n.id
     group by 1, 2 order by 1, 2`,
    [most],
  );
  return rows;
}
