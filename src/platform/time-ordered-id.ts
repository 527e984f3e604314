import { randomUUID } from 'node:crypto';
import type { Clock } from './clock.ts';

/**
 * UUIDs of version 7 (RFC 9562), each greater than the one before: they begin with the time, and those of one ms are
 * numbered. So new rows are close together in a large index. The package uuid (14.0.3) takes three times as long for
 * one, and a sheet may have a million rows.
 */
export function timeOrderedIds(clock: Clock): () => string {
  let ms = -1;
  let number = 0;
  let start = '';
  return () => {
    const now = clock.now();
    // The 12 bits after the version are the number. After 4,096 in one ms, the times are ahead of the clock.
    number = now > ms ? 0 : (number + 1) & 0xfff;
    if (number === 0) {
      ms = Math.max(now, ms + 1);
      const time = ms.toString(16).padStart(12, '0');
      start = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    }
    return `${start}${number.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`;
  };
}
