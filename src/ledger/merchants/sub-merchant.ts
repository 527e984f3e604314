import type { Environment, MerchantKeys } from '../../model.ts';
import type { Db } from '../db/db.ts';
import type { Vault } from '../vault/vault.ts';
import { addMerchant } from './merchant.ts';

/** A sub-merchant that was, or is about to be, made for a platform. */
export interface SubMerchantRow {
  /** Its name here. */
  readonly name: string;
  readonly parent_id: string;
  /** The run whose call makes, or made, it. */
  readonly run_id: bigint;
  /**
   * `creating`: the call is about to be sent, or was sent, and nobody knows what came of it. `lost`: nobody will; perhaps it is
   * there, and its keys are gone. `created`: its keys are kept.
   */
  readonly state: 'creating' | 'lost' | 'created';
  /** HMACs in hex of what it was asked for with, by column. */
  readonly asked: Readonly<Record<string, string>>;
}

const COLUMNS = 'name, parent_id, run_id, state, asked';

export async function findSubMerchant(db: Db, name: string): Promise<SubMerchantRow | null> {
  const { rows } = await db.query<SubMerchantRow>(`select ${COLUMNS} from payrun.sub_merchant where name = $1`, [name]);
  return rows[0] ?? null;
}

/** Notes that it is about to be made. False where somebody noted that before: then nothing may be sent. */
export async function intendSubMerchant(db: Db, wanted: Omit<SubMerchantRow, 'state'>): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into payrun.sub_merchant (name, parent_id, run_id, state, asked) values ($1, $2, $3, 'creating', $4)
     on conflict (name) do nothing`,
    [wanted.name, wanted.parent_id, wanted.run_id, JSON.stringify(wanted.asked)],
  );
  return rowCount === 1;
}

/** It is known not to have been made, or a person says so: it may be made. */
export async function forgetIntendedSubMerchant(db: Db, name: string): Promise<boolean> {
  const { rowCount } = await db.query(`delete from payrun.sub_merchant where name = $1 and state <> 'created'`, [name]);
  return rowCount === 1;
}

/** Nobody will know any more whether it was made. */
export async function loseSubMerchant(db: Db, name: string): Promise<void> {
  await db.query(`update payrun.sub_merchant set state = 'lost' where name = $1 and state = 'creating'`, [name]);
}

/**
 * Keeps the keys of a sub-merchant that was made, sealed, under its name: they are never shown again. Not under the fence of the
 * run: whoever has the answer has the keys, also one that was overtaken. Throws what `addMerchant` throws.
 */
export async function keepSubMerchant(
  db: Db,
  vault: Vault,
  made: {
    name: string;
    parent: string;
    environment: Environment;
    country: string;
    remoteId: string;
    keys: MerchantKeys;
  },
): Promise<void> {
  const { name, parent, environment, country, remoteId, keys } = made;
  await addMerchant(db, vault, { id: name, environment, country, keys, kind: 'merchant', keepKeys: true });
  await db.query('update payrun.merchant set remote_id = $2, parent_id = $3 where id = $1', [name, remoteId, parent]);
  await db.query(`update payrun.sub_merchant set state = 'created' where name = $1`, [name]);
}

/** A merchant with what is known of its approval. */
export interface WatchedMerchant {
  readonly id: string;
  /** The service's id; null where it was not made here. */
  readonly remote_id: string | null;
  readonly parent_id: string | null;
  readonly approved_at: Date | null;
}

/** Merchants by name; without names those that were made here and are not known to be approved. */
export async function watchedMerchants(db: Db, names: readonly string[] | null): Promise<readonly WatchedMerchant[]> {
  const { rows } = await db.query<WatchedMerchant>(
    `select id, remote_id, parent_id, approved_at from payrun.merchant
     where case when $1::text[] is null then parent_id is not null and approved_at is null else id = any($1) end order by id`,
    [names],
  );
  return rows;
}

/** When its bank transfer was approved, as the service says. */
export async function recordApproved(db: Db, name: string, at: Date): Promise<void> {
  await db.query('update payrun.merchant set approved_at = $2 where id = $1 and approved_at is null', [name, at]);
}
