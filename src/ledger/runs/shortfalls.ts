import { REPORTS_RETURNS } from '../audit/audit-chain.ts';
import type { Db } from '../db/db.ts';
import { getBalances } from '../merchants/balances.ts';

/**
 * Merchants with submitted runs that wait for funds and that no process has, or with batches that settled or payments
 * that were returned after their balances were read, which were not checked for `everyMs`. Marks them as checked, so
 * that one process takes each merchant. Leaves out a merchant that is locked, as while a large sheet is compared: it
 * would wait, with the others locked meanwhile.
 */
export async function claimMerchantsToCheck(db: Db, now: Date, everyMs: number): Promise<readonly string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with free as materialized (select id from payrun.merchant m
       where (funds_looked_at is null or funds_looked_at <= $1::timestamptz - $2 * interval '1 millisecond')
         and (exists (select 1 from payrun.run r where r.merchant_id = m.id and r.status = 'insufficient_funds' and r.confirmed_at is not null
             and (r.lease_until is null or r.lease_until < now()))
           or exists (select 1 from payrun.batch b where b.merchant_id = m.id
             and b.settled_at > (select max(recorded_at) from payrun.balance where merchant_id = m.id))
           or exists (select 1 from payrun.event e join payrun.batch b on b.id = (e.data->>'batch')::uuid
             where ${REPORTS_RETURNS} and b.merchant_id = m.id and e.at > (select max(recorded_at) from payrun.balance where merchant_id = m.id)))
       for no key update of m skip locked)
     update payrun.merchant m set funds_looked_at = $1 from free where m.id = free.id returning m.id`,
    [now, everyMs],
  );
  return rows.map(({ id }) => id);
}

/** The shortfall of a balance for the batches that wait for it. */
export interface Shortfall {
  readonly run: bigint;
  readonly currency: string;
  /** Minor units; 0: the payout service reported a shortfall without an amount. */
  readonly missing: bigint;
  /** Total debit of the waiting batches, in minor units. */
  readonly debit: bigint;
  readonly payments: number;
  /** When the balance was last compared with the debit. */
  readonly at: Date;
}

/**
 * Known shortfalls of these runs, by run and currency. Each batch alone was compared with the balance, so the shortfall
 * of several is their total debit less the balance that was left for them.
 */
export async function getShortfalls(db: Db, runs: readonly bigint[]): Promise<readonly Shortfall[]> {
  if (runs.length === 0) return [];
  const { rows } = await db.query<Shortfall>(
    `select run_id as run, currency, sum((quote->>'debitMinor')::bigint)::bigint as debit, sum(payments)::int as payments,
       coalesce(sum((quote->>'debitMinor')::bigint) filter (where missing_minor > 0)
         - min((quote->>'debitMinor')::bigint - missing_minor) filter (where missing_minor > 0), 0)::bigint as missing,
       max(updated_at) as at
     from payrun.batch where run_id = any($1) and state in ('approved', 'waiting_funds') and missing_minor is not null
     group by 1, 2 order by 1, 2`,
    [runs],
  );
  return rows;
}

/** A shortfall by the newest balance: the one that the run was compared with, or a later one. */
export interface CurrentShortfall extends Shortfall {
  /** Null if only the payout service knows it. */
  readonly balance: bigint | null;
  /** The payout service reported a shortfall without an amount, which no balance disproves. */
  readonly isShort: boolean;
}

/** The shortfalls of these runs by the newest balances. */
export async function currentShortfalls(db: Db, runs: readonly bigint[]): Promise<readonly CurrentShortfall[]> {
  const found = await getShortfalls(db, runs);
  if (found.length === 0) return [];
  const { rows } = await db.query<{ id: bigint; merchant: string }>(
    'select id, merchant_id as merchant from payrun.run where id = any($1)',
    [runs],
  );
  const merchants = new Map(rows.map(({ id, merchant }) => [id, merchant]));
  const balances = new Map<string, Awaited<ReturnType<typeof getBalances>>>();
  for (const merchant of new Set(merchants.values())) balances.set(merchant, await getBalances(db, merchant));
  return found.map((one) => currentShortfall(one, balances.get(merchants.get(one.run)!)?.get(one.currency)));
}

function currentShortfall(
  short: Shortfall,
  read: { readonly minor: bigint; readonly at: Date } | undefined,
): CurrentShortfall {
  const { missing, debit } = short;
  if (missing === 0n) return { ...short, at: read?.at ?? short.at, balance: read?.minor ?? null, isShort: true };
  if (!read || read.at <= short.at) return { ...short, balance: debit - missing, isShort: true };
  return { ...short, at: read.at, balance: read.minor, missing: debit - read.minor, isShort: debit > read.minor };
}

/** The amounts that other runs await from the same balances as these runs. */
export interface OtherDebit {
  readonly merchant: string;
  readonly currency: string;
  readonly runs: readonly bigint[];
  /** Total debit of their waiting batches, in minor units. */
  readonly debit: bigint;
}

/** The debits of other runs that await funds on the balances that these runs await, by merchant and currency. */
export async function otherDebitsAwaitingFunds(db: Db, runs: readonly bigint[]): Promise<readonly OtherDebit[]> {
  if (runs.length === 0) return [];
  const { rows } = await db.query<OtherDebit>(
    `with waiting as (select b.run_id, b.merchant_id, b.currency, (b.quote->>'debitMinor')::bigint as debit
       from payrun.batch b join payrun.run r on r.id = b.run_id
       where r.status = 'insufficient_funds' and b.state in ('approved', 'waiting_funds') and b.missing_minor is not null)
     select merchant_id as merchant, currency, array_agg(distinct run_id) as runs, sum(debit)::bigint as debit
     from waiting where run_id <> all($1)
       and (merchant_id, currency) in (select merchant_id, currency from waiting where run_id = any($1))
     group by 1, 2 order by 1, 2`,
    [runs],
  );
  return rows;
}

/**
 * Runs of the merchant to continue now. Either the balance covers a waiting batch, or it changed since the last check,
 * so that the shortfall differs and the service may have started a pending batch automatically. `before`: the balances
 * at the last check.
 */
export async function runsToRetry(
  db: Db,
  merchant: string,
  before: ReadonlyMap<string, { readonly minor: bigint }>,
): Promise<readonly bigint[]> {
  const now = await getBalances(db, merchant);
  const changed = [...new Set([...before.keys(), ...now.keys()])].filter(
    (currency) => before.get(currency)?.minor !== now.get(currency)?.minor,
  );
  const { rows } = await db.query<{ run: bigint }>(
    `select distinct b.run_id as run from payrun.batch b join payrun.run r on r.id = b.run_id
       left join jsonb_each_text($2::jsonb) f on f.key = b.currency
     where b.merchant_id = $1 and r.status = 'insufficient_funds' and b.state in ('approved', 'waiting_funds')
       and ((b.quote->>'debitMinor')::bigint <= coalesce(f.value::bigint, 0) or b.currency = any($3))
     order by 1`,
    [
      merchant,
      JSON.stringify(Object.fromEntries([...now].map(([currency, { minor }]) => [currency, String(minor)]))),
      changed,
    ],
  );
  return rows.map(({ run }) => run);
}
