import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isError } from '../../errors.ts';
import { makePrivateFolder } from '../../platform/private-folder.ts';
import type { Ledger } from '../ledger.ts';
import type { Vault } from '../vault/vault.ts';

/** Folder of PAYRUN_HOME for the keys of new sub-merchants until the database has them. */
const FOLDER = 'new-keys';

/**
 * Answers that the service shows only once, sealed in files of PAYRUN_HOME from their arrival until the database has
 * them. A crash or an unreachable database in between does not lose them.
 */
export interface PendingKeys<T> {
  /** Synchronous: when it returns, the answer is on the disk. Throws the errors of the file system. */
  put(name: string, answer: T): void;
  /** Null if no answer is stored. Throws `vault_damaged`. */
  get(name: string): T | null;
  drop(name: string): void;
}

export function pendingKeys<T>(home: string, vault: Vault): PendingKeys<T> {
  const folder = join(home, FOLDER);
  // Two names can differ only in case, which some file systems ignore.
  const fileOf = (name: string) =>
    join(folder, `${vault.fingerprint(FOLDER, name).toString('hex').slice(0, 32)}.sealed`);
  return {
    put(name, answer) {
      makePrivateFolder(folder);
      const part = `${fileOf(name)}.part`;
      const file = openSync(part, 'w', 0o600);
      try {
        writeSync(file, vault.seal(JSON.stringify(answer), `${FOLDER}/${name}`));
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
      renameSync(part, fileOf(name));
    },
    get(name) {
      let sealed: Buffer;
      try {
        sealed = readFileSync(fileOf(name));
      } catch {
        return null;
      }
      return JSON.parse(vault.open(sealed, `${FOLDER}/${name}`).toString('utf8'));
    },
    drop: (name) => rmSync(fileOf(name), { force: true }),
  };
}

/** Reseals the pending keys of this home with the current vault key. Leaves a file that does not open as it is. */
export async function resealPendingKeys({ db, vault }: Pick<Ledger, 'db' | 'vault'>, home: string): Promise<void> {
  if (!existsSync(join(home, FOLDER))) return;
  const pending = pendingKeys<unknown>(home, vault);
  const { rows } = await db.query<{ name: string }>('select name from payrun.sub_merchant');
  for (const { name } of rows) {
    try {
      const answer = pending.get(name);
      if (answer !== null) pending.put(name, answer);
    } catch (error) {
      if (!isError(error, 'vault_damaged', 'vault_key_changed')) throw error;
    }
  }
}
