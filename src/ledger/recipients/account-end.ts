import type { Db } from '../db/db.ts';

/** An account of a recipient: the recipient's remote id, and the readable hint of the account. */
export interface AccountOfRecipient {
  readonly recipientRemoteId: string;
  readonly hint: string;
}

/** Keeps the last four characters of a recipient's account, by which the search also finds those of former accounts. */
export async function recordAccountEnd(db: Db, recipient: string, hint: string): Promise<void> {
  await db.query(
    `insert into payrun.recipient_account_end (account_end, recipient_id) values (right($2, 4), $1) on conflict do nothing`,
    [recipient, hint],
  );
}

/** The same for the accounts that the payout service lists. Recipients that the ledger does not know are skipped. */
export async function recordListedAccountEnds(
  db: Db,
  merchant: string,
  accounts: readonly AccountOfRecipient[],
): Promise<void> {
  if (accounts.length === 0) return;
  await db.query(
    `insert into payrun.recipient_account_end (account_end, recipient_id)
     select right(a.hint, 4), r.id from unnest($2::text[], $3::text[]) a(recipient, hint)
     join payrun.recipient r on r.merchant_id = $1 and r.remote_id = a.recipient
     on conflict do nothing`,
    [merchant, accounts.map((one) => one.recipientRemoteId), accounts.map(({ hint }) => hint)],
  );
}
