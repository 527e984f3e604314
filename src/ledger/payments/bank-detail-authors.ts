import type { Db } from '../db/db.ts';
import type { SealedRow } from './sealed-row.ts';

/** An author of bank details, and the number of payments they affect. */
export interface BankDetailAuthor {
  readonly name: string;
  readonly payments: number;
}

/**
 * By run, the authors other than its uploader of the bank details that these batches pay, and the users of the
 * operating system accounts that they used.
 */
export async function bankDetailAuthorsByRun(
  db: Db,
  runs: readonly bigint[],
  batches: readonly string[],
): Promise<ReadonlyMap<bigint, readonly BankDetailAuthor[]>> {
  const { rows } = await db.query<BankDetailAuthor & { readonly run: bigint }>(
    `select t.run_id as run, min(author.name) as name, count(distinct t.payment_id)::int as payments
     from payrun.account_author t join payrun.payment p on p.id = t.payment_id
       cross join lateral (values (t.name), (payrun.account_user(t.account))) author(name)
     where t.run_id = any($1) and p.batch_id = any($2) and author.name is not null
     group by t.run_id, payrun.name_key(author.name) order by 1, 2`,
    [runs, batches],
  );
  const byRun = new Map<bigint, BankDetailAuthor[]>();
  for (const { run, ...author } of rows) byRun.set(run, [...(byRun.get(run) ?? []), author]);
  return byRun;
}

/** The same for one run. */
export async function getBankDetailAuthors(
  db: Db,
  run: bigint,
  batches: readonly string[],
): Promise<readonly BankDetailAuthor[]> {
  return (await bankDetailAuthorsByRun(db, [run], batches)).get(run) ?? [];
}

/**
 * By payment of a run, who entered the account that it goes to, in its row or in a recipient sheet: names, or null if
 * one of these users is not known. Omits payments whose account only the payout service has.
 */
export async function accountAuthorsByPayment(
  db: Db,
  run: bigint,
  payments: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  if (payments.length === 0) return new Map();
  const { rows } = await db.query<{ payment: string; names: string | null }>(
    `with paid as materialized (select id, account_fp from payrun.payment where id = any($2::uuid[])),
     typed as materialized (select payment_id as id, name, unknown from payrun.account_author where run_id = $1 and payment_id = any($2::uuid[])),
     authors as (
       select p.id, a.name, false as unknown from paid p cross join lateral payrun.account_authors(p.id) a(name)
       union select * from typed
       union select p.id, r.maker, r.unknown_maker is not null from paid p join payrun.run r on r.id = $1
         where p.account_fp is not null and p.id not in (select id from typed))
     select id as payment, case when not bool_or(unknown) then string_agg(distinct name, ' and ') end as names from authors group by id`,
    [run, payments],
  );
  return new Map(rows.map(({ payment, names }) => [payment, names]));
}

/**
 * The runs for which the uploader of these batches' sheet, or of a sheet that their bank details come from, is unknown.
 * Always none in an installation without users, where two names prove nothing.
 */
export async function runsWithUnknownAuthor(
  db: Db,
  runs: readonly bigint[],
  batches: readonly string[],
): Promise<ReadonlySet<bigint>> {
  const { rows } = await db.query<{ run: bigint }>(
    `select r.id as run from payrun.run r
     where r.id = any($1) and exists (select 1 from payrun.user_account) and (r.unknown_maker is not null
       or exists (select 1 from payrun.account_author t join payrun.payment p on p.id = t.payment_id
         where t.run_id = r.id and t.unknown and p.batch_id = any($2)))`,
    [runs, batches],
  );
  return new Set(rows.map(({ run }) => run));
}

/** The same for one run. */
export async function hasUnknownAuthor(db: Db, run: bigint, batches: readonly string[]): Promise<boolean> {
  return (await runsWithUnknownAuthor(db, [run], batches)).has(run);
}

/**
 * SQL condition for rows whose reference may occur in an earlier run: the hold rules set `previous_id` on most of them,
 * but not on rows that they put on hold.
 */
const AGAIN = "account_fp is not null and (previous_id is not null or state = 'held')";

/** SQL condition that `e` is a row of an earlier run with the reference of `p`. Ignores dry runs. */
const CAME_BEFORE = `e.merchant_id = p.merchant_id and e.reference = p.reference and e.run_id < p.run_id and not exists (
  select 1 from payrun.run o where o.id = e.run_id and (o.options->>'dryRun')::boolean)`;

/** For `found (id, earlier)`, pairs with the same bank details, records the authors of `earlier` as authors of `id`. */
const NOTE = `insert into payrun.account_author (run_id, payment_id, name, unknown, account)
  select $1, f.id, coalesce(t.name, o.maker), coalesce(t.unknown, o.unknown_maker is not null),
    case when t.name is null then payrun.maker_account(o.id) else t.account end from found f join payrun.payment e on e.id = f.earlier
    join payrun.run o on o.id = e.run_id join payrun.run mine on mine.id = $1
    left join payrun.account_author t on t.run_id = e.run_id and t.payment_id = e.id
  where payrun.name_key(coalesce(t.name, o.maker)) <> payrun.name_key(mine.maker)
  on conflict do nothing`;

/**
 * Records who first requested a payment to the same account under the same reference, if not the uploader. The first
 * one matters, because a later row may only repeat the details.
 */
export async function noteSameAccounts(db: Db, run: bigint): Promise<void> {
  await db.query(
    `with again as materialized (
       select id, run_id, merchant_id, reference, account_fp from payrun.payment where run_id = $1 and ${AGAIN}),
     found as (select distinct on (p.id) p.id, e.id as earlier
       from again p join payrun.payment e on ${CAME_BEFORE} and e.account_fp = p.account_fp order by p.id, e.run_id)
     ${NOTE}`,
    [run],
  );
}

/**
 * Records who first entered an account to which nothing was ever paid, for any merchant and under any reference, if not
 * the uploader. Once it was paid, another person has approved it. `offset 0` makes the planner search the index for
 * each row instead of reading the whole table.
 */
export async function noteAuthorsOfUnpaidAccounts(db: Db, run: bigint): Promise<void> {
  await db.query(
    `with unpaid as materialized (
       select p.id, p.account_key from payrun.payment p where p.run_id = $1 and p.account_key is not null
         and not exists (select 1 from payrun.payment e join payrun.batch b on b.id = e.batch_id
           where e.account_key = p.account_key and e.run_id <> $1 and b.started_at is not null offset 0)),
     found as (select u.id, first.earlier from unpaid u cross join lateral (
       select e.id as earlier from payrun.payment e join payrun.run o on o.id = e.run_id
       where e.account_key = u.account_key and e.run_id < $1 and not coalesce((o.options->>'dryRun')::boolean, false)
       order by e.run_id, e.row limit 1) first)
     ${NOTE}`,
    [run],
  );
}

/**
 * A payment of a run and one of an earlier run that may have the same bank details although their fingerprints differ.
 */
export interface EarlierRowPair extends SealedRow {
  readonly earlier: string;
  readonly earlier_merchant: string;
  readonly earlier_sealed: Buffer;
}

const PAGE = 500;

/**
 * Pairs with the same reference whose accounts only the cells can compare: an invalid row has no fingerprints, and a
 * fingerprint also covers the name and BIC. A page has all pairs of a payment, earliest first.
 */
export async function* streamEarlierRowPairs(db: Db, run: bigint): AsyncGenerator<readonly EarlierRowPair[]> {
  const other = `${CAME_BEFORE} and e.account_fp is distinct from p.account_fp and e.row_sealed <> ''`;
  for (let after = -1; ; ) {
    const { rows } = await db.query<EarlierRowPair & { row: number }>(
      `with page as materialized (
         select * from payrun.payment p where run_id = $1 and row > $2 and ${AGAIN} and row_sealed <> ''
           and exists (select 1 from payrun.payment e where ${other}) order by row limit ${PAGE})
       select p.row, p.id, p.merchant_id, p.row_sealed, e.id as earlier, e.merchant_id as earlier_merchant, e.row_sealed as earlier_sealed
       from page p join payrun.payment e on ${other} order by p.row, e.run_id`,
      [run, after],
    );
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.row;
  }
}

/** The corrected rows of a run that replace rows of an earlier one, which may have another reference or none. */
export async function rowsCorrectedIn(
  db: Db,
  run: bigint,
): Promise<readonly (SealedRow & { readonly replaces: string })[]> {
  const { rows } = await db.query<SealedRow & { replaces: string }>(
    'select id, merchant_id, row_sealed, replaces from payrun.payment where run_id = $1 and corrected and replaces is not null order by row',
    [run],
  );
  return rows;
}

/** Records that payments of a run have the bank details of earlier ones. */
export async function recordEarlierAuthors(
  db: Db,
  run: bigint,
  found: readonly { readonly id: string; readonly earlier: string }[],
): Promise<void> {
  if (found.length === 0) return;
  await db.query(`with found as (select * from unnest($2::uuid[], $3::uuid[]) as f (id, earlier)) ${NOTE}`, [
    run,
    found.map(({ id }) => id),
    found.map(({ earlier }) => earlier),
  ]);
}
