import { randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isError, PayrunError } from '../../errors.ts';
import { makePrivateFolder } from '../../platform/private-folder.ts';
import type { Db } from '../db/db.ts';
import { openVault, type Vault } from './vault.ts';

const CHECK = 'the key of this database';
/** Kinds of the other keys that the vault key seals. */
export const FINGERPRINT_KEY = 'vault/fingerprint';
export const PREVIOUS_KEY = 'vault/previous';

const keyFile = (home: string) => join(home, 'vault.key');
/** The new key during a rotation: written before the database accepts it, then renamed to `vault.key`. */
const nextKeyFile = (home: string) => join(home, 'vault.key.new');

/** 32 random bytes. */
export function newKey(): Buffer {
  return randomBytes(32);
}

/** Source of the vault key: an environment variable, or a file in the home of an embedded database. */
export interface KeyPlace {
  readonly configured: string | undefined;
  readonly kind: 'embedded' | 'postgres';
  readonly home: string;
}

/**
 * The vault key: the configured one (32 bytes in base64), or for the embedded database the one in `home/vault.key`,
 * created once with mode 0600. Throws `vault_key_required`.
 */
export function vaultKey(configured: string | undefined, kind: 'embedded' | 'postgres', home: string): Buffer {
  if (configured !== undefined) return Buffer.from(configured, 'base64');
  if (kind === 'postgres') throw new PayrunError('vault_key_required');
  const path = keyFile(home);
  return readKey(path) ?? makeKey(path);
}

function makeKey(path: string): Buffer {
  writeWhole(path, randomBytes(32), (temporary) => {
    try {
      // Atomic, and never overwrites a key that another process created meanwhile.
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
  return readKey(path)!;
}

function writeWhole(path: string, key: Buffer, place: (temporary: string) => void): void {
  makePrivateFolder(dirname(path));
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, `${key.toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Writes the next key beside the current one, with mode 0600. */
export function saveNextKey(home: string, key: Buffer): void {
  const path = nextKeyFile(home);
  writeWhole(path, key, (temporary) => renameSync(temporary, path));
}

/** Makes the next key the current one and removes the previous one. */
export function takeNextKey(home: string): void {
  try {
    renameSync(nextKeyFile(home), keyFile(home));
  } catch (error) {
    // Another process has already renamed it.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function readKey(path: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32) throw new PayrunError('vault_key_wrong');
  return key;
}

/** Identifies a key to the database: an HMAC of a fixed text. */
export function keyMark(key: Uint8Array): Buffer {
  return openVault(key).fingerprint('vault', CHECK);
}

export interface OpenedVault {
  readonly key: Buffer;
  readonly vault: Vault;
  /** Opens also the values that are not bound to their places yet; null if all are. */
  readonly before: Vault | null;
}

/**
 * The vault of this database. The first key that opens it stays its key until a rotation. Throws `vault_key_wrong` with
 * any other key.
 */
async function vaultOf(db: Db, key: Buffer): Promise<OpenedVault> {
  const mine = keyMark(key);
  const read = () =>
    db.query<{
      key_fp: Buffer;
      fingerprint_sealed: Buffer | null;
      previous_sealed: Buffer | null;
      unbound: boolean;
    }>('select key_fp, fingerprint_sealed, previous_sealed, bound_at is null as unbound from payrun.vault');
  let { rows } = await read();
  if (rows.length === 0) {
    await db.query('insert into payrun.vault (key_fp, bound_at) values ($1, now()) on conflict do nothing', [mine]);
    ({ rows } = await read());
  }
  const [stored] = rows;
  if (!timingSafeEqual(stored!.key_fp, mine)) throw new PayrunError('vault_key_wrong');
  const { fingerprint_sealed, previous_sealed, unbound } = stored!;
  const alone = openVault(key);
  const others = {
    fingerprintKey: fingerprint_sealed ? alone.open(fingerprint_sealed, FINGERPRINT_KEY) : undefined,
    previous: previous_sealed ? alone.open(previous_sealed, PREVIOUS_KEY) : undefined,
  };
  return { key, vault: openVault(key, others), before: unbound ? openVault(key, { ...others, unbound }) : null };
}

/**
 * The key of this installation and the vault that it opens. Completes a rotation that was interrupted after the
 * database accepted the new key but before its file was renamed. Throws `vault_key_required` and `vault_key_wrong`.
 */
export async function openVaultOf(db: Db, { configured, kind, home }: KeyPlace): Promise<OpenedVault> {
  const key = vaultKey(configured, kind, home);
  try {
    return await vaultOf(db, key);
  } catch (error) {
    if (configured !== undefined || !isError(error, 'vault_key_wrong')) throw error;
    const next = readKey(nextKeyFile(home)) ?? readKey(keyFile(home));
    if (!next || next.equals(key)) throw error;
    const opened = await vaultOf(db, next);
    takeNextKey(home);
    return opened;
  }
}
