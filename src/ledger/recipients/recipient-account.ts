import type { Db } from '../db/db.ts';

/** The text that identifies an account to users: its kind and last characters. */
interface AccountHint {
  readonly accountRemoteId: string;
  readonly hint: string;
}

/** Stores the hints. The sheet shows more characters of an account than the payout service, so the longer hint wins. */
export async function recordAccountHints(db: Db, merchant: string, hints: readonly AccountHint[]): Promise<void> {
  const unique = [...new Map(hints.map((one) => [one.accountRemoteId, one.hint]))];
  await db.query(
    `insert into payrun.account_hint as h (merchant_id, account_remote_id, hint)
     select $1, a.account, a.hint from unnest($2::text[], $3::text[]) a(account, hint) order by a.account
     on conflict (merchant_id, account_remote_id) do update set hint = excluded.hint
       where length(excluded.hint) > length(h.hint)`,
    [merchant, unique.map(([account]) => account), unique.map(([, hint]) => hint)],
  );
}

/** The hint of the account that the sheets last named for a recipient; null if there is none. */
export async function getAccountHint(db: Db, recipient: string): Promise<string | null> {
  const { rows } = await db.query<{ account_hint: string | null }>(
    'select account_hint from payrun.recipient where id = $1',
    [recipient],
  );
  return rows[0]?.account_hint ?? null;
}

/** SQL expression for the hint of the account with this remote id; null if unknown. */
export const hintSql = (merchant: string, accountRemoteId: string): string =>
  `(select h.hint from payrun.account_hint h where h.merchant_id = ${merchant} and h.account_remote_id = ${accountRemoteId})`;

export const accountSentenceSql = (hint: string): string =>
  `coalesce(replace(${hint}, '***', '•••• '), 'an account that only the payout service knows')`;

/** Keeps the last four characters of a recipient's account, by which the search also finds those of former accounts. */
export async function recordAccountEnd(db: Db, recipient: string, hint: string): Promise<void> {
  await db.query(
    `insert into payrun.recipient_account_end (account_end, recipient_id) values (right($2, 4), $1) on conflict do nothing`,
    [recipient, hint],
  );
}

/** An account that the payout service lists for a recipient. */
export interface ListedHint extends AccountHint {
  readonly recipientRemoteId: string;
}

/** Stores the hints and the last characters of listed accounts; the latter only of recipients that the ledger knows. */
export async function recordListedHints(db: Db, merchant: string, accounts: readonly ListedHint[]): Promise<void> {
  if (accounts.length === 0) return;
  await recordAccountHints(db, merchant, accounts);
  await db.query(
    `insert into payrun.recipient_account_end (account_end, recipient_id)
     select right(a.hint, 4), r.id from unnest($2::text[], $3::text[]) a(recipient, hint)
     join payrun.recipient r on r.merchant_id = $1 and r.remote_id = a.recipient
     on conflict do nothing`,
    [merchant, accounts.map((one) => one.recipientRemoteId), accounts.map(({ hint }) => hint)],
  );
}

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
