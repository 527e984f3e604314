import type { Db } from '../db/db.ts';

/** SQL condition that recipient `r` was not read or written for so many days, and no payment that stays names them. */
const forgettable = (days: string) => `coalesce(r.synced_at, r.created_at) < now() - ${days}::int * interval '1 day'
  and not exists (select 1 from payrun.payment p where p.recipient_id = r.id and p.batch_id is not null and p.recipient_name is not null)`;

/** Removes the names of the recipients of these payments of a run: those after row `after` up to row `to`. */
export async function forgetNamesOfPayments(
  db: Db,
  { id, after, to, days }: { readonly id: bigint; readonly after: number; readonly to: number; readonly days: number },
): Promise<void> {
  await db.query(
    `update payrun.recipient r set name = null, name_words = null where ${forgettable('$4')}
       and r.id in (select recipient_id from payrun.payment where run_id = $1 and row > $2 and row <= $3)`,
    [id, after, to, days],
  );
}

/** Removes the names of the recipients that an import of recipients named. */
export async function forgetNamesOfRows(db: Db, run: bigint, days: number): Promise<void> {
  await db.query(
    `update payrun.recipient r set name = null, name_words = null from payrun.run o
     where o.id = $1 and r.merchant_id = o.merchant_id and r.name_words is not null and ${forgettable('$2')}
       and (r.key_fp in (select w.recipient_fp from payrun.recipient_row w where w.run_id = o.id)
         or r.email_fp in (select w.recipient_fp from payrun.recipient_row w where w.run_id = o.id))`,
    [run, days],
  );
}
