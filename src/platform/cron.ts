import { Cron } from 'croner';
import { getFirstInstant, isTimeZone, toWallTime } from './time-zone.ts';

const SHORTHANDS = ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'];
const FORM = 'write minute, hour, day of month, month and weekday, like "0 2 * * *" for 02:00 every day';

/** The fault of a cron, as a sentence without a capital letter; null if it is valid. */
export function cronFault(cron: string): string | null {
  const words = cron.trim().split(/\s+/);
  if (words.length === 1 && words[0]!.startsWith('@')) {
    return SHORTHANDS.includes(words[0]!) ? null : `"${cron}" is none of ${SHORTHANDS.join(', ')}`;
  }
  // A sixth field would be seconds, and each process draws its own random value for an H.
  if (words.length !== 5) return `"${cron}" has ${words.length} fields instead of five: ${FORM}`;
  if (words.some((word) => /\bH\b|H[(/]/.test(word))) return `"${cron}" has an H in it: ${FORM}`;
  try {
    nextDue(cron, 'UTC', 0);
    return null;
  } catch (error) {
    return `"${cron}" does not parse (${(error as Error).message}): ${FORM}`;
  }
}

/** The fault of a time zone, as a sentence; null if it is valid. */
export function zoneFault(zone: string): string | null {
  return isTimeZone(zone) ? null : `there is no time zone "${zone}": write it like Europe/Berlin or UTC`;
}

/**
 * The next moment (ms UTC) after `after` at which the cron is due. A cron that names hours is due once at each of them
 * every day: the first time in an hour that occurs twice; if clocks skip the hour, at the moment they change. A cron of
 * every hour follows real time through both changes.
 */
export function nextDue(cron: string, zone: string, after: number): number {
  const text = cron.trim();
  const times = new Cron(text, { timezone: zone, paused: true, mode: '5-part' });
  const isOfEveryHour = text === '@hourly' || /^(?:\*(?:\/1)?|0-23)$/.test(text.split(/\s+/)[1] ?? '');
  for (let at = times.nextRun(new Date(after)); at !== null; at = times.nextRun(at)) {
    const ms = at.getTime();
    if (ms > after && (isOfEveryHour || ms === getFirstInstant(toWallTime(ms, zone), zone))) return ms;
  }
  throw new RangeError(`it is never due`);
}

/**
 * The last moment (ms UTC) in (`after`, `until`] at which the cron was due, and how many due moments precede it. Null
 * if it was not due. The count stops at `MOST_COUNTED`.
 */
export function lastDue(
  cron: string,
  zone: string,
  after: number,
  until: number,
): { readonly at: number; readonly earlier: number } | null {
  let last: number | null = null;
  let earlier = -1;
  for (let at = nextDue(cron, zone, after); at <= until; at = nextDue(cron, zone, at)) {
    last = at;
    earlier++;
    // After a year without a process, no one needs the exact count of what a cron of every minute missed.
    if (earlier >= MOST_COUNTED) return { at: latestBefore(cron, zone, until), earlier };
  }
  return last === null ? null : { at: last, earlier };
}

/** The most missed moments that are counted. */
export const MOST_COUNTED = 1_000;

function latestBefore(cron: string, zone: string, until: number): number {
  for (let back = 60_000; ; back *= 2) {
    let last: number | null = null;
    for (let at = nextDue(cron, zone, until - back); at <= until; at = nextDue(cron, zone, at)) last = at;
    if (last !== null) return last;
  }
}
