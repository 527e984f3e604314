import { appendEvent } from '../audit/events.ts';
import type { Db } from '../db/db.ts';

/**
 * Appends one event for each user whom migration 42 disabled because of a look-alike name, so that an admin finds the
 * reason in the audit log. A migration cannot write events itself, because the code computes their hash chain.
 */
export async function noteLookAlikes(db: Db): Promise<void> {
  const { rows } = await db.query<{ user: string; other: string; at: Date }>(
    `select u.name as user, o.name as other, now() as at from payrun.user_account u
       join payrun.user_account o on o.name_key = payrun.name_key(u.name)
     where u.name_key <> payrun.name_key(u.name) and not exists (select 1 from payrun.event e
       where e.chain = 'users' and e.kind = 'user_look_alike_disabled' and e.data->>'user' = u.name)
     order by u.name`,
  );
  for (const { user, other, at } of rows)
    await appendEvent(db, {
      chain: 'users',
      at,
      actor: 'payrun',
      kind: 'user_look_alike_disabled',
      data: { user, other },
    });
}
