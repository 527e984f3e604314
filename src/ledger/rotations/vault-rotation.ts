import { isError, PayrunError } from '../../errors.ts';
import { appendEvent } from '../audit/audit-chain.ts';
import type { Db } from '../db/db.ts';
import type { Ledger } from '../ledger.ts';
import { fingerprintKeyOf, openVault, type Vault } from '../vault/vault.ts';
import { FINGERPRINT_KEY, keyMark, PREVIOUS_KEY } from '../vault/vault-key.ts';
import { hasOldValues } from './reseal.ts';
import { SEALED_COLUMNS, STAGED } from './sealed-columns.ts';

/** Who rotates the key, and when. */
export interface RotationActor {
  readonly by: string;
  readonly at: Date;
  /** Origin of the request, for the audit log. */
  readonly trace: Readonly<Record<string, string>>;
}

/** When the unfinished rotation started; null if no values of the previous key are left. */
export async function openRotation(db: Db): Promise<Date | null> {
  const { rows } = await db.query<{ rotated_at: Date | null }>(
    'select rotated_at from payrun.vault where previous_sealed is not null',
  );
  return rows[0]?.rotated_at ?? null;
}

/** Is the key of this process the current one? False after another process rotated it. */
export async function keyCounts(db: Db, key: Uint8Array): Promise<boolean> {
  const { rows } = await db.query<{ counts: boolean }>('select key_fp = $1 as counts from payrun.vault', [
    keyMark(key),
  ]);
  return rows[0]?.counts ?? false;
}

/** Less than the 1 s after which Postgres checks for deadlocks, so that the rotation always gives way. */
const LOCK_MS = 800;

/**
 * Makes `next` the current key when this transaction commits; the database then refuses values sealed with any other
 * key. Stores the previous key, sealed with `next`, until no value sealed with it is left. Blocks writes to sealed
 * columns for a moment and waits for writes in progress. Returns the new vault, or null, with no change, if a write
 * takes too long. Throws `vault_key_used`, `vault_key_changed` and `vault_rotation_waits`.
 */
export async function beginRotation(
  ledger: Pick<Ledger, 'tx'>,
  current: Buffer,
  next: Buffer,
  { by, at, trace }: RotationActor,
): Promise<Vault | null> {
  try {
    return await ledger.tx(async (db) => {
      await db.query(`set local lock_timeout = ${LOCK_MS}`);
      const { rows } = await db.query<{
        key_fp: Buffer;
        used_fps: readonly Buffer[];
        fingerprint_sealed: Buffer | null;
        open: boolean;
      }>(
        'select key_fp, used_fps, fingerprint_sealed, previous_sealed is not null as open from payrun.vault for update',
      );
      const stored = rows[0]!;
      const mark = keyMark(next);
      if (!stored.key_fp.equals(keyMark(current))) throw new PayrunError('vault_key_changed');
      if (stored.open)
        throw new PayrunError('defect', { detail: 'a key is changed before the change before it has ended' });
      if ([stored.key_fp, ...stored.used_fps].some((used) => used.equals(mark)))
        throw new PayrunError('vault_key_used');
      await refuseStoredResponses(db);
      const fingerprintKey = stored.fingerprint_sealed
        ? openVault(current).open(stored.fingerprint_sealed, FINGERPRINT_KEY)
        : fingerprintKeyOf(current);
      const vault = openVault(next, { fingerprintKey, previous: current });
      for (const { table, column } of [...SEALED_COLUMNS, STAGED]) await guard(db, table, column, vault.prefix);
      await db.query(`delete from payrun.${STAGED.table}`);
      await db.query(
        `update payrun.vault set key_fp = $1, fingerprint_sealed = $2, previous_sealed = $3, rotated_at = $4,
           used_fps = used_fps || $5::bytea`,
        [mark, vault.seal(fingerprintKey, FINGERPRINT_KEY), vault.seal(current, PREVIOUS_KEY), at, stored.key_fp],
      );
      await appendEvent(db, {
        chain: 'system',
        at,
        actor: by,
        kind: 'vault_key_changed',
        data: { key: idOf(vault), ...trace },
      });
      return vault;
    });
  } catch (error) {
    const waited = isError(error, 'database_timeout') && error.details.setting === 'lock_timeout';
    if (waited || (error as { code?: unknown }).code === '40P01') return null;
    throw error;
  }
}

/** More than the 1 s after which Postgres ends an automatic vacuum for somebody who waits for its table. */
const VACUUM_MS = 1_500;

/**
 * Ends automatic vacuums of the tables that `beginRotation` locks: it waits for less long than they need to give way.
 * Each table is locked in a transaction that locks nothing else, so that it is part of no deadlock.
 */
export async function endVacuums({ tx }: Pick<Ledger, 'tx'>): Promise<void> {
  for (const { table } of [...SEALED_COLUMNS, STAGED])
    await tx(async (db) => {
      const { rowCount } = await db.query(
        `select from pg_locks l join pg_database d on d.oid = l.database and d.datname = current_database()
         where l.relation = $1::regclass and l.mode = 'ShareUpdateExclusiveLock' and l.granted limit 1`,
        [`payrun.${table}`],
      );
      if (rowCount === 0) return;
      await db.query(`set local lock_timeout = ${VACUUM_MS}`);
      await db.query(`lock table payrun.${table} in share row exclusive mode`);
    }).catch((error: unknown) => {
      if (!isError(error, 'database_timeout')) throw error;
    });
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
      detail: `run ${rows[0].run_id} is making a sub-merchant, whose keys may be in a file that the old key sealed; that run has to end first`,
    });
}

/**
 * Makes the database refuse values sealed with another key. The trigger compares the bytes without a function call, so
 * that a million rows cost almost nothing.
 */
async function guard(db: Db, table: string, column: string, prefix: Buffer): Promise<void> {
  await db.query(
    `create or replace trigger ${column}_key before insert or update of ${column} on payrun.${table} for each row
     when (new.${column} <> '' and substring(new.${column} from 1 for ${prefix.length}) <> '\\x${prefix.toString('hex')}'::bytea)
     execute function payrun.refuse_other_key()`,
  );
}

/** Deletes the previous key. Returns false, with no change, if a value sealed with it is left. */
export async function endRotation(
  ledger: Pick<Ledger, 'tx' | 'vault'>,
  { by, at, trace }: RotationActor,
  resealed: number,
): Promise<boolean> {
  const { vault } = ledger;
  return ledger.tx(async (db) => {
    await db.query('select 1 from payrun.vault for update');
    if (await hasOldValues(db, vault)) return false;
    await db.query('update payrun.vault set previous_sealed = null');
    await appendEvent(db, {
      chain: 'system',
      at,
      actor: by,
      kind: 'vault_resealed',
      data: { key: idOf(vault), values: resealed, ...trace },
    });
    return true;
  });
}

/** Id of the key for the audit log; it does not reveal the key. */
const idOf = (vault: Vault) => vault.prefix.toString('hex');
