import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';

/** Only these, because a formatter is kept for each zone that is asked for. */
const ZONES: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);

/** The time zone of the reader's computer, which the script of the pages sends; `fallback` without it. */
export function readerZone(context: Context, fallback: string): string {
  const zone = getCookie(context, 'zone');
  return zone !== undefined && ZONES.has(zone) ? zone : fallback;
}
