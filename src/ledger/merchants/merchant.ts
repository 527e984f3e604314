import { PayrunError } from '../../errors.ts';
import type { Environment, KeyKind, MerchantKeys } from '../../model.ts';
import { usageError } from '../../references/usage-error.ts';
import type { Db } from '../db/db.ts';
import { merchantKeysPlace } from '../vault/sealed-place.ts';
import type { Vault } from '../vault/vault.ts';

export interface MerchantRow {
  readonly id: string;
  readonly environment: Environment;
  /** ISO 3166; decides the route minimums. */
  readonly country: string;
  /** HMAC of the access key; identifies the account in the payout service. */
  readonly access_fp: Buffer;
  /** The keys of a parent only create and delete sub-merchants. */
  readonly key_kind: KeyKind;
  /** Null if the keys come from environment variables. */
  readonly keys_sealed: Buffer | null;
  readonly created_at: Date;
}

export interface NewMerchant {
  readonly id: string;
  readonly environment: Environment;
  readonly country: string;
  readonly keys: MerchantKeys;
  /** If not given: a known merchant keeps its kind, and a new one is `merchant`, as sub-merchants are. */
  readonly kind?: KeyKind;
  /**
   * True: store the keys, sealed. False: the keys come from environment variables, so store only the fingerprint of the
   * access key; stored keys stay.
   */
  readonly storesKeys: boolean;
}

const COLUMNS = 'id, environment, country, access_fp, key_kind, keys_sealed, created_at';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/**
 * Adds a merchant, or updates the secret key, kind, country and environment of a known one with the same access key.
 * Call it in a transaction. Throws `usage` for an invalid name, `merchant_exists` if the name has another access key,
 * and `merchant_keys_taken` if another name has this access key: that would break the detection of payments already
 * paid.
 */
export async function addMerchant(db: Db, vault: Vault, merchant: NewMerchant): Promise<'added' | 'updated'> {
  const { id, environment, country, keys, kind = null } = merchant;
  if (!NAME.test(id)) throw usageError('merchant_name_invalid');
  const access = vault.fingerprint('merchant.access', keys.accessKey);
  const sealed = merchant.storesKeys ? vault.seal(JSON.stringify(keys), merchantKeysPlace(id)) : null;
  // Two transactions that add the same keys under two names must see each other.
  await db.query('lock table payrun.merchant in share row exclusive mode');
  const { rows } = await db.query<{ id: string; access_fp: Buffer }>(
    'select id, access_fp from payrun.merchant where id = $1 or access_fp = $2',
    [id, access],
  );
  const known = rows.find((row) => row.id === id);
  if (known && !known.access_fp.equals(access)) throw new PayrunError('merchant_exists', { merchant: id });
  const other = rows.find((row) => row.id !== id);
  if (other) throw new PayrunError('merchant_keys_taken', { merchant: other.id });
  await db.query(
    `insert into payrun.merchant (id, environment, country, access_fp, keys_sealed, key_kind) values ($1, $2, $3, $4, $5, coalesce($6, 'merchant'))
     on conflict (id) do update set environment = $2, country = $3, keys_sealed = coalesce($5, merchant.keys_sealed), key_kind = coalesce($6, merchant.key_kind)`,
    [id, environment, country, access, sealed, kind],
  );
  return known ? 'updated' : 'added';
}

/**
 * Whether the merchant is stored as given. Every command with keys in its environment asks, and locking the merchant
 * instead would make it wait while the rows of a large sheet are compared.
 */
export async function isMerchantUnchanged(
  db: Db,
  vault: Vault,
  { id, environment, country, keys, kind }: NewMerchant,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from payrun.merchant where id = $1 and access_fp = $2 and environment = $3 and country = $4
       and key_kind = coalesce($5, key_kind)`,
    [id, vault.fingerprint('merchant.access', keys.accessKey), environment, country, kind ?? null],
  );
  return rowCount > 0;
}

/** Throws `merchant_unknown`. */
export async function getMerchant(db: Db, id: string): Promise<MerchantRow> {
  const { rows } = await db.query<MerchantRow>(`select ${COLUMNS} from payrun.merchant where id = $1`, [id]);
  if (!rows[0]) throw new PayrunError('merchant_unknown', { merchant: id });
  return rows[0];
}

/** All merchants by name. */
export async function listMerchants(db: Db): Promise<readonly MerchantRow[]> {
  return (await db.query<MerchantRow>(`select ${COLUMNS} from payrun.merchant order by id`)).rows;
}

/**
 * The keys in plain text; null if they come from environment variables. Throws `vault_damaged`, also for keys with
 * another access key than the one that this merchant was added with: they would pay from another account.
 */
export function merchantKeys(vault: Vault, merchant: MerchantRow): MerchantKeys | null {
  if (merchant.keys_sealed === null) return null;
  const keys: MerchantKeys = JSON.parse(
    vault.open(merchant.keys_sealed, merchantKeysPlace(merchant.id)).toString('utf8'),
  );
  if (!isAccessKeyOf(vault, merchant, keys.accessKey)) throw new PayrunError('vault_damaged');
  return keys;
}

/** Is this the access key of that merchant? */
export function isAccessKeyOf(vault: Vault, merchant: MerchantRow, accessKey: string): boolean {
  return vault.fingerprint('merchant.access', accessKey).equals(merchant.access_fp);
}

/** Locks the merchant: no hold rules run for its sheets and no payment is released until the transaction ends. */
export async function lockMerchant(db: Db, merchant: string): Promise<void> {
  await db.query('select 1 from payrun.merchant where id = $1 for update', [merchant]);
}
