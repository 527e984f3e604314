import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { isError } from '../../errors.ts';
import { makePrivateFolder } from '../../platform/private-folder.ts';
import type { Ledger } from '../ledger.ts';
import type { Vault } from '../vault/vault.ts';

/** The keys of new sub-merchants, in files of this folder of PAYRUN_HOME until the database has them. */
const FOLDER = 'new-keys';

/**
 * Answers that are shown once, sealed in files of PAYRUN_HOME from the moment they arrive until the database has them: a
 * process that ends in between, or a database that is away, does not lose them.
 */
export interface PendingKeys<T> {
  /** Resolves nothing and waits for nothing: when it returns, the answer is on the disk. Throws what the disk says. */
  put(name: string, answer: T): void;
  /** Null where there is none. Throws `vault_damaged`. */
  get(name: string): T | null;
  drop(name: string): void;
}

export function pendingKeys<T>(home: string, vault: Vault): PendingKeys<T> {
  const folder = join(home, FOLDER);
  // Names may differ in nothing but their case, which some disks do not see.
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

/** Seals what is kept in files of this home anew, with the key that counts. A file that does not open is left as it is. */
export async function resealPendingKeys({ db, vault }: Pick<Ledger, 'db' | 'vault'>, home: string): Promise<void> {
  if (!existsSync(join(home, FOLDER))) return;
  const kept = pendingKeys<unknown>(home, vault);
  const { rows } = await db.query<{ name: string }>('select name from payrun.sub_merchant');
  for (const { name } of rows) {
    try {
      const answer = kept.get(name);
      if (answer !== null) kept.put(name, answer);
    } catch (error) {
      if (!isError(error, 'vault_damaged', 'vault_key_changed')) throw error;
    }
  }
}
