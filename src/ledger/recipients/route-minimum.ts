import type { Db } from '../db/db.ts';

/** The minimum payment to a recipient, as the payout service reported it. */
export interface ServedMinimum {
  readonly recipientRemoteId: string;
  /** The account that the minimum applies to. */
  readonly accountRemoteId: string;
  /** Payout method in the API's names: "wire". */
  readonly route: string;
  /** Minor units of `currency`, above zero. */
  readonly minor: bigint;
  /** Currency of the debited balance. */
  readonly currency: string;
}

/** Stores reported minimums; skips recipients that the ledger does not know. */
export async function recordRouteMinimums(db: Db, merchant: string, served: readonly ServedMinimum[]): Promise<void> {
  if (served.length === 0) return;
  const column = <K extends keyof ServedMinimum>(key: K) => served.map((one) => one[key]);
  await db.query(
    `update payrun.recipient r set route_type = s.route, route_minimum = s.minor, route_currency = s.currency, route_account = s.account
     from unnest($2::text[], $3::text[], $4::text[], $5::bigint[], $6::text[]) as s(recipient, account, route, minor, currency)
     where r.merchant_id = $1 and r.remote_id = s.recipient
       and (r.route_type, r.route_minimum, r.route_currency, r.route_account) is distinct from (s.route, s.minor, s.currency, s.account)`,
    [
      merchant,
      column('recipientRemoteId'),
      column('accountRemoteId'),
      column('route'),
      served.map(({ minor }) => minor.toString()),
      column('currency'),
    ],
  );
}

/** The minimum for a recipient's current account, with the fingerprints of the recipient. */
export interface KnownMinimum extends Pick<ServedMinimum, 'route' | 'minor' | 'currency'> {
  readonly keyFp: Buffer;
  readonly emailFp: Buffer | null;
  readonly accountFp: Buffer;
}

/**
 * Minimums of a merchant's recipients with known bank details; omits those whose account has changed since or is about
 * to change. Few recipients have one: the service reports it only in an answer that names the recipient.
 */
export async function knownMinimums(db: Db, merchant: string): Promise<readonly KnownMinimum[]> {
  const { rows } = await db.query<KnownMinimum>(
    `select r.key_fp as "keyFp", r.email_fp as "emailFp", r.account_fp as "accountFp", r.route_type as route,
       r.route_minimum as minor, r.route_currency as currency
     from payrun.recipient r
     where r.merchant_id = $1 and r.route_minimum is not null and r.route_account = r.account_remote_id
       and r.account_fp is not null and r.remote_id is not null and r.intent is null
     order by r.created_at desc`,
    [merchant],
  );
  return rows;
}

/** Payments below the same minimum. */
export interface BelowMinimum extends Pick<ServedMinimum, 'route' | 'minor' | 'currency'> {
  readonly ids: readonly string[];
  readonly rows: readonly number[];
}

/**
 * Payments of planned batches below the minimum of their recipient, by route and minimum. Omits payments with a fixed
 * target amount: their debit is not known before the quote.
 */
export async function plannedBelowMinimum(db: Db, batches: readonly string[]): Promise<readonly BelowMinimum[]> {
  const { rows } = await db.query<{
    route: string;
    minor: bigint;
    currency: string;
    ids: readonly string[];
    rows: readonly number[];
  }>(
    `select r.route_type as route, r.route_minimum as minor, r.route_currency as currency,
       array_agg(p.id order by p.row) as ids, array_agg(p.row order by p.row) as rows
     from payrun.payment p join payrun.recipient r on r.id = p.recipient_id
     where p.batch_id = any($1::uuid[]) and p.state = 'batched' and p.fixed = 'source' and p.currency = r.route_currency
       and r.route_account = r.account_remote_id and p.minor < r.route_minimum
     group by 1, 2, 3 order by 1, 2, 3`,
    [batches],
  );
  return rows;
}
