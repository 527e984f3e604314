import type { Db } from '../db/db.ts';

/** What people read of an account: its kind and its last characters. */
export interface AccountHint {
  readonly accountRemoteId: string;
  readonly hint: string;
}

/** Keeps them. What the sheet said has more characters than what the payout service shows, so it stays if both are known. */
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

/** The hint of the account that has this id at the service, as an expression of SQL; null if it is not known. */
export const hintOf = (merchant: string, accountRemoteId: string): string =>
  `(select h.hint from payrun.account_hint h where h.merchant_id = ${merchant} and h.account_remote_id = ${accountRemoteId})`;

/** An account in a sentence, as an expression of SQL: `IBAN •••• 3000`. */
export const accountInWords = (hint: string): string =>
  `coalesce(replace(${hint}, '***', '•••• '), 'an account that only the payout service knows')`;
