import type { Db } from '../db/db.ts';
import { LAST_PAID, otherThanLastPaid } from './last-paid-account.ts';
import type { SealedRow } from './sealed-row.ts';

/** A user's note of how the new bank details of payments were verified. */
export interface AccountVerification {
  readonly by: string;
  readonly at: Date;
  readonly note: string;
  /** Number of payments that it covers. */
  readonly payments: number;
}

/**
 * Payments of batches that go to other bank details than those last paid, or that were on hold for that, as a `with`
 * that ends with `changed (id)`. `$1` are the batches.
 */
const changed = (onlyReleased: boolean): string => `
  with mine as materialized (
    select p.id, p.recipient_id, p.released_by, p.paid_account_fp, p.paid_account_remote_id, r.merchant_id, r.email_fp
    from payrun.payment p join payrun.recipient r on r.id = p.recipient_id
    where p.batch_id = any($1) ${onlyReleased ? 'and p.released_by is not null' : ''}),
  who as materialized (select distinct recipient_id, merchant_id, email_fp from mine),
  ${LAST_PAID},
  release as materialized (
    select distinct on (m.id) m.id, e.actor, e.at, e.data->>'was' as was, e.data->>'verified' as verified
    from mine m join payrun.event e on e.chain = $2 and e.kind = 'released' and e.data->>'payment' = m.id::text
    where m.released_by is not null order by m.id, e.seq desc),
  changed as materialized (
    select m.id from mine m join last l on l.recipient_id = m.recipient_id
      where ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id')}
    union select id from release where was = 'account_changed'),
  -- A first approval of exactly this batch covers all its payments.
  first as materialized (
    select p.id, e.actor, e.at, e.data->>'verified' as verified
    from changed c join payrun.payment p on p.id = c.id join payrun.batch b on b.id = p.batch_id
      join payrun.event e on e.chain = $2 and e.kind = 'batch_approved_first' and e.data->>'batch' = b.id::text
        and e.data->>'hash' = encode(b.first_hash, 'hex'))`;

/** SQL condition that somebody has noted how a payment of `changed c` was verified. */
const VERIFIED = `(exists (select 1 from release v where v.id = c.id and v.verified is not null)
  or exists (select 1 from first v where v.id = c.id and v.verified is not null))`;

/**
 * Payments of these batches of a run to changed bank details that nobody has noted as verified. `onlyReleased`: those
 * that were released from hold only, which costs nothing if there are none; the hold rules stop every other one before
 * a batch.
 */
export async function unverifiedPayments(
  db: Db,
  run: bigint,
  batches: readonly string[],
  { onlyReleased = false }: { readonly onlyReleased?: boolean } = {},
): Promise<readonly SealedRow[]> {
  const { rows } = await db.query<SealedRow>(
    `${changed(onlyReleased)} select p.id, p.merchant_id, p.row_sealed from changed c join payrun.payment p on p.id = c.id
     where not ${VERIFIED} order by p.row`,
    [batches, `run-${run}`],
  );
  return rows;
}

/** The notes about payments of these batches, by time. */
export async function accountVerifications(
  db: Db,
  run: bigint,
  batches: readonly string[],
): Promise<readonly AccountVerification[]> {
  const { rows } = await db.query<AccountVerification>(
    `${changed(false)} select v.actor as by, min(v.at) as at, v.verified as note, count(distinct v.id)::int as payments
     from (select id, actor, at, verified from release union all select id, actor, at, verified from first) v
       join changed c on c.id = v.id where v.verified is not null group by v.actor, v.verified order by 2, 1`,
    [batches, `run-${run}`],
  );
  return rows;
}

/** The sealed rows of these payments. */
export async function sealedRows(db: Db, payments: readonly string[]): Promise<readonly SealedRow[]> {
  const { rows } = await db.query<SealedRow>(
    'select id, merchant_id, row_sealed from payrun.payment where id = any($1)',
    [payments],
  );
  return rows;
}
