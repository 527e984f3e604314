import type { Db } from '../db/db.ts';

/** Receiving processes report every 10 s; one that is silent for longer than this is gone. */
const FRESH_MS = 30_000;

/** Reports that this process receives webhooks, and deletes receivers that were silent for a day. */
export async function touchReceiver(db: Db, id: string): Promise<void> {
  await db.query(
    `with old as (delete from payrun.webhook_receiver where id <> $1 and seen_at < now() - interval '1 day')
     insert into payrun.webhook_receiver (id, seen_at) values ($1, now()) on conflict (id) do update set seen_at = now()`,
    [id],
  );
}

export async function removeReceiver(db: Db, id: string): Promise<void> {
  await db.query('delete from payrun.webhook_receiver where id = $1', [id]);
}

/**
 * Those of these merchants that receive webhooks: subscribed to payments and to batches, while a receiving process is
 * running.
 */
export async function listeningFor(db: Db, merchants: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ merchant: string }>(
    `select merchant_id as merchant from payrun.webhook_subscription
     where merchant_id = any($1)
       and exists (select 1 from payrun.webhook_receiver where seen_at > now() - $2::bigint * interval '1 millisecond')
     group by merchant_id having bool_or(model in ('payment', '*')) and bool_or(model in ('batch', '*'))`,
    [merchants, FRESH_MS],
  );
  return new Set(rows.map(({ merchant }) => merchant));
}
