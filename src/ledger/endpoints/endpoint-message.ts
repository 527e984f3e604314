import type { Db } from '../db/db.ts';
import { ageSince, takeDue } from '../deliveries/due-deliveries.ts';

/** A message to an endpoint: that a run or a payment changed. Its content is read when it is sent. */
export interface EndpointMessage {
  /** The same at each attempt, and when it is replayed. */
  readonly id: string;
  readonly endpoint: string;
  /** `run.paid`: the status that it then had. */
  readonly type: string;
  readonly run_id: bigint;
  /** Null: it is about the run. */
  readonly payment_id: string | null;
  /** When it changed. */
  readonly at: Date;
  readonly state: 'waiting' | 'sent' | 'given_up';
  readonly attempts: number;
  /** The next attempt, while it waits. */
  readonly next_at: Date;
  /** The failure of the last attempt, if it failed. */
  readonly last_code: string | null;
  readonly ended_at: Date | null;
}

/** A message taken for an attempt. */
export interface TakenMessage extends EndpointMessage {
  /** In ms, since it changed or was replayed. */
  readonly age: number;
}

/** Names of endpoints with messages that are due, those first that wait longest. */
export async function endpointsWithDue(db: Db): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select e.name from payrun.endpoint e cross join lateral (select min(m.next_at) as at from payrun.endpoint_message m
       where m.endpoint = e.name and m.state = 'waiting') due
     where due.at <= clock_timestamp() order by due.at, 1`,
  );
  return rows.map(({ name }) => name);
}

/** Takes due messages to an endpoint: see `takeDue`. */
export async function takeMessages(
  db: Db,
  endpoint: string,
  holdMs: number,
  limit: number,
): Promise<readonly TakenMessage[]> {
  const { rows } = await db.query<TakenMessage>(
    `${takeDue('endpoint_message', 'o.endpoint = $3')} select m.*, ${ageSince('m.since')} as age from taken m order by m.at, m.id`,
    [holdMs, limit, endpoint],
  );
  return rows;
}

export interface MessageFilter {
  readonly endpoint: string | null;
  readonly state: EndpointMessage['state'] | null;
  readonly run: bigint | null;
  /** The last message of the page before. */
  readonly after: string | null;
  readonly limit: number;
}

/** Messages, latest first. */
export async function selectMessages(db: Db, filter: MessageFilter): Promise<readonly EndpointMessage[]> {
  const { rows } = await db.query<EndpointMessage>(
    `select m.* from payrun.endpoint_message m
     where ($1::text is null or m.endpoint = $1) and ($2::text is null or m.state = $2) and ($3::bigint is null or m.run_id = $3)
       and ($4::uuid is null or (m.at, m.id) < (select o.at, o.id from payrun.endpoint_message o where o.id = $4))
     order by m.at desc, m.id desc limit $5`,
    [filter.endpoint, filter.state, filter.run, filter.after, filter.limit],
  );
  return rows;
}

/** Sends messages of an endpoint again, with their ids: one, or all that were given up. Returns how many. */
export async function replayMessages(db: Db, endpoint: string, message: string | null): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.endpoint_message set state = 'waiting', attempts = 0, since = clock_timestamp(), next_at = clock_timestamp(),
       last_code = null, ended_at = null
     where endpoint = $1 and case when $2::uuid is null then state = 'given_up' else id = $2 end`,
    [endpoint, message],
  );
  return rowCount ?? 0;
}
