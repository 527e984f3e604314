import { randomBytes, timingSafeEqual } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PayrunError } from '../errors.ts';
import type { Db } from './db.ts';
import { openVault, type Vault } from './vault.ts';

const CHECK = 'the key of this database';

/**
 * The key: the configured one (32 bytes in base64), else, for the embedded database only, the one in `home/vault.key`,
 * made there once with mode 0600. Throws `vault_key_required`.
 */
export function vaultKey(configured: string | undefined, kind: 'embedded' | 'postgres', home: string): Buffer {
  if (configured !== undefined) return Buffer.from(configured, 'base64');
  if (kind === 'postgres') throw new PayrunError('vault_key_required');
  const path = join(home, 'vault.key');
  return readKey(path) ?? makeKey(path);
}

function makeKey(path: string): Buffer {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(temporary, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    // Whole or not at all, and never over one that another process made meanwhile.
    linkSync(temporary, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  return readKey(path)!;
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

/**
 * The vault of this database. The first key it is opened with is its key for ever; throws `vault_key_wrong` with any other.
 */
export async function vaultOf(db: Db, key: Buffer): Promise<Vault> {
  const vault = openVault(key);
  const mine = vault.fingerprint('vault', CHECK);
  const read = () => db.query<{ key_fp: Buffer }>('select key_fp from payrun.vault');
  let { rows } = await read();
  if (rows.length === 0) {
    await db.query('insert into payrun.vault (key_fp) values ($1) on conflict do nothing', [mine]);
    ({ rows } = await read());
  }
  if (!timingSafeEqual(rows[0]!.key_fp, mine)) throw new PayrunError('vault_key_wrong');
  return vault;
}
