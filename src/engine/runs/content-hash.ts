import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Vault } from '../../ledger/vault/vault.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';

/** A hash of bytes and their description. It is keyed, so that no one can try account numbers against it. */
export async function contentHash(vault: Vault, bytes: Readable | null, about: object): Promise<Buffer> {
  const hash = createHash('sha256').update(`${canonicalJson(about)}\n`);
  for await (const piece of bytes ?? []) hash.update(piece as Buffer);
  return vault.fingerprint('request.content', hash.digest('hex'));
}
