import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import type { Vault } from '../vault/vault.ts';

const vaults = new WeakMap<Db, Vault>();

/** Gives this Db the key of the audit, so that no code that appends an event has to pass it on. */
export function keyAudit(db: Db, vault: Vault): void {
  vaults.set(db, vault);
}

/** HMAC of an event's hash. Throws `defect` if the Db has no key. */
export function eventMac(db: Db, hash: Buffer): Buffer {
  const vault = vaults.get(db);
  if (vault === undefined) throw new PayrunError('defect', { detail: 'an event without the key of the audit' });
  return vault.fingerprint('audit.event', hash.toString('hex'));
}
