import type { Db } from '../db/db.ts';

/** The country of a recipient's bank account. Ids are the payout service's. */
export interface AccountCountry {
  readonly recipientRemoteId: string;
  /** The account with this country. */
  readonly accountRemoteId: string;
  /** ISO 3166. */
  readonly country: string;
}

/** Stores the countries of bank accounts; skips recipients that the ledger does not know. */
export async function recordAccountCountries(db: Db, merchant: string, seen: readonly AccountCountry[]): Promise<void> {
  if (seen.length === 0) return;
  const column = <K extends keyof AccountCountry>(key: K) => seen.map((one) => one[key]);
  await db.query(
    `update payrun.recipient r set account_country = s.country, account_country_of = s.account
     from unnest($2::text[], $3::text[], $4::text[]) as s(recipient, account, country)
     where r.merchant_id = $1 and r.remote_id = s.recipient
       and (r.account_country, r.account_country_of) is distinct from (s.country, s.account)`,
    [merchant, column('recipientRemoteId'), column('accountRemoteId'), column('country')],
  );
}

/** Payments of planned batches to bank accounts in countries other than `countries`, grouped by country. */
export async function plannedOutside(
  db: Db,
  batches: readonly string[],
  countries: readonly string[],
): Promise<readonly { country: string; ids: readonly string[]; rows: readonly number[] }[]> {
  const { rows } = await db.query<{ country: string; ids: readonly string[]; rows: readonly number[] }>(
    `select r.account_country as country, array_agg(p.id order by p.row) as ids, array_agg(p.row order by p.row) as rows
     from payrun.payment p join payrun.recipient r on r.id = p.recipient_id
     where p.batch_id = any($1::uuid[]) and p.state = 'batched' and r.account_country_of = r.account_remote_id
       and r.account_country <> all($2::text[])
     group by 1 order by 1`,
    [batches, countries],
  );
  return rows;
}
