import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares in constant time, regardless of the length of the texts. */
export function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
