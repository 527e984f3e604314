import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** UUIDs of version 7 (RFC 9562): the time in front keeps the index of a large table together. */
export function timeOrderedIds(clock: Clock): () => string {
  return () => {
    const bytes = randomBytes(16);
    bytes.writeUIntBE(clock.now(), 0, 6);
    bytes[6] = (bytes[6]! & 0x0f) | 0x70;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
}
