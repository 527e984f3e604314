import type { Db } from '../db/db.ts';
import { type Scope, visible } from './scope.ts';

/** A balance as the service said when it was last asked; minor units. */
export interface AskedBalance {
  readonly merchant: string;
  readonly currency: string;
  /** Which of the balances in that currency; '' where there is one. */
  readonly type: string;
  readonly minor: bigint;
  readonly asked_by: string;
  readonly at: Date;
}

/** By merchant and currency, at most `most`. */
export async function selectBalances(db: Db, scope: Scope, most: number): Promise<readonly AskedBalance[]> {
  const { rows } = await db.query<AskedBalance>(
    `select merchant_id as merchant, currency, type, minor, asked_by, at from payrun.balance_asked where ${visible('merchant_id')}
     order by merchant_id, currency, type limit $2`,
    [scope, most],
  );
  return rows;
}

/** Keeps what the service said: all balances of the merchant at this moment. Call it in a transaction. */
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

/** A balance in an answer of the service; minor units. */
export interface SeenBalance {
  readonly currency: string;
  readonly type: string;
  readonly minor: bigint;
}

/** Keeps what the service said of some balances of the merchant; what is known of the others stays. */
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

/** What the balances of a merchant had when the service was last asked, by currency; those for payouts by the service itself. */
export async function balancesOf(
  db: Db,
  merchant: string,
): Promise<ReadonlyMap<string, { readonly minor: bigint; readonly at: Date }>> {
  const { rows } = await db.query<{ currency: string; minor: bigint; at: Date }>(
    `select currency, sum(minor)::bigint as minor, min(at) as at from payrun.balance_asked
     where merchant_id = $1 and type in ('', 'paymentrails') group by currency`,
    [merchant],
  );
  return new Map(rows.map(({ currency, minor, at }) => [currency, { minor, at }]));
}
