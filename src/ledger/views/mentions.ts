import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';

/** A comment that mentions a user. */
export interface Mention {
  readonly by: string;
  readonly at: Date;
  readonly text: string;
  /** The user has opened the page of its object since. */
  readonly opened: boolean;
  /** Null for a recipient. */
  readonly run: bigint | null;
  /** The payment and its row; null if it is about all of the run. */
  readonly payment: string | null;
  readonly row: number | null;
  /** The recipient, with their name if it is known. */
  readonly recipient: string | null;
  readonly recipientName: string | null;
}

/** Records whom the last event of a chain mentions, in the transaction that appended it. */
export async function addMentions(
  db: Db,
  names: readonly string[],
  { chain, merchant, at }: { chain: string; merchant: string; at: Date },
): Promise<void> {
  await db.query(
    `insert into payrun.mention (user_name, chain, seq, merchant_id, at)
     select name, h.chain, h.seq, $3, $4 from payrun.event_head h cross join unnest($1::text[]) name where h.chain = $2`,
    [names, chain, merchant, at],
  );
}

/** The mentions of a user that they may see: those that are not opened first, then the latest first. */
export async function selectMentions(db: Db, scope: Scope, name: string, most: number): Promise<readonly Mention[]> {
  const { rows } = await db.query<Mention>(
    `select e.actor as by, m.at, e.data->>'text' as text, m.opened_at is not null as opened,
       substring(m.chain from '^run-([0-9]{1,18})$')::bigint as run, p.id as payment, p.row, w.id as recipient, w.name as "recipientName"
     from payrun.mention m join payrun.event e on e.chain = m.chain and e.seq = m.seq
     left join payrun.payment p on p.id = (e.data->>'payment')::uuid
     left join payrun.recipient w on w.id = substring(m.chain from '^recipient-([0-9a-f-]{36})$')::uuid
     where m.user_name = $2 and ${visible('m.merchant_id')} order by m.opened_at is not null, m.at desc limit $3`,
    [scope, name, most],
  );
  return rows;
}

/** The user has opened the page of a run or a recipient, or of one payment. */
export async function openMentions(db: Db, name: string, chain: string, payment: string | null = null): Promise<void> {
  await db.query(
    `update payrun.mention m set opened_at = now() where m.user_name = $1 and m.chain = $2 and m.opened_at is null
       and ($3::text is null or exists (select 1 from payrun.event e where e.chain = m.chain and e.seq = m.seq and e.data->>'payment' = $3))`,
    [name, chain, payment],
  );
}
