import type { Db } from '../db/db.ts';

/** A payment as a user assigns or comments it. */
export interface NamedPaymentRow {
  readonly id: string;
  readonly run_id: bigint;
  readonly merchant_id: string;
  readonly row: number;
  readonly row_sealed: Buffer;
}

/** So many of a recipient's payments are looked at. */
const LATEST = 20;

/** Those of these payments that exist, in the order of their runs and rows. */
export async function paymentsToName(db: Db, ids: readonly string[]): Promise<readonly NamedPaymentRow[]> {
  const { rows } = await db.query<NamedPaymentRow>(
    'select id, run_id, merchant_id, row, row_sealed from payrun.payment where id = any($1) order by run_id, row',
    [ids],
  );
  return rows;
}

/** A recipient as a user comments on them: their latest payments have the bank details that a comment may not have. */
export async function recipientToComment(
  db: Db,
  id: string,
): Promise<{ readonly merchant: string; readonly payments: readonly NamedPaymentRow[] } | null> {
  const found = await db.query<{ merchant: string }>(
    'select merchant_id as merchant from payrun.recipient where id = $1',
    [id],
  );
  if (!found.rows[0]) return null;
  const { rows } = await db.query<{ id: string }>(
    `select id from payrun.payment where recipient_id = $1 order by created_at desc limit ${LATEST}`,
    [id],
  );
  return {
    merchant: found.rows[0].merchant,
    payments: await paymentsToName(
      db,
      rows.map((one) => one.id),
    ),
  };
}

/** Assigns payments to a user; null: to nobody. */
export async function assignPayments(
  db: Db,
  ids: readonly string[],
  { to, by, at }: { readonly to: string | null; readonly by: string; readonly at: Date },
): Promise<void> {
  if (to === null) {
    await db.query('delete from payrun.assignment where payment_id = any($1)', [ids]);
    return;
  }
  await db.query(
    `insert into payrun.assignment (payment_id, assignee, assigned_by, at) select unnest($1::uuid[]), $2, $3, $4
     on conflict (payment_id) do update set assignee = $2, assigned_by = $3, at = $4`,
    [ids, to, by, at],
  );
}

/** The number of the next notification about an object. */
export async function nextMention(db: Db, about: string): Promise<number> {
  const { rows } = await db.query<{ n: number }>(
    `select coalesce(max(ordinal), 0)::int + 1 as n from payrun.notice where about = $1 and kind = 'mentioned'`,
    [about],
  );
  return rows[0]!.n;
}
