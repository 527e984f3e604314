import { maskBankDetails } from '../../mask-bank-details.ts';
import type { RecipientProfile } from '../../model.ts';
import type { Db } from '../db/db.ts';
import { recordAccountEnd, recordAccountHints } from './recipient-account.ts';
import { getProfileName, getShownName, nameWords } from './recipient-name.ts';

export type RecipientIntent = 'create' | 'update' | 'create_account';

/**
 * The reason to read a recipient in the payout service before anything is sent. `read`: it has refused them.
 * `activate`: a user released a payment to them although the service has archived or suspended them.
 */
export type RecipientDoubt = 'read' | 'activate';

/**
 * A recipient with their state in the payout service. `intent` is a call that was about to be sent and is not
 * confirmed.
 */
export interface RecipientRow {
  readonly id: string;
  readonly remote_id: string | null;
  readonly account_remote_id: string | null;
  readonly profile_fp: Buffer | null;
  readonly account_fp: Buffer | null;
  readonly reference_id: string | null;
  readonly intent: RecipientIntent | null;
  /** Fingerprint of the account that was about to be added. */
  readonly intent_account_fp: Buffer | null;
  /** Set if the payout service has to be asked about them first. */
  readonly doubt: RecipientDoubt | null;
  /** The last result of the payout service's compliance review. */
  readonly compliance: 'pending' | 'verified' | 'blocked' | null;
}

/**
 * SQL for recipients by each `fingerprint` that a row may name them by: their key, and their e-mail. A join on either
 * with `or` compares every row with every recipient.
 */
export const RECIPIENTS_BY_FINGERPRINT = `(select *, key_fp as fingerprint from payrun.recipient
  union all select *, email_fp from payrun.recipient where email_fp <> key_fp)`;

const COLUMNS =
  'id, remote_id, account_remote_id, profile_fp, account_fp, reference_id, intent, intent_account_fp, doubt, compliance';
/** Clears the intent. */
const NO_INTENT = 'intent = null, intent_at = null, intent_run = null, intent_account_fp = null';

/**
 * Finds a recipient by key, or by e-mail if the sheet identifies them by e-mail only. The key wins, unless only the
 * other one is known in the payout service: their creation was refused, or it has lost them.
 */
export async function findRecipient(db: Db, merchant: string, fp: Buffer): Promise<RecipientRow | null> {
  const { rows } = await db.query<RecipientRow>(
    `select ${COLUMNS} from payrun.recipient where merchant_id = $1 and (key_fp = $2 or email_fp = $2)
     order by (remote_id is not null) desc, (key_fp = $2) desc, created_at, id limit 1`,
    [merchant, fp],
  );
  return rows[0] ?? null;
}

export async function getRecipientRow(db: Db, id: string): Promise<RecipientRow> {
  const { rows } = await db.query<RecipientRow>(`select ${COLUMNS} from payrun.recipient where id = $1`, [id]);
  return rows[0]!;
}

/** Whether the ledger knows a recipient of the payout service under another key than that of recipient `id`. */
export async function isKnownByOtherKey(db: Db, id: string, remoteId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select from payrun.recipient r join payrun.recipient o on o.merchant_id = r.merchant_id and o.id <> r.id
     where r.id = $1 and o.remote_id = $2`,
    [id, remoteId],
  );
  return rows.length > 0;
}

/** Records that a recipient is about to be created in the payout service. Inserts the row if it does not exist. */
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
  // No row: another process has created the recipient meanwhile, so use that one.
  return rows[0] ?? (await findRecipient(db, recipient.merchant, recipient.keyFp))!;
}

/**
 * Records the next call, or clears it if `intent` is null. An intent to add an account stays: until it is confirmed,
 * the account that the service pays is not known.
 */
export async function setIntent(db: Db, id: string, intent: 'update' | null): Promise<void> {
  await db.query(
    `update payrun.recipient set intent = $2, intent_at = case when $2::text is null then null else now() end
     where id = $1 and intent is distinct from 'create_account'`,
    [id, intent],
  );
}

/**
 * The payout service refused the new account, so the recipient keeps the current one. `earlier` is another account
 * whose addition is unconfirmed; its intent stays.
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
 * Records that a run is about to change the account to which the payout service pays a recipient. Returns false and
 * records nothing if another active run is about to do the same, or if an unstarted batch of another run, which could
 * start at any moment, pays this recipient to another account. Locks the merchant's row for share, so that no batch is
 * planned meanwhile.
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

/** A profile that the payout service confirmed. `emailFp` null: the sheet gave none. */
export interface ConfirmedProfile {
  readonly remoteId: string;
  readonly profileFp: Buffer;
  readonly emailFp: Buffer | null;
  readonly profile: Pick<RecipientProfile, 'name' | 'firstName' | 'lastName'>;
}

/** Records a confirmed profile. An intent to add an account stays. */
export async function confirmProfile(
  db: Db,
  id: string,
  { remoteId, profileFp, emailFp, profile }: ConfirmedProfile,
): Promise<void> {
  await db.query(
    `update payrun.recipient set remote_id = $2, profile_fp = $3, email_fp = coalesce($4, email_fp), name = $6, name_words = $5, synced_at = now(),
       intent = case when intent = 'create_account' then intent end,
       intent_at = case when intent = 'create_account' then intent_at end where id = $1`,
    [id, remoteId, profileFp, emailFp, nameWords(maskBankDetails(getProfileName(profile))), getShownName(profile)],
  );
}

/**
 * Records a recipient found in the payout service whose profile may differ from ours. Keeps the remote id of their
 * primary account, so that it is never mistaken for one that was just added.
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

/** Records an account that the payout service confirmed, with its hint, and clears the intent. */
export async function confirmAccount(
  db: Db,
  id: string,
  accountRemoteId: string,
  accountFp: Buffer,
  hint: string | null,
): Promise<void> {
  const { rows } = await db.query<{ merchant_id: string }>(
    `update payrun.recipient set account_remote_id = $2, account_fp = $3, account_hint = $4, doubt = null, ${NO_INTENT}, synced_at = now() where id = $1
     returning merchant_id`,
    [id, accountRemoteId, accountFp, hint],
  );
  const merchant = rows[0]?.merchant_id;
  if (hint === null || merchant === undefined) return;
  await recordAccountHints(db, merchant, [{ accountRemoteId, hint }]);
  await recordAccountEnd(db, id, hint);
}

/**
 * A recipient whom the payout service pays to an account other than the one confirmed in the ledger. All ids are the
 * service's.
 */
export interface MovedAccount {
  readonly recipient: string;
  readonly meant: string;
  readonly there: string;
}

/**
 * The accounts of these recipients were changed in the payout service, so their bank details are unknown. A row with
 * bank details adds them again; a row without is put on hold, because the account is not the one last paid.
 */
export async function recordAccountsChangedAtService(
  db: Db,
  merchant: string,
  moved: readonly MovedAccount[],
): Promise<void> {
  if (moved.length === 0) return;
  // Lock the merchant's row before its recipients: every transaction uses this order.
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

/** The payout service has lost the recipient: the next run creates them again. */
export async function forgetAtService(db: Db, id: string): Promise<void> {
  await db.query(
    `update payrun.recipient set remote_id = null, account_remote_id = null, profile_fp = null, account_fp = null, doubt = null, ${NO_INTENT}
     where id = $1`,
    [id],
  );
}

/** A recipient that Payrun did not create, as in the list of the payout service. */
export interface ImportedRecipient {
  readonly id: string;
  readonly keyFp: Buffer;
  readonly emailFp: Buffer | null;
  readonly referenceId: string;
  readonly remoteId: string;
  /** Their primary account; null if they have none. */
  readonly accountRemoteId: string | null;
}

/**
 * Adds recipients that the ledger does not know; never overwrites known ones. A recipient whose creation was
 * interrupted gets its remote id, so that it needs no search later.
 */
export async function addImportedRecipients(
  db: Db,
  merchant: string,
  learnt: readonly ImportedRecipient[],
): Promise<void> {
  const column = <K extends keyof ImportedRecipient>(key: K) => learnt.map((one) => one[key]);
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

/** Start of the merchant's last complete listing of recipients; null: none yet. */
export async function recipientsListedAt(db: Db, merchant: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select recipients_listed_at as at from payrun.merchant where id = $1`,
    [merchant],
  );
  return rows[0]?.at ?? null;
}

/** Progress of a run's listing of the recipients in the payout service. */
export interface Listing {
  /** Lists only recipients changed since then; ISO 8601. Null: all. */
  readonly since: string | null;
  readonly startedAt: string;
  /** The last page that was stored. */
  readonly page: number;
  readonly done: boolean;
  /** Whether that was the last page that there is. */
  readonly whole: boolean;
}

/** Null if the run has not started the listing. */
export async function listingOf(db: Db, run: bigint): Promise<Listing | null> {
  const { rows } = await db.query<{ listing: Listing | null }>(
    'select recipients_listing as listing from payrun.run where id = $1',
    [run],
  );
  return rows[0]?.listing ?? null;
}

/** Records the progress of a listing; a whole one also sets the time for `recipientsListedAt`. */
export async function recordListing(
  db: Db,
  { id, merchant }: { readonly id: bigint; readonly merchant: string },
  listing: Listing,
): Promise<void> {
  await db.query('update payrun.run set recipients_listing = $2 where id = $1', [id, JSON.stringify(listing)]);
  if (listing.whole)
    await db.query('update payrun.merchant set recipients_listed_at = $2 where id = $1', [merchant, listing.startedAt]);
}

/**
 * SQL: the account that Payrun last gave the recipient `r`; null if it knows only the account's id, because someone
 * changed it in the payout service.
 */
export const ADDED_ACCOUNT = 'case when r.account_fp is not null then r.account_remote_id end';
