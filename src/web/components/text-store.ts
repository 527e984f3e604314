import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';

/** A text is dropped this long after its last use. */
const EXPIRE_MS = 10 * 60_000;
const MOST_KEPT = 1_000;

/**
 * Stores texts that may not be in an address, in this process, under a random token. Only the session that stored a
 * text can read it.
 */
export function createTextStore({ now }: Pick<Clock, 'now'>) {
  const all = new Map<string, { readonly csrf: string; readonly text: string; readonly until: number }>();
  const put = (token: string, csrf: string, text: string): void => {
    all.delete(token);
    all.set(token, { csrf, text, until: now() + EXPIRE_MS });
    for (const [old, { until }] of all) if (until < now() || all.size > MOST_KEPT) all.delete(old);
  };
  return {
    save(csrf: string, text: string): string {
      const token = randomBytes(12).toString('base64url');
      put(token, csrf, text);
      return token;
    },
    find(csrf: string, token: string): string | null {
      const found = all.get(token);
      if (found?.csrf !== csrf || found.until < now()) return null;
      put(token, csrf, found.text);
      return found.text;
    },
  };
}
