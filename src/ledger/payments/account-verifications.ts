import type { Db } from '../db/db.ts';
import { CAME_BACK, isAdopted, LAST_PAID, otherThanLastPaid } from './last-paid-account.ts';
import type { SealedRow } from './sealed-row.ts';

/** A user's note of how the new bank details of payments were verified. */
export interface AccountVerification {
  readonly by: string;
  readonly at: Date;
  readonly note: string;
  /** Number of payments that it covers. */
  readonly payments: number;
}

/** An approval of a batch that is in force covers all its payments with changed bank details. */
const APPROVED = `approval as materialized (
    select p.id, e.actor, e.at, e.verified
    from (select distinct b.id from changed c join payrun.payment p on p.id = c.id join payrun.batch b on b.id = p.batch_id) one
      join payrun.batch b on b.id = one.id
      cross join lateral (select distinct on (e.actor) e.actor, e.at, e.data->>'verified' as verified from payrun.event e
        where e.chain = 'run-' || b.run_id and e.kind in ('batch_approved_first', 'batch_approved') and e.data->>'batch' = b.id::text
          and e.actor in (b.first_by, b.approved_by) order by e.actor, e.seq desc) e
      join payrun.payment p on p.batch_id = b.id and p.id in (select id from changed))`;

const ADOPTED = `payrun.batch b join payrun.payment e on e.batch_id = b.id join payrun.recipient o on o.id = e.recipient_id
  where b.merchant_id = (select s.merchant_id from payrun.batch s where s.id = any($1) limit 1) and ${isAdopted('b')}`;

/** SQL condition that recipient `r` was paid in an adopted batch, under this key or another with the same e-mail. */
const PAID_IN_ADOPTED = `(r.id in (select o.id from ${ADOPTED}) or r.email_fp in (select o.email_fp from ${ADOPTED}))`;

const FELL_SHORT = `payrun.payment e join payrun.recipient o on o.id = e.recipient_id
  where e.batch_id is not null and e.state in ('failed', 'returned')
    and e.merchant_id = (select s.merchant_id from payrun.batch s where s.id = any($1) limit 1)`;

/** SQL condition that a payment to recipient `r`, or to another with the same e-mail, failed or was returned. */
const HAS_COME_BACK = `(r.id in (select o.id from ${FELL_SHORT}) or r.email_fp in (select o.email_fp from ${FELL_SHORT}))`;

/**
 * Payments of batches that go to other bank details than those last paid, or that were on hold for that, as a `with`.
 * If nothing that was sent to the recipient arrived, the details are compared with those that it came back from. It
 * ends with `changed (id, is_certain)`. `$1` are the batches.
 */
const changed = (beforePolicy: boolean): string => `
  with mine as materialized (
    select p.id, p.recipient_id, p.released_by, p.paid_account_fp, p.paid_account_remote_id, r.merchant_id, r.email_fp
    from payrun.payment p join payrun.recipient r on r.id = p.recipient_id
    where p.batch_id = any($1) ${beforePolicy ? `and (p.released_by is not null or ${PAID_IN_ADOPTED} or ${HAS_COME_BACK})` : ''}),
  who as materialized (select distinct recipient_id, merchant_id, email_fp from mine),
  ${LAST_PAID},
  ${CAME_BACK},
  release as materialized (
    select distinct on (m.id) m.id, e.actor, e.at, e.data->>'was' as was, e.data->>'verified' as verified
    from mine m join payrun.event e on e.chain = $2 and e.kind = 'released' and e.data->>'payment' = m.id::text
    where m.released_by is not null order by m.id, e.seq desc),
  changed as materialized (
    select id, bool_or(is_certain) as is_certain from (
      select m.id, l.paid_account_fp is not null as is_certain from mine m join last l on l.recipient_id = m.recipient_id
        where ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id')}
          ${beforePolicy ? 'and (m.released_by is not null or l.is_adopted)' : ''}
      union all select m.id, c.paid_account_fp is not null from mine m join came_back c on c.recipient_id = m.recipient_id
        where ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id', 'c')}
          and not exists (select 1 from last l where l.recipient_id = m.recipient_id)
      union all select id, true from release where was = 'account_changed') found group by id),
  ${APPROVED}`;

/**
 * SQL condition that the verification of a payment of `changed c` is recorded. `lapsed`: the parameter with the
 * payments whose release has lapsed.
 */
const verifiedExcept = (lapsed: string): string =>
  `(exists (select 1 from release v where v.id = c.id and v.verified is not null and v.id <> all(${lapsed}::uuid[]))
  or exists (select 1 from approval v where v.id = c.id and v.verified is not null))`;

/**
 * Payments of these batches of a run to changed bank details without a recorded verification. `is_certain` is false if
 * only the payout service knows the whole account last paid, so that it may be the same. `lapsed`: payments whose
 * release has lapsed. `beforePolicy`: only those that were released from hold, whose recipient was last paid in an
 * adopted batch, or to whom a payment failed or was returned, which costs little if there are none; the hold rules stop
 * every other one before a batch.
 */
export async function unverifiedPayments(
  db: Db,
  run: bigint,
  batches: readonly string[],
  { beforePolicy = false, lapsed = [] }: { readonly beforePolicy?: boolean; readonly lapsed?: readonly string[] } = {},
): Promise<readonly (SealedRow & { readonly is_certain: boolean })[]> {
  const { rows } = await db.query<SealedRow & { is_certain: boolean }>(
    `${changed(beforePolicy)} select p.id, p.merchant_id, p.row_sealed, c.is_certain from changed c join payrun.payment p on p.id = c.id
     where not ${verifiedExcept('$3')} order by p.row`,
    [batches, `run-${run}`, lapsed],
  );
  return rows;
}

/** Payments of batches to other bank details than those last paid, by id. */
export interface KnownChanges {
  readonly runs: readonly bigint[];
  readonly batches: readonly string[];
  readonly changed: readonly string[];
  /** Payments whose release has lapsed. */
  readonly lapsed: readonly string[];
}

/** The same as `changed` for known payments: `$1` are the batches, `$2` the chains of their runs, `$3` the payments. */
const KNOWN = `
  with release as materialized (
    select distinct on (p.id) p.id, p.run_id, e.actor, e.at, e.data->>'was' as was, e.data->>'verified' as verified
    from payrun.event e join payrun.payment p on p.id = (e.data->>'payment')::uuid
    where e.chain = any($2) and e.kind = 'released' and p.batch_id = any($1) and p.released_by is not null
    order by p.id, e.seq desc),
  changed as materialized (
    select id, run_id from payrun.payment where id = any($3)
    union select id, run_id from release where was = 'account_changed'),
  ${APPROVED}`;

const knownParams = ({ runs, batches, changed, lapsed }: KnownChanges) => [
  batches,
  runs.map((run) => `run-${run}`),
  changed,
  lapsed,
];

/** The number of payments to changed bank details, by run, that no one has noted as verified. */
export async function countUnverified(db: Db, changes: KnownChanges): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await db.query<{ run: bigint; payments: number }>(
    `${KNOWN} select c.run_id as run, count(*)::int as payments from changed c where not ${verifiedExcept('$4')} group by 1`,
    knownParams(changes),
  );
  return new Map(rows.map(({ run, payments }) => [run, payments]));
}

/** The notes about these payments, by time. */
export async function accountVerifications(db: Db, changes: KnownChanges): Promise<readonly AccountVerification[]> {
  const { rows } = await db.query<AccountVerification>(
    `${KNOWN} select v.actor as by, min(v.at) as at, v.verified as note, count(distinct v.id)::int as payments
     from (select id, actor, at, verified from release where id <> all($4::uuid[])
       union all select id, actor, at, verified from approval) v
       join changed c on c.id = v.id where v.verified is not null group by v.actor, v.verified order by 2, 1`,
    knownParams(changes),
  );
  return rows;
}

export async function sealedRows(db: Db, payments: readonly string[]): Promise<readonly SealedRow[]> {
  const { rows } = await db.query<SealedRow>(
    'select id, merchant_id, row_sealed from payrun.payment where id = any($1)',
    [payments],
  );
  return rows;
}
