import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isError } from '../../errors.ts';
import { makePrivateFolder } from '../../platform/folders.ts';
import type { Db } from '../db/db.ts';
import type { Vault } from '../vault/vault.ts';
import { PENDING_KEYS as FOLDER } from '../vault/vault-key.ts';

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

/** Two names can differ only in case, which some file systems ignore. */
const pendingFile = (home: string, vault: Vault, name: string): string =>
  join(home, FOLDER, `${vault.fingerprint(FOLDER, name).toString('hex').slice(0, 32)}.sealed`);

const sealedAnswer = (vault: Vault, name: string, answer: unknown): Buffer =>
  vault.seal(JSON.stringify(answer), `${FOLDER}/${name}`);

export function pendingKeys<T>(home: string, vault: Vault): PendingKeys<T> {
  const fileOf = (name: string) => pendingFile(home, vault, name);
  return {
    put(name, answer) {
      makePrivateFolder(join(home, FOLDER));
      const part = `${fileOf(name)}.part`;
      const file = openSync(part, 'w', 0o600);
      try {
        writeFileSync(file, sealedAnswer(vault, name, answer));
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

/** The files of the pending keys of this home, resealed. Leaves out one that does not open. */
export async function resealedPendingKeys(
  db: Db,
  home: string,
  old: Vault,
  vault: Vault,
): Promise<readonly (readonly [file: string, content: Buffer])[]> {
  const { rows } = await db.query<{ name: string }>('select name from payrun.sub_merchant');
  return rows.flatMap(({ name }) => {
    try {
      const answer = pendingKeys(home, old).get(name);
      return answer === null ? [] : [[pendingFile(home, vault, name), sealedAnswer(vault, name, answer)] as const];
    } catch (error) {
      if (!isError(error, 'vault_damaged', 'vault_key_changed')) throw error;
      return [];
    }
  });
}
