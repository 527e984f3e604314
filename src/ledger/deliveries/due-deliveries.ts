import type { Db } from '../db/db.ts';

/** The tables of what is sent to others, each row until it arrives. */
type Outbox = 'notification_delivery' | 'endpoint_message';

/**
 * SQL that takes due rows `taken` of an outbox, oldest first, with one attempt more: for $1 ms no other process takes
 * them, and one whose outcome is not recorded by then is taken again. At most $2. `condition` is about row `o`. A
 * ledger that was moved sends nothing.
 */
export const takeDue = (outbox: Outbox, condition: string): string => `with due as materialized (
    select o.id from payrun.${outbox} o where o.state = 'waiting' and ${condition} and o.next_at <= clock_timestamp()
      and not exists (select from payrun.ledger_moved)
    order by o.next_at, o.id limit $2 for update skip locked),
  taken as (
    update payrun.${outbox} o set attempts = attempts + 1, next_at = clock_timestamp() + $1 * interval '1 millisecond'
    from due where o.id = due.id returning o.*)`;

export const ageSince = (time: string): string => `(extract(epoch from clock_timestamp() - ${time}) * 1000)::float8`;

/** Records the results of attempts. */
export interface DeliveryOutcomes<Id> {
  readonly sent: (id: Id) => Promise<void>;
  /** Retried after `againMs`, or given up if that is null. `code`: why it was not sent. */
  readonly failed: (id: Id, code: string, againMs: number | null) => Promise<void>;
}

export const deliveryOutcomes = <Id>(db: Db, outbox: Outbox): DeliveryOutcomes<Id> => ({
  async sent(id) {
    await db.query(
      `update payrun.${outbox} set state = 'sent', last_code = null, ended_at = now() where id = $1 and state <> 'sent'`,
      [id],
    );
  },
  async failed(id, code, againMs) {
    await db.query(
      `update payrun.${outbox} set last_code = $2, state = case when $3::float8 is null then 'given_up' else 'waiting' end,
         ended_at = case when $3::float8 is null then now() end,
         next_at = coalesce(clock_timestamp() + $3::float8 * interval '1 millisecond', next_at)
       where id = $1 and state = 'waiting'`,
      [id, code, againMs],
    );
  },
});
