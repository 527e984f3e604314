import { createHash, timingSafeEqual } from 'node:crypto';

/** Takes the same time wherever they differ, and whatever their lengths. */
export function isEqual(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
