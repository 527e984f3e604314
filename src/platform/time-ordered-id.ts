import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';

/** UUIDs of version 7 (RFC 9562): the time in front keeps the index of a large table together. */
export function timeOrderedIds(clock: Clock): () => string {
  return () => {
    const time = clock.now().toString(16).padStart(12, '0');
    // What is behind the version of a random UUID is that of this one too: 12 random bits, the variant, 62 random bits.
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  };
}
