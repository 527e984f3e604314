import type { Db } from '../db/db.ts';
import { countForPlanner } from '../db/planner-statistics.ts';
import { READY_WITH_RECIPIENT } from './payment.ts';

/**
 * SQL for the country of recipient `r`'s account. Null if the reported country is of an earlier account or is no
 * country code.
 */
const COUNTRY = `case when r.account_country_of = r.account_remote_id and r.account_country ~ '^[A-Z]{2}$' then r.account_country end`;

/** A planned batch: which part of the ready payments of its currency it gets, the first being 0. */
interface Part {
  readonly id: string;
  readonly currency: string;
  readonly part: number;
}

/** Puts the ready payments of a run into planned batches, `limit` each, in the order of the sheet. */
export async function putInBatches(db: Db, run: bigint, limit: number, parts: readonly Part[]): Promise<void> {
  const { rowCount } = await db.query(
    `with ready as materialized (
       select id, recipient_id, currency, ((row_number() over (partition by currency order by row) - 1) / $2)::int as part
       from (${READY_WITH_RECIPIENT}) ready)
     update payrun.payment p set state = 'batched', batch_id = b.id, recipient_id = r.id, reason_code = null, reason = null,
       paid_recipient_remote_id = r.remote_id, paid_account_remote_id = r.account_remote_id, paid_account_fp = r.account_fp,
       paid_account_country = ${COUNTRY}
     from ready join unnest($3::uuid[], $4::text[], $5::int[]) as b(id, currency, part) using (currency, part)
       join payrun.recipient r on r.id = ready.recipient_id
     where p.id = ready.id`,
    [run, limit, parts.map(({ id }) => id), parts.map(({ currency }) => currency), parts.map(({ part }) => part)],
  );
  await countForPlanner(db, rowCount);
}

/** Moves payments of a batch to another: those after the first `after` in the order of the sheet, without `except`. */
export async function moveToBatch(
  db: Db,
  {
    from,
    to,
    after,
    except,
  }: { readonly from: string; readonly to: string; readonly after: number; readonly except: readonly string[] },
): Promise<void> {
  await db.query(
    `update payrun.payment set batch_id = $2 where id in (
       select id from payrun.payment where batch_id = $1 and id <> all($4::uuid[]) order by row offset $3)`,
    [from, to, after, except],
  );
}

/** Makes the payments of a batch ready for another one. */
export async function freeFromBatch(db: Db, batch: string): Promise<void> {
  await db.query(
    `update payrun.payment set state = 'ready', batch_id = null, reason_code = null, reason = null where batch_id = $1 and state = 'batched'`,
    [batch],
  );
}
