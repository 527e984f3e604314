import type { Db } from './open-ledger.ts';

export type RecipientIntent = 'create' | 'update' | 'create_account' | 'update_account';

/** A recipient as the ledger knows them at the service. */
export interface RecipientRow {
  readonly id: string;
  readonly remote_id: string | null;
  readonly account_remote_id: string | null;
  readonly profile_fp: Buffer | null;
  readonly account_fp: Buffer | null;
  readonly reference_id: string | null;
  readonly intent: RecipientIntent | null;
}

const COLUMNS = 'id, remote_id, account_remote_id, profile_fp, account_fp, reference_id, intent';

/** By key, or by e-mail where the sheet names them by e-mail only. The key wins. */
export async function findRecipient(db: Db, merchant: string, fp: Buffer): Promise<RecipientRow | null> {
  const { rows } = await db.query<RecipientRow>(
    `select ${COLUMNS} from payrun.recipient where merchant_id = $1 and (key_fp = $2 or email_fp = $2) order by (key_fp = $2) desc, created_at limit 1`,
    [merchant, fp],
  );
  return rows[0] ?? null;
}

/** Notes that a recipient is about to be created at the service. The row is made where it is not there yet. */
export async function intendCreate(
  db: Db,
  recipient: { id: string; merchant: string; keyFp: Buffer; emailFp: Buffer | null; referenceId: string },
): Promise<RecipientRow> {
  const { rows } = await db.query<RecipientRow>(
    `insert into payrun.recipient (id, merchant_id, key_fp, email_fp, reference_id, intent, intent_at)
     values ($1, $2, $3, $4, $5, 'create', now())
     on conflict (merchant_id, key_fp) do update set intent = 'create', intent_at = now(), reference_id = excluded.reference_id
       where payrun.recipient.remote_id is null
     returning ${COLUMNS}`,
    [recipient.id, recipient.merchant, recipient.keyFp, recipient.emailFp, recipient.referenceId],
  );
  // No row: another process created it meanwhile, and what it created is as good.
  return rows[0] ?? (await findRecipient(db, recipient.merchant, recipient.keyFp))!;
}

export async function setIntent(db: Db, id: string, intent: RecipientIntent | null): Promise<void> {
  await db.query(
    `update payrun.recipient set intent = $2, intent_at = case when $2::text is null then null else now() end where id = $1`,
    [id, intent],
  );
}

export async function confirmProfile(
  db: Db,
  id: string,
  remoteId: string,
  profileFp: Buffer,
  emailFp: Buffer | null,
): Promise<void> {
  await db.query(
    `update payrun.recipient set remote_id = $2, profile_fp = $3, email_fp = coalesce($4, email_fp), intent = null, intent_at = null, synced_at = now() where id = $1`,
    [id, remoteId, profileFp, emailFp],
  );
}

/** A recipient found at the service whose profile there is not known to equal ours. */
export async function confirmExistence(db: Db, id: string, remoteId: string): Promise<void> {
  await db.query(`update payrun.recipient set remote_id = $2, intent = null, intent_at = null where id = $1`, [
    id,
    remoteId,
  ]);
}

export async function confirmAccount(
  db: Db,
  id: string,
  accountRemoteId: string,
  accountFp: Buffer,
  hint: string | null,
): Promise<void> {
  await db.query(
    `update payrun.recipient set account_remote_id = $2, account_fp = $3, account_hint = $4, intent = null, intent_at = null, synced_at = now() where id = $1`,
    [id, accountRemoteId, accountFp, hint],
  );
}

/** The service does not know them any more: the next run creates them anew. */
export async function forgetAtService(db: Db, id: string): Promise<void> {
  await db.query(
    `update payrun.recipient set remote_id = null, account_remote_id = null, profile_fp = null, account_fp = null, intent = null, intent_at = null where id = $1`,
    [id],
  );
}

/** A recipient that was made at the service by other means, as its list shows it. */
export interface LearntRecipient {
  readonly id: string;
  readonly keyFp: Buffer;
  readonly emailFp: Buffer | null;
  readonly referenceId: string;
  readonly remoteId: string;
  /** Their primary account; null where they have none. */
  readonly accountRemoteId: string | null;
}

/**
 * Adds those that the ledger does not know yet; what it knows already is never overwritten. One that it was about to create
 * when it was interrupted is that one, not another: it gets its remote id here, so that nobody has to look for it.
 */
export async function learnRecipients(db: Db, merchant: string, learnt: readonly LearntRecipient[]): Promise<void> {
  const column = <K extends keyof LearntRecipient>(key: K) => learnt.map((one) => one[key]);
  const references = column('referenceId');
  const remoteIds = column('remoteId');
  await db.query(
    `update payrun.recipient k set remote_id = l.remote_id, intent = null, intent_at = null
     from unnest($2::text[], $3::text[]) as l(reference_id, remote_id)
     where k.merchant_id = $1 and k.remote_id is null and k.reference_id = l.reference_id
       and not exists (select 1 from payrun.recipient o where o.merchant_id = $1 and o.remote_id = l.remote_id)`,
    [merchant, references, remoteIds],
  );
  await db.query(
    `insert into payrun.recipient (id, merchant_id, key_fp, email_fp, reference_id, remote_id, account_remote_id)
     select l.id, $1, l.key_fp, l.email_fp, l.reference_id, l.remote_id, l.account_remote_id
     from unnest($2::uuid[], $3::bytea[], $4::bytea[], $5::text[], $6::text[], $7::text[])
       as l(id, key_fp, email_fp, reference_id, remote_id, account_remote_id)
     where not exists (select 1 from payrun.recipient k where k.merchant_id = $1 and k.remote_id = l.remote_id)
       and not exists (select 1 from payrun.recipient k
         where k.merchant_id = $1 and k.remote_id is null and k.email_fp = l.email_fp)
     on conflict do nothing`,
    [merchant, column('id'), column('keyFp'), column('emailFp'), references, remoteIds, column('accountRemoteId')],
  );
}

/** When the recipients of the merchant were last listed; null: never. */
export async function recipientsListedAt(db: Db, merchant: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select recipients_listed_at as at from payrun.merchant where id = $1`,
    [merchant],
  );
  return rows[0]?.at ?? null;
}

export async function recordListing(db: Db, merchant: string, at: Date): Promise<void> {
  await db.query(`update payrun.merchant set recipients_listed_at = $2 where id = $1`, [merchant, at]);
}
