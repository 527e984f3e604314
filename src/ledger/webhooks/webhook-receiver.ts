import type { Db } from '../db/db.ts';

/** A process that takes deliveries says every 10 s that it is there. */
const FRESH_MS = 30_000;

/** Notes that this process takes deliveries; forgets those that have long been silent. */
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
 * Which of these merchants are told of by webhook: the service was asked to tell of payments and of batches, and had its
 * answer from the target then; and a process that takes deliveries is there.
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
