import type { Db } from '../db/db.ts';
import { recordAccountHints } from './account-hint.ts';

export type RecipientIntent = 'create' | 'update' | 'create_account';

/** A recipient as the ledger knows them at the service. */
export interface RecipientRow {
  readonly id: string;
  readonly remote_id: string | null;
  readonly account_remote_id: string | null;
  readonly profile_fp: Buffer | null;
  readonly account_fp: Buffer | null;
  readonly reference_id: string | null;
  readonly intent: RecipientIntent | null;
  /** The account that was about to be added. */
  readonly intent_account_fp: Buffer | null;
}

const COLUMNS = 'id, remote_id, account_remote_id, profile_fp, account_fp, reference_id, intent, intent_account_fp';
/** Nothing is about to be sent. */
const NO_INTENT = 'intent = null, intent_at = null, intent_run = null, intent_account_fp = null';

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

/** What is about to be sent, or nothing any more. That an account is about to be added stays noted: nobody knows yet where they are paid. */
export async function setIntent(db: Db, id: string, intent: 'update' | null): Promise<void> {
  await db.query(
    `update payrun.recipient set intent = $2, intent_at = case when $2::text is null then null else now() end
     where id = $1 and intent is distinct from 'create_account'`,
    [id, intent],
  );
}

/**
 * The service refused the account that was about to be added: they have the one that they had. `earlier` is another account
 * that was about to be added before, of which nobody knows whether it was: that stays noted.
 */
export async function endAccountIntent(db: Db, id: string, earlier: Buffer | null): Promise<void> {
  await db.query(
    earlier
      ? `update payrun.recipient set intent_account_fp = $2 where id = $1`
      : `update payrun.recipient set ${NO_INTENT} where id = $1 and $2::bytea is null`,
    [id, earlier],
  );
}

/**
 * Notes that a run is about to change where the service pays a recipient. False, and nothing is noted, where another run that
 * goes on is about to do the same, or where a batch of another run that has not begun pays this recipient to another account:
 * it could begin at any moment. Takes the merchant's row in common, so that no batch is planned meanwhile.
 */
export async function intendAccount(db: Db, id: string, run: bigint, accountFp: Buffer): Promise<boolean> {
  await db.query(
    `select 1 from payrun.merchant m join payrun.recipient r on r.merchant_id = m.id where r.id = $1 for share of m`,
    [id],
  );
  const { rowCount } = await db.query(
    `update payrun.recipient r set intent = 'create_account', intent_at = now(), intent_run = $2, intent_account_fp = $3
     where r.id = $1
       and not (r.intent is not distinct from 'create_account' and r.intent_run is distinct from $2
         and exists (select 1 from payrun.run o where o.id = r.intent_run and o.lease_until > now()))
       and not exists (select 1 from payrun.payment p join payrun.batch b on b.id = p.batch_id
         where p.recipient_id = r.id and p.batch_id is not null and p.run_id <> $2 and p.state = 'batched'
           and b.started_at is null and b.state <> 'void' and p.paid_account_fp is distinct from $3)`,
    [id, run, accountFp],
  );
  return rowCount === 1;
}

export async function confirmProfile(
  db: Db,
  id: string,
  remoteId: string,
  profileFp: Buffer,
  emailFp: Buffer | null,
): Promise<void> {
  await db.query(
    `update payrun.recipient set remote_id = $2, profile_fp = $3, email_fp = coalesce($4, email_fp), synced_at = now(),
       intent = case when intent = 'create_account' then intent end,
       intent_at = case when intent = 'create_account' then intent_at end where id = $1`,
    [id, remoteId, profileFp, emailFp],
  );
}

/**
 * A recipient found at the service whose profile there is not known to equal ours. Their primary account there is kept by its
 * id, so that it is never taken for one that was just added.
 */
export async function confirmExistence(
  db: Db,
  id: string,
  remoteId: string,
  accountRemoteId: string | null,
): Promise<void> {
  await db.query(
    `update payrun.recipient set remote_id = $2, account_remote_id = coalesce(account_remote_id, $3), ${NO_INTENT}
     where id = $1`,
    [id, remoteId, accountRemoteId],
  );
}

export async function confirmAccount(
  db: Db,
  id: string,
  accountRemoteId: string,
  accountFp: Buffer,
  hint: string | null,
): Promise<void> {
  const { rows } = await db.query<{ merchant_id: string }>(
    `update payrun.recipient set account_remote_id = $2, account_fp = $3, account_hint = $4, ${NO_INTENT}, synced_at = now() where id = $1
     returning merchant_id`,
    [id, accountRemoteId, accountFp, hint],
  );
  const merchant = rows[0]?.merchant_id;
  if (hint !== null && merchant !== undefined) await recordAccountHints(db, merchant, [{ accountRemoteId, hint }]);
}

/** A recipient whom the service pays to another account than the ledger has confirmed; ids of the service. */
export interface MovedAccount {
  readonly recipient: string;
  readonly meant: string;
  readonly there: string;
}

/**
 * Somebody has changed at the service where these are paid: nobody here knows the bank details any more. A row that names its own brings
 * them there anew; one that names none is held, because the account is not the one last paid to.
 */
export async function accountsMovedThere(db: Db, merchant: string, moved: readonly MovedAccount[]): Promise<void> {
  if (moved.length === 0) return;
  // The merchant's row before those of its recipients, as everybody locks them.
  await db.query('select 1 from payrun.merchant where id = $1 for no key update', [merchant]);
  await db.query(
    `update payrun.recipient r set account_remote_id = m.there, account_fp = null, account_hint = null
     from unnest($2::text[], $3::text[], $4::text[]) as m(recipient, meant, there)
     where r.merchant_id = $1 and r.remote_id = m.recipient and r.account_remote_id = m.meant
       and r.intent is distinct from 'create_account'`,
    [
      merchant,
      moved.map(({ recipient }) => recipient),
      moved.map(({ meant }) => meant),
      moved.map(({ there }) => there),
    ],
  );
}

/** The service does not know them any more: the next run creates them anew. */
export async function forgetAtService(db: Db, id: string): Promise<void> {
  await db.query(
    `update payrun.recipient set remote_id = null, account_remote_id = null, profile_fp = null, account_fp = null, ${NO_INTENT}
     where id = $1`,
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
    `update payrun.recipient k set remote_id = l.remote_id, account_remote_id = coalesce(k.account_remote_id, l.account_remote_id),
       ${NO_INTENT}
     from unnest($2::text[], $3::text[], $4::text[]) as l(reference_id, remote_id, account_remote_id)
     where k.merchant_id = $1 and k.remote_id is null and k.reference_id = l.reference_id
       and not exists (select 1 from payrun.recipient o where o.merchant_id = $1 and o.remote_id = l.remote_id)`,
    [merchant, references, remoteIds, column('accountRemoteId')],
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

/** How far a run has listed the service's recipients. */
export interface Listing {
  /** Only those changed since; ISO 8601. Null: all. */
  readonly since: string | null;
  readonly begun: string;
  /** The last page that was learnt. */
  readonly page: number;
  readonly done: boolean;
}

/** Null where the run has not begun to list them. */
export async function listingOf(db: Db, run: bigint): Promise<Listing | null> {
  const { rows } = await db.query<{ listing: Listing | null }>(
    'select recipients_listing as listing from payrun.run where id = $1',
    [run],
  );
  return rows[0]?.listing ?? null;
}

export async function recordListing(
  db: Db,
  { id, merchant }: { readonly id: bigint; readonly merchant: string },
  listing: Listing,
): Promise<void> {
  await db.query('update payrun.run set recipients_listing = $2 where id = $1', [id, JSON.stringify(listing)]);
  if (listing.done)
    await db.query('update payrun.merchant set recipients_listed_at = $2 where id = $1', [merchant, listing.begun]);
}
