import { randomBytes, timingSafeEqual } from 'node:crypto';
import { existsSync, linkSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isError, PayrunError } from '../../errors.ts';
import { makePrivateFolder } from '../../platform/folders.ts';
import type { Db } from '../db/db.ts';
import { openVault, type Vault } from './vault.ts';

const CHECK = 'the key of this database';
/** Kind of the other key that the vault key seals. */
export const FINGERPRINT_KEY = 'vault/fingerprint';

/** The source of the key, at the beginning of a sentence. */
const CONFIGURED = 'The vault key of the configuration (PAYRUN_VAULT_KEY, PAYRUN_VAULT_KEY_FILE or `vaultKey`)';
const keyInFile = (path: string) => `The key in ${path}`;

export const keyFile = (home: string) => join(home, 'vault.key');
export const keyText = (key: Buffer) => `${key.toString('base64')}\n`;
/** The end of the name of a file that a change of the key writes before its transaction commits. */
const NEXT = '.new';
/** Folder of PAYRUN_HOME for the keys of new sub-merchants until the database has them. */
export const PENDING_KEYS = 'new-keys';

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
  writeWhole(path, keyText(randomBytes(32)), (temporary) => {
    try {
      // Atomic, and never overwrites a key that another process created meanwhile.
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
  return readKey(path)!;
}

function writeWhole(path: string, content: string | Buffer, place: (temporary: string) => void): void {
  makePrivateFolder(dirname(path));
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
  try {
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Writes what a file of the home is after the change of the key, with mode 0600. */
export function saveNext(file: string, content: string | Buffer): void {
  const next = `${file}${NEXT}`;
  writeWhole(next, content, (temporary) => renameSync(temporary, next));
}

/** Makes the files of a change of the key current. Only after its transaction has committed. */
export function takeNext(home: string): void {
  for (const folder of [home, join(home, PENDING_KEYS)])
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.endsWith(NEXT)) renameNext(join(folder, name));
}

function renameNext(next: string): void {
  try {
    renameSync(next, next.slice(0, -NEXT.length));
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
  if (key.length !== 32) throw new PayrunError('vault_key_wrong', { place: keyInFile(path) });
  return key;
}

/** Identifies a key to the database: an HMAC of a fixed text. */
export function keyMark(key: Uint8Array): Buffer {
  return openVault(key).fingerprint('vault', CHECK);
}

export interface OpenedVault {
  readonly key: Buffer;
  readonly vault: Vault;
}

/** The vault of this database. The first key that opens it stays its key until a change. Throws `vault_key_wrong`. */
async function vaultOf(db: Db, key: Buffer, place: string): Promise<OpenedVault> {
  const mine = keyMark(key);
  const read = () =>
    db.query<{ key_fp: Buffer; fingerprint_sealed: Buffer | null }>(
      'select key_fp, fingerprint_sealed from payrun.vault',
    );
  let { rows } = await read();
  if (rows.length === 0) {
    await db.query('insert into payrun.vault (key_fp) values ($1) on conflict do nothing', [mine]);
    ({ rows } = await read());
  }
  const { key_fp, fingerprint_sealed } = rows[0]!;
  if (!timingSafeEqual(key_fp, mine)) throw new PayrunError('vault_key_wrong', { place });
  const vault = openVault(key);
  return { key, vault: fingerprint_sealed ? openVault(key, vault.open(fingerprint_sealed, FINGERPRINT_KEY)) : vault };
}

/**
 * The key of this installation and the vault that it opens. Completes a change of the key that was cut off after its
 * transaction had committed. Throws `vault_key_required` and `vault_key_wrong`.
 */
export async function openVaultOf(db: Db, { configured, kind, home }: KeyPlace): Promise<OpenedVault> {
  const key = vaultKey(configured, kind, home);
  const place = configured === undefined ? keyInFile(keyFile(home)) : CONFIGURED;
  try {
    return await vaultOf(db, key, place);
  } catch (error) {
    if (configured !== undefined || !isError(error, 'vault_key_wrong')) throw error;
    const next = readKey(`${keyFile(home)}${NEXT}`) ?? readKey(keyFile(home));
    if (!next || next.equals(key)) throw error;
    const opened = await vaultOf(db, next, place);
    takeNext(home);
    return opened;
  }
}
