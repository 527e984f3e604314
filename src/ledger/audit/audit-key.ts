import { PayrunError } from '../../errors.ts';
import type { Db } from '../db/db.ts';
import type { Vault } from '../vault/vault.ts';

/** The HMAC of events without a key: those from before the audit was keyed. */
export const WITHOUT_KEY = Buffer.alloc(0);

const vaults = new WeakMap<Db, Vault | null>();

/**
 * Gives this Db the key of the audit, so that no code that appends an event has to pass it on. Null: a database of an
 * earlier version is being migrated, whose events get no key before its values are bound.
 */
export function keyAudit(db: Db, vault: Vault | null): void {
  vaults.set(db, vault);
}

/** HMAC of an event's hash. Throws `defect` if the Db has no key. */
export function eventMac(db: Db, hash: Buffer): Buffer {
  const vault = vaults.get(db);
  if (vault === undefined) throw new PayrunError('defect', { detail: 'an event without the key of the audit' });
  return vault === null ? WITHOUT_KEY : vault.fingerprint('audit.event', hash.toString('hex'));
}
