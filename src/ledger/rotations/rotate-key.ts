import { isError, PayrunError } from '../../errors.ts';
import { appendEvent } from '../audit/audit-chain.ts';
import type { Db } from '../db/db.ts';
import type { Ledger } from '../ledger.ts';
import { getFingerprintKey, openVault, type Vault } from '../vault/vault.ts';
import { FINGERPRINT_KEY, keyMark } from '../vault/vault-key.ts';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

export interface RotationActor {
  readonly by: string;
  readonly at: Date;
  /** Origin of the request, for the audit log. */
  readonly trace: Readonly<Record<string, string>>;
}

/** Is the key of this process the current one? False after another process changed it. */
export async function isCurrentKey(db: Db, key: Uint8Array): Promise<boolean> {
  const { rows } = await db.query<{ current: boolean }>('select key_fp = $1 as current from payrun.vault', [
    keyMark(key),
  ]);
  return rows[0]?.current ?? false;
}

/** Work in progress makes the change give up rather than wait. */
const LOCK_MS = 5_000;

/**
 * Seals every value of the database with `next`, in one transaction: after it no value opens with `current`, and the
 * database refuses values that another key sealed. Fingerprints keep their key, so known recipients stay known.
 * `alongside` is called with the new vault before the commit. Returns the number of values. Throws `vault_key_used`,
 * `vault_key_changed` and `vault_rotation_waits`.
 */
export async function rotateKey(
  ledger: Pick<Ledger, 'tx'>,
  { current, next }: { readonly current: Buffer; readonly next: Buffer },
  { by, at, trace }: RotationActor,
  alongside: (db: Db, vault: Vault) => Promise<void>,
): Promise<number> {
  try {
    return await ledger.tx(async (db) => {
      await db.query(`set local lock_timeout = ${LOCK_MS}`);
      const { rows } = await db.query<{
        key_fp: Buffer;
        used_fps: readonly Buffer[];
        fingerprint_sealed: Buffer | null;
      }>('select key_fp, used_fps, fingerprint_sealed from payrun.vault for update');
      const stored = rows[0]!;
      const mark = keyMark(next);
      if (!stored.key_fp.equals(keyMark(current))) throw new PayrunError('vault_key_changed');
      if ([stored.key_fp, ...stored.used_fps].some((used) => used.equals(mark)))
        throw new PayrunError('vault_key_used');
      await refuseStoredResponses(db);
      const sealedKey = stored.fingerprint_sealed;
      const fingerprintKey = sealedKey
        ? openVault(current).open(sealedKey, FINGERPRINT_KEY)
        : getFingerprintKey(current);
      const old = openVault(current, fingerprintKey);
      const vault = openVault(next, fingerprintKey);
      for (const { table, column } of SEALED_COLUMNS) await guard(db, table, column, vault.prefix);
      let values = 0;
      for (const column of SEALED_COLUMNS) values += await resealColumn(db, column, old, vault);
      await db.query('update payrun.vault set key_fp = $1, fingerprint_sealed = $2, used_fps = used_fps || $3::bytea', [
        mark,
        vault.seal(fingerprintKey, FINGERPRINT_KEY),
        stored.key_fp,
      ]);
      const data = { key: vault.prefix.toString('hex'), values, ...trace };
      await appendEvent(db, { chain: 'system', at, actor: by, kind: 'vault_key_changed', data });
      await alongside(db, vault);
      return values;
    });
  } catch (error) {
    const waited = isError(error, 'database_timeout') && error.details.setting === 'lock_timeout';
    if (!waited && (error as { code?: unknown }).code !== '40P01') throw error;
    throw new PayrunError('vault_rotation_waits', { detail: 'another process is working on this database' });
  }
}

/**
 * The keys of a new sub-merchant may be in a file on another machine, sealed with the previous key, and the service
 * shows them only once.
 */
async function refuseStoredResponses(db: Db): Promise<void> {
  const { rows } = await db.query<{ run_id: bigint }>(
    `select run_id from payrun.sub_merchant where state = 'creating' order by run_id limit 1`,
  );
  if (rows[0])
    throw new PayrunError('vault_rotation_waits', {
      detail: `run ${rows[0].run_id} is creating a sub-merchant, whose keys may be in a file sealed with the old key; that run must finish first`,
    });
}

/**
 * Makes the database refuse values sealed with another key, by its lock also while they are resealed. The trigger
 * compares the bytes without a function call, so that a million rows cost almost nothing.
 */
async function guard(db: Db, table: string, column: string, prefix: Buffer): Promise<void> {
  await db.query(
    `create or replace trigger ${column}_key before insert or update of ${column} on payrun.${table} for each row
     when (new.${column} <> '' and substring(new.${column} from 1 for ${prefix.length}) <> '\\x${prefix.toString('hex')}'::bytea)
     execute function payrun.refuse_other_key()`,
  );
}

type SealedValue = Readonly<Record<string, unknown>> & { readonly sealed: Buffer };

async function resealColumn(db: Db, column: SealedColumn, old: Vault, vault: Vault): Promise<number> {
  const keys = Object.keys(column.key);
  const types = [...Object.values(column.key), 'bytea'];
  let done = 0;
  for (let after: readonly unknown[] = []; ; ) {
    const { rows }: { rows: readonly SealedValue[] } = await db.query<SealedValue>(
      `select ${[...keys, ...(column.extraColumns ?? [])].join(', ')}, ${column.column} as sealed from payrun.${column.table}
       where ${column.column} <> '' ${after.length === 0 ? '' : `and (${keys.join(', ')}) > (${keys.map((key, i) => `$${i + 1}::${column.key[key]}`).join(', ')})`}
       order by ${keys.join(', ')} limit ${column.chunk}`,
      after,
    );
    const last = rows.at(-1);
    if (!last) return done;
    const resealed = rows.map((row) => vault.seal(old.open(row.sealed, column.placeOf(row)), column.placeOf(row)));
    await db.query(
      `update payrun.${column.table} t set ${column.column} = x.resealed
       from unnest(${types.map((type, i) => `$${i + 1}::${type}[]`).join(', ')}) as x (${keys.join(', ')}, resealed)
       where ${keys.map((key) => `t.${key} = x.${key}`).join(' and ')}`,
      [...keys.map((key) => rows.map((row) => row[key])), resealed],
    );
    after = keys.map((key) => last[key]);
    done += rows.length;
  }
}
