import type { Db } from '../db/db.ts';
import { type Scope, visible } from './scope.ts';

/** SQL for the expected debit of batches `b` that are not sent: their quotes, or the known amounts before these. */
export const UNSENT_DEBIT = `sum(coalesce((b.quote->>'debitMinor')::bigint, b.source_minor))`;
const IS_UNSENT = `b.started_at is null
  and b.state in ('planned', 'creating', 'open', 'quoted', 'approved', 'waiting_funds', 'awaiting_service_approval')`;

/** A balance as the payout service last reported it, in minor units. */
export interface LoadedBalance {
  readonly merchant: string;
  readonly currency: string;
  /** Tells balances in the same currency apart; '' if the currency has only one. */
  readonly type: string;
  readonly minor: bigint;
  /** Total debit of what was started since; 0 for a balance that nothing is paid from. */
  readonly startedSince: bigint;
  /** The least that batches which are not sent yet will debit; 0 for a balance that nothing is paid from. */
  readonly committed: bigint;
  readonly asked_by: string;
  readonly at: Date;
}

export async function selectBalances(db: Db, scope: Scope, most: number): Promise<readonly LoadedBalance[]> {
  const { rows } = await db.query<LoadedBalance>(
    `with read as (
       select *, ${PAID_FROM} and row_number() over (partition by merchant_id, currency, ${PAID_FROM} order by minor desc, type) = 1 as pays
       from payrun.balance where ${visible('merchant_id')})
     select merchant_id as merchant, currency, type, minor, asked_by, at,
       case when pays then ${startedSince('r', 'r.merchant_id')} else 0 end as "startedSince",
       case when pays then coalesce((select ${UNSENT_DEBIT} from payrun.batch b
         where b.merchant_id = r.merchant_id and b.currency = r.currency and ${IS_UNSENT}), 0) else 0 end::bigint as committed
     from read r order by merchant_id, currency, type limit $2`,
    [scope, most],
  );
  return rows;
}

/** The currencies of the balances of each merchant, as last reported. */
export async function currenciesByMerchant(db: Db, scope: Scope): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await db.query<{ merchant: string; currencies: readonly string[] }>(
    `select merchant_id as merchant, array_agg(distinct currency order by currency) as currencies
     from payrun.balance where ${visible('merchant_id')} group by merchant_id`,
    [scope],
  );
  return new Map(rows.map(({ merchant, currencies }) => [merchant, currencies]));
}

/** Replaces all balances of the merchant with those that the payout service reported. Call it in a transaction. */
export async function recordBalances(
  db: Db,
  merchant: string,
  balances: readonly { readonly currency: string; readonly type: string; readonly minor: bigint }[],
  asked: { readonly by: string; readonly at: Date },
): Promise<void> {
  await db.query(`delete from payrun.balance where merchant_id = $1`, [merchant]);
  await db.query(
    `insert into payrun.balance (merchant_id, currency, type, minor, asked_by, at)
     select $1, currency, type, sum(minor), $5, $6 from unnest($2::text[], $3::text[], $4::bigint[]) as b (currency, type, minor)
     group by currency, type`,
    [
      merchant,
      balances.map(({ currency }) => currency),
      balances.map(({ type }) => type),
      balances.map(({ minor }) => String(minor)),
      asked.by,
      asked.at,
    ],
  );
}

/** A balance reported by the payout service, in minor units. */
export interface SeenBalance {
  readonly currency: string;
  readonly type: string;
  readonly minor: bigint;
}

/** Stores the reported balances of some currencies of the merchant; leaves its other currencies unchanged. */
export async function recordBalancesOf(
  db: Db,
  merchant: string,
  balances: readonly SeenBalance[],
  seen: { readonly by: string; readonly at: Date },
): Promise<void> {
  for (const { currency, type, minor } of balances) {
    await db.query('delete from payrun.balance where merchant_id = $1 and currency = $2', [merchant, currency]);
    await db.query(
      `insert into payrun.balance (merchant_id, currency, type, minor, asked_by, at) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing`,
      [merchant, currency, type, minor, seen.by, seen.at],
    );
  }
}

/** SQL condition for the balances that the payout service pays from. */
const PAID_FROM = `type in ('', 'paymentrails')`;

/**
 * SQL for the total debit of batches of a merchant and currency that were started after a balance was stored. Amounts
 * that come back, of failed or returned payments, are not counted: only the payout service knows when.
 */
const startedSince = (
  of: string,
  merchant = '$1',
) => `coalesce((select sum((b.quote->>'debitMinor')::bigint) from payrun.batch b
  where b.merchant_id = ${merchant} and b.currency = ${of}.currency and b.started_at > ${of}.recorded_at), 0)::bigint`;

/** A balance of one currency that the payout service pays from, in minor units. */
export interface MerchantBalance {
  /** As last reported. */
  readonly loaded: bigint;
  /** Total debit of payments started since, whatever their outcome. */
  readonly startedSince: bigint;
  /** As last reported, less what was started since. */
  readonly minor: bigint;
  readonly at: Date;
}

/** Balances of a merchant by currency, only those from which the payout service pays. */
export async function getBalances(db: Db, merchant: string): Promise<ReadonlyMap<string, MerchantBalance>> {
  const { rows } = await db.query<Omit<MerchantBalance, 'minor'> & { currency: string }>(
    `with read as (
       select currency, sum(minor)::bigint as loaded, min(at) as at, min(recorded_at) as recorded_at from payrun.balance
       where merchant_id = $1 and ${PAID_FROM} group by currency)
     select currency, loaded, at, ${startedSince('r')} as "startedSince" from read r`,
    [merchant],
  );
  return new Map(rows.map(({ currency, ...one }) => [currency, { ...one, minor: one.loaded - one.startedSince }]));
}

/** The amount still to be debited for a run, in minor units. */
export interface UnsentDebit {
  readonly run: bigint;
  readonly currency: string;
  /** At least: the total debit of its batches, or what it is known to be before the quote. */
  readonly minor: bigint;
}

/** Amounts still to be debited for runs of the merchant with batches that were not started. */
export async function unsentDebits(db: Db, merchant: string): Promise<readonly UnsentDebit[]> {
  const { rows } = await db.query<UnsentDebit>(
    `select b.run_id as run, b.currency, ${UNSENT_DEBIT}::bigint as minor
     from payrun.batch b where b.merchant_id = $1 and ${IS_UNSENT} group by 1, 2`,
    [merchant],
  );
  return rows;
}

/** The least that is still to be debited in a currency for runs other than `except`. */
export function committedByOthers(unsent: readonly UnsentDebit[], currency: string, except: readonly bigint[]): bigint {
  return unsent.reduce(
    (sum, one) => (one.currency === currency && !except.includes(one.run) ? sum + one.minor : sum),
    0n,
  );
}
