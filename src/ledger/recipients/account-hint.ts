import type { Db } from '../db/db.ts';

/** The text that identifies an account to users: its kind and last characters. */
export interface AccountHint {
  readonly accountRemoteId: string;
  readonly hint: string;
}

/** Stores the hints. The sheet shows more characters of an account than the payout service, so the longer hint wins. */
export async function recordAccountHints(db: Db, merchant: string, hints: readonly AccountHint[]): Promise<void> {
  if (hints.length === 0) return;
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
