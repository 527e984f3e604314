import type { Db } from '../db/db.ts';
import { RECIPIENTS_BY_FINGERPRINT } from './recipient.ts';

/** The payout service refused these payments because of their recipients. */
export async function doubtRecipientsOf(db: Db, payments: readonly string[]): Promise<void> {
  await db.query(
    `update payrun.recipient r set doubt = 'read' from payrun.payment p
     where p.id = any($1::uuid[]) and r.id = p.recipient_id and r.doubt is null`,
    [payments],
  );
}

/** The payout service refused a change of this recipient. False if it does not have them, so nothing can be read. */
export async function doubtRecipient(db: Db, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.recipient set doubt = coalesce(doubt, 'read') where id = $1 and remote_id is not null`,
    [id],
  );
  return rowCount > 0;
}

/** Records that a user changes recipients in the payout service. */
export async function doubtRemoteRecipients(db: Db, merchant: string, remoteIds: readonly string[]): Promise<void> {
  await db.query(
    `update payrun.recipient set doubt = coalesce(doubt, 'read') where merchant_id = $1 and remote_id = any($2::text[])`,
    [merchant, remoteIds],
  );
}

/** The reason code of payments to a recipient whom the payout service does not pay. */
export const INACTIVE = 'recipient_inactive';

/** A user releases a payment: if it is on hold because of its recipient's status, they are to be set active again. */
export async function activateReleased(db: Db, payment: string): Promise<void> {
  await db.query(
    `update payrun.recipient r set doubt = 'activate'
     from payrun.payment p join ${RECIPIENTS_BY_FINGERPRINT} k on k.merchant_id = p.merchant_id and k.fingerprint = p.recipient_fp
     where p.id = $1 and p.state = 'held' and p.reason_code = '${INACTIVE}' and r.id = k.id and r.doubt is not null`,
    [payment],
  );
}

/** Whether a run is about to pay a recipient by a payment that a user released. */
export async function hasReleasedPayment(db: Db, run: bigint, recipient: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from payrun.payment p join ${RECIPIENTS_BY_FINGERPRINT} k on k.merchant_id = p.merchant_id and k.fingerprint = p.recipient_fp
     where p.run_id = $1 and p.state = 'ready' and p.released_by is not null and k.id = $2 limit 1`,
    [run, recipient],
  );
  return rows.length > 0;
}

/** A recipient as the payout service shows them now. */
export interface ReadRecipient {
  /** The id of the account that it pays; null if there is none. */
  readonly account: string | null;
  /** Whether it is certain that the service has the data that the ledger knows. */
  readonly keepsProfile: boolean;
}

/**
 * Ends the doubt. Bank details are known only of the account that the ledger paid to last; without any account the
 * recipient stays in doubt until one is added.
 */
export async function recordReadRecipient(db: Db, id: string, { account, keepsProfile }: ReadRecipient): Promise<void> {
  await db.query(
    `update payrun.recipient set doubt = case when $2::text is null then 'read' end,
       account_fp = case when account_remote_id = $2 then account_fp end,
       account_hint = case when account_remote_id = $2 then account_hint end,
       account_remote_id = $2, profile_fp = case when $3 then profile_fp end
     where id = $1`,
    [id, account, keepsProfile],
  );
}
