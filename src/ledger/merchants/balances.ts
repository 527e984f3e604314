import type { Db } from '../db/db.ts';
import { type Scope, visible } from './scope.ts';

/** A balance as the payout service last reported it, in minor units. */
export interface LoadedBalance {
  readonly merchant: string;
  readonly currency: string;
  /** Tells balances in the same currency apart; '' if the currency has only one. */
  readonly type: string;
  readonly minor: bigint;
  readonly asked_by: string;
  readonly at: Date;
}

/** Balances by merchant and currency, at most `most`. */
export async function selectBalances(db: Db, scope: Scope, most: number): Promise<readonly LoadedBalance[]> {
  const { rows } = await db.query<LoadedBalance>(
    `select merchant_id as merchant, currency, type, minor, asked_by, at from payrun.balance_asked where ${visible('merchant_id')}
     order by merchant_id, currency, type limit $2`,
    [scope, most],
  );
  return rows;
}

/** Replaces all balances of the merchant with those that the payout service reported. Call it in a transaction. */
export async function recordBalances(
  db: Db,
  merchant: string,
  balances: readonly { readonly currency: string; readonly type: string; readonly minor: bigint }[],
  asked: { readonly by: string; readonly at: Date },
): Promise<void> {
  await db.query(`delete from payrun.balance_asked where merchant_id = $1`, [merchant]);
  await db.query(
    `insert into payrun.balance_asked (merchant_id, currency, type, minor, asked_by, at)
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
    await db.query('delete from payrun.balance_asked where merchant_id = $1 and currency = $2', [merchant, currency]);
    await db.query(
      `insert into payrun.balance_asked (merchant_id, currency, type, minor, asked_by, at) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing`,
      [merchant, currency, type, minor, seen.by, seen.at],
    );
  }
}

/**
 * Deducts what was started from the stored balance, unless that was reported after `before`: until it is reported
 * again, it would show money that is spent.
 */
export async function deductFromBalance(
  db: Db,
  merchant: string,
  { currency, minor, before }: { readonly currency: string; readonly minor: bigint; readonly before: Date },
): Promise<void> {
  await db.query(
    `update payrun.balance_asked set minor = minor - $3 where merchant_id = $1 and currency = $2 and at <= $4
       and type = (select type from payrun.balance_asked where merchant_id = $1 and currency = $2 and ${PAID_FROM}
         order by minor desc limit 1)`,
    [merchant, currency, String(minor), before],
  );
}

/** SQL condition for the balances that the payout service pays from. */
const PAID_FROM = `type in ('', 'paymentrails')`;

/**
 * Last reported balances of a merchant by currency, in minor units. Includes only balances from which the payout
 * service pays. What was started since is deducted.
 */
export async function balancesOf(
  db: Db,
  merchant: string,
): Promise<ReadonlyMap<string, { readonly minor: bigint; readonly at: Date }>> {
  const { rows } = await db.query<{ currency: string; minor: bigint; at: Date }>(
    `select currency, sum(minor)::bigint as minor, min(at) as at from payrun.balance_asked
     where merchant_id = $1 and ${PAID_FROM} group by currency`,
    [merchant],
  );
  return new Map(rows.map(({ currency, minor, at }) => [currency, { minor, at }]));
}
