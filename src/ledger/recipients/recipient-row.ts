import type { Problem } from '../../model.ts';
import type { Db } from '../db/db.ts';
import { LIVE_IN_BATCH } from '../db/state-lists.ts';
import { RECIPIENTS_BY_FINGERPRINT } from './recipient.ts';

/** `ready`: not yet imported into the payout service. The other states are results. */
export type RecipientRowState = 'invalid' | 'ready' | 'created' | 'changed' | 'unchanged' | 'refused';

export interface RecipientRowResult {
  readonly row: number;
  readonly state: RecipientRowState;
  readonly reason: string | null;
  readonly problems: readonly Problem[];
}

export interface NewRecipientRow {
  readonly row: number;
  readonly state: 'invalid' | 'ready';
  readonly recipientFp: Buffer | null;
  readonly personFp: Buffer | null;
  readonly profileFp: Buffer | null;
  readonly accountFp: Buffer | null;
  readonly problems: readonly Problem[];
}

/** Skips existing rows. */
export async function addRecipientRows(db: Db, run: bigint, rows: readonly NewRecipientRow[]): Promise<void> {
  const column = <K extends keyof NewRecipientRow>(key: K) => rows.map((row) => row[key]);
  await db.query(
    `insert into payrun.recipient_row (run_id, row, state, recipient_fp, person_fp, profile_fp, account_fp, problems)
     select $1, * from unnest($2::int[], $3::text[], $4::bytea[], $5::bytea[], $6::bytea[], $7::bytea[], $8::jsonb[])
     on conflict (run_id, row) do nothing`,
    [
      run,
      column('row'),
      column('state'),
      column('recipientFp'),
      column('personFp'),
      column('profileFp'),
      column('accountFp'),
      rows.map(({ problems }) => JSON.stringify(problems)),
    ],
  );
}

/**
 * Ends the intake. Refuses all rows that contradict each other about the same recipient, because only a user can say
 * which one is right. `code` and `reason` (a sentence) are set on those rows. Returns the number of rows.
 */
export async function finishRecipientRows(db: Db, run: bigint, code: string, reason: string): Promise<number> {
  await db.query(
    `with rows as (select * from payrun.recipient_row where run_id = $1 and state = 'ready'),
       torn as (select recipient_fp as who, null::bytea as person from rows group by 1
           having count(distinct coalesce(profile_fp, '')) filter (where profile_fp is not null) > 1
             or count(distinct account_fp) > 1
         union all select null, person_fp from rows where person_fp is not null group by 2 having count(distinct account_fp) > 1)
     update payrun.recipient_row r set state = 'refused', reason_code = $2, reason = $3 from torn
     where r.run_id = $1 and r.state = 'ready' and (r.recipient_fp = torn.who or r.person_fp = torn.person)`,
    [run, code, reason],
  );
  const { rows } = await db.query<{ n: number }>(
    `update payrun.run set recipients_in = (select count(*) from payrun.recipient_row where run_id = $1) where id = $1
     returning recipients_in as n`,
    [run],
  );
  return rows[0]!.n;
}

/** The number of rows; null until all of them are in. */
export async function recipientsIn(db: Db, run: bigint): Promise<number | null> {
  const { rows } = await db.query<{ n: number | null }>('select recipients_in as n from payrun.run where id = $1', [
    run,
  ]);
  return rows[0]?.n ?? null;
}

/**
 * Among the ready rows: the number of recipients unknown to the ledger, and how many of those have no profile, only an
 * id.
 */
export async function countUnknownRecipients(db: Db, run: bigint): Promise<{ unknown: number; nameless: number }> {
  const { rows } = await db.query<{ unknown: number; nameless: number }>(
    `select count(distinct w.recipient_fp)::int as unknown,
       count(distinct w.recipient_fp) filter (where w.profile_fp is null)::int as nameless
     from payrun.recipient_row w join payrun.run o on o.id = w.run_id
     where w.run_id = $1 and w.state = 'ready' and not exists (select 1 from ${RECIPIENTS_BY_FINGERPRINT} r
       where r.merchant_id = o.merchant_id and r.fingerprint = w.recipient_fp and r.remote_id is not null)`,
    [run],
  );
  return rows[0]!;
}

/** Row numbers from `first` to `last` that are still ready. */
export async function readyRows(db: Db, run: bigint, first: number, last: number): Promise<ReadonlySet<number>> {
  const { rows } = await db.query<{ row: number }>(
    `select row from payrun.recipient_row where run_id = $1 and row between $2 and $3 and state = 'ready'`,
    [run, first, last],
  );
  return new Set(rows.map(({ row }) => row));
}

/** Records the result of a row. Has no effect if the row is not ready. */
export async function endRecipientRow(
  db: Db,
  run: bigint,
  row: number,
  { state, code = null, reason = null }: { state: RecipientRowState; code?: string | null; reason?: string | null },
): Promise<void> {
  await db.query(
    `update payrun.recipient_row set state = $3, reason_code = $4, reason = $5 where run_id = $1 and row = $2 and state = 'ready'`,
    [run, row, state, code, reason],
  );
}

/** Results of the rows from `first` to `last`, by row number. */
export async function recipientRowsBetween(
  db: Db,
  run: bigint,
  first: number,
  last: number,
): Promise<readonly RecipientRowResult[]> {
  const { rows } = await db.query<RecipientRowResult>(
    `select row, state, reason, problems from payrun.recipient_row where run_id = $1 and row between $2 and $3 order by row`,
    [run, first, last],
  );
  return rows;
}

/** Rows with an error, a warning or a reason, by row number, at most `limit`. */
export async function recipientRowsWithErrors(
  db: Db,
  run: bigint,
  limit: number,
): Promise<readonly RecipientRowResult[]> {
  const { rows } = await db.query<RecipientRowResult>(
    `select row, state, reason, problems from payrun.recipient_row where run_id = $1
       and (state in ('invalid', 'refused') or reason is not null or problems <> '[]') order by row limit $2`,
    [run, limit],
  );
  return rows;
}

export async function countRecipientRows(
  db: Db,
  run: bigint,
): Promise<Readonly<Partial<Record<RecipientRowState, number>>>> {
  const { rows } = await db.query<{ state: RecipientRowState; n: number }>(
    'select state, count(*)::int as n from payrun.recipient_row where run_id = $1 group by 1 order by 1',
    [run],
  );
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
}

/** Records that a row is about to create its recipient, so that after a crash `getImportResult` knows this. */
export async function noteCreating(db: Db, run: bigint, row: number): Promise<void> {
  await db.query(
    `update payrun.recipient_row set reason_code = 'creating' where run_id = $1 and row = $2 and state = 'ready'`,
    [run, row],
  );
}

/** The result of the import for a row. `calls`: API calls of this attempt; an earlier, interrupted one left records. */
export async function getImportResult(
  db: Db,
  { run, row, recipient, calls }: { run: bigint; row: number; recipient: string; calls: number },
): Promise<'created' | 'changed' | 'unchanged'> {
  const { rows } = await db.query<{ creating: boolean; changed: boolean }>(
    `select coalesce(w.reason_code = 'creating', false) as creating, coalesce(r.synced_at >= o.created_at, false) as changed
     from payrun.recipient_row w join payrun.run o on o.id = w.run_id, payrun.recipient r
     where w.run_id = $1 and w.row = $2 and r.id = $3`,
    [run, row, recipient],
  );
  if (rows[0]?.creating) return 'created';
  return calls > 0 || rows[0]?.changed ? 'changed' : 'unchanged';
}

/**
 * Was this recipient, under any key with the same e-mail, paid by a started batch to an account other than their
 * current one?
 */
export async function hasPaidOtherAccount(db: Db, recipient: string): Promise<boolean> {
  const { rows } = await db.query<{ elsewhere: boolean }>(
    `select exists (select 1 from payrun.recipient r
       join payrun.recipient o on o.merchant_id = r.merchant_id and (o.id = r.id or o.email_fp = r.email_fp)
       join payrun.payment p on p.recipient_id = o.id and p.batch_id is not null and p.state in (${LIVE_IN_BATCH})
       join payrun.batch b on b.id = p.batch_id and b.started_at is not null
       where r.id = $1 and p.paid_account_fp is distinct from r.account_fp) as elsewhere`,
    [recipient],
  );
  return rows[0]!.elsewhere;
}

/**
 * Names of those who chose the accounts of these payments. The database trigger that refuses their release uses the
 * same function.
 */
export async function accountEditors(db: Db, payments: readonly string[]): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    'select distinct author as name from unnest($1::uuid[]) id, payrun.account_authors(id) author order by 1',
    [payments],
  );
  return rows.map(({ name }) => name);
}
