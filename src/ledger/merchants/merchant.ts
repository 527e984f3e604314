import { PayrunError } from '../../errors.ts';
import type { Environment, KeyKind, MerchantKeys } from '../../model.ts';
import type { Db } from '../db/db.ts';
import type { Vault } from '../vault/vault.ts';

export interface MerchantRow {
  readonly id: string;
  readonly environment: Environment;
  /** Decides the route minimums. */
  readonly country: string;
  /** HMAC of the access key: which account at the service this is. */
  readonly access_fp: Buffer;
  /** A parent's keys make and delete sub-merchants, and do nothing else. */
  readonly key_kind: KeyKind;
  /** Null where the keys come from the environment. */
  readonly keys_sealed: Buffer | null;
  readonly created_at: Date;
}

export interface NewMerchant {
  readonly id: string;
  readonly environment: Environment;
  readonly country: string;
  readonly keys: MerchantKeys;
  /** Not given: what it was, else a merchant's, which a sub-merchant's are too. */
  readonly kind?: KeyKind;
  /** Keep the keys, sealed; else only the fingerprint of the access key, because they come from the environment. */
  readonly keepKeys: boolean;
}

const COLUMNS = 'id, environment, country, access_fp, key_kind, keys_sealed, created_at';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
/** The kind under which keys are sealed. */
export const KEYS_SEALED_AS = 'merchant.keys';

/**
 * Adds a merchant; a known one with the same access key gets the secret key, kind, country and environment that are given now.
 * Call it in a transaction. Throws `usage` for a name that cannot be one, `merchant_exists` when the name has another
 * access key, and `merchant_keys_taken` when another name has this one: its payments would not be seen as paid before.
 */
export async function addMerchant(db: Db, vault: Vault, merchant: NewMerchant): Promise<'added' | 'updated'> {
  const { id, environment, country, keys, kind = null } = merchant;
  if (!NAME.test(id))
    throw new PayrunError('usage', {
      detail:
        'A merchant has a name of 1 to 64 letters, digits, dots, dashes and underscores, with a letter or digit first.',
    });
  const access = vault.fingerprint('merchant.access', keys.accessKey);
  const sealed = merchant.keepKeys ? vault.seal(JSON.stringify(keys), KEYS_SEALED_AS) : null;
  // Two that add the same keys under two names at once must see each other.
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
     on conflict (id) do update set environment = $2, country = $3, keys_sealed = $5, key_kind = coalesce($6, merchant.key_kind)`,
    [id, environment, country, access, sealed, kind],
  );
  return known ? 'updated' : 'added';
}

/** Throws `merchant_unknown`. */
export async function getMerchant(db: Db, id: string): Promise<MerchantRow> {
  const { rows } = await db.query<MerchantRow>(`select ${COLUMNS} from payrun.merchant where id = $1`, [id]);
  if (!rows[0]) throw new PayrunError('merchant_unknown', { merchant: id });
  return rows[0];
}

/** By name. */
export async function listMerchants(db: Db): Promise<readonly MerchantRow[]> {
  return (await db.query<MerchantRow>(`select ${COLUMNS} from payrun.merchant order by id`)).rows;
}

/** The keys in the clear; null where they come from the environment. Throws `vault_damaged`. */
export function merchantKeys(vault: Vault, merchant: MerchantRow): MerchantKeys | null {
  if (merchant.keys_sealed === null) return null;
  return JSON.parse(vault.open(merchant.keys_sealed, KEYS_SEALED_AS).toString('utf8'));
}

/** Is this the access key of that merchant? */
export function isAccessKeyOf(vault: Vault, merchant: MerchantRow, accessKey: string): boolean {
  return vault.fingerprint('merchant.access', accessKey).equals(merchant.access_fp);
}
