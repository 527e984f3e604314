import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { canonicalJson } from '../platform/canonical-json.ts';

/** SHA-256 of bytes, and of what was said about them. */
export async function contentHash(bytes: Readable | null, about: object): Promise<Buffer> {
  const hash = createHash('sha256').update(`${canonicalJson(about)}\n`);
  for await (const piece of bytes ?? []) hash.update(piece as Buffer);
  return hash.digest();
}
