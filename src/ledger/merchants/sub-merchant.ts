import type { Environment, MerchantKeys } from '../../model.ts';
import type { Db } from '../db/db.ts';
import type { Vault } from '../vault/vault.ts';
import { addMerchant } from './merchant.ts';

/** A sub-merchant that was created, or is about to be created, for a platform. */
export interface SubMerchantRow {
  /** Its name in Payrun. */
  readonly name: string;
  readonly parent_id: string;
  /** The run that creates or created it. */
  readonly run_id: bigint;
  /**
   * `creating`: the call is about to be sent, or its outcome is unconfirmed. `lost`: the outcome will never be known;
   * the sub-merchant may exist, but its keys are lost. `created`: its keys are stored.
   */
  readonly state: 'creating' | 'lost' | 'created';
  /** Values in the create request as HMACs in hex, by column. */
  readonly asked: Readonly<Record<string, string>>;
}

const COLUMNS = 'name, parent_id, run_id, state, asked';

export async function findSubMerchant(db: Db, name: string): Promise<SubMerchantRow | null> {
  const { rows } = await db.query<SubMerchantRow>(`select ${COLUMNS} from payrun.sub_merchant where name = $1`, [name]);
  return rows[0] ?? null;
}

/** Records that it is about to be created. False if that was recorded before: then the call must not be sent. */
export async function intendSubMerchant(db: Db, wanted: Omit<SubMerchantRow, 'state'>): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into payrun.sub_merchant (name, parent_id, run_id, state, asked) values ($1, $2, $3, 'creating', $4)
     on conflict (name) do nothing`,
    [wanted.name, wanted.parent_id, wanted.run_id, JSON.stringify(wanted.asked)],
  );
  return rowCount === 1;
}

/**
 * Forgets a sub-merchant that was certainly not created, or that a user says was not: it may be created again. False if
 * none.
 */
export async function forgetIntendedSubMerchant(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.query(`delete from payrun.sub_merchant where name = $1 and state <> 'created'`, [name]);
  return rowCount === 1;
}

/** Marks a sub-merchant whose creation can never be confirmed. */
export async function loseSubMerchant(db: Db, name: string): Promise<void> {
  await db.query(`update payrun.sub_merchant set state = 'lost' where name = $1 and state = 'creating'`, [name]);
}

/**
 * Stores the sealed keys of a new sub-merchant under its name: the service never shows them again. Does not check the
 * lease of the run: a process that lost it still has the only copy. Throws the errors of `addMerchant`.
 */
export async function saveSubMerchant(
  db: Db,
  vault: Vault,
  created: {
    name: string;
    parent: string;
    environment: Environment;
    country: string;
    remoteId: string;
    keys: MerchantKeys;
  },
): Promise<void> {
  const { name, parent, environment, country, remoteId, keys } = created;
  await addMerchant(db, vault, { id: name, environment, country, keys, kind: 'merchant', storesKeys: true });
  await db.query('update payrun.merchant set remote_id = $2, parent_id = $3 where id = $1', [name, remoteId, parent]);
  await db.query(`update payrun.sub_merchant set state = 'created' where name = $1`, [name]);
}

/** A merchant with its approval in the payout service. */
export interface WatchedMerchant {
  readonly id: string;
  /** The payout service's id; null if Payrun did not create it. */
  readonly remote_id: string | null;
  readonly parent_id: string | null;
  readonly approved_at: Date | null;
}

/** The merchants with these names; if `names` is null, those that Payrun created and that are not approved yet. */
export async function watchedMerchants(db: Db, names: readonly string[] | null): Promise<readonly WatchedMerchant[]> {
  const { rows } = await db.query<WatchedMerchant>(
    `select id, remote_id, parent_id, approved_at from payrun.merchant
     where case when $1::text[] is null then parent_id is not null and approved_at is null else id = any($1) end order by id`,
    [names],
  );
  return rows;
}

/** Records when the payout service approved the merchant's bank transfers. Keeps an earlier time. */
export async function recordApproved(db: Db, name: string, at: Date): Promise<void> {
  await db.query('update payrun.merchant set approved_at = $2 where id = $1 and approved_at is null', [name, at]);
}
