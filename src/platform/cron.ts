import { createRequire } from 'node:module';
import type { CronExpression, CronExpressionParser } from 'cron-parser';
import { changeBetween, firstInstantOf, isTimeZone, offsetAt, type Wall, wallOf } from './time-zone.ts';

/** Loaded at first use: it takes 20 ms, and most commands need no cron. */
let parser: typeof CronExpressionParser | null = null;

const SHORTHANDS = ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'];
const FORM = 'write minute, hour, day of month, month and weekday, like "0 2 * * *" for 02:00 every day';
/** The most wall-clock times to skip until one is a later moment: an hour that occurs twice has 60. */
const MOST_REPEATED = 24 * 60;

/** Why this is not a valid cron, as a sentence without a capital letter; null if it is valid. */
export function cronFault(cron: string): string | null {
  const words = cron.trim().split(/\s+/);
  if (words.length === 1 && words[0]!.startsWith('@')) {
    return SHORTHANDS.includes(words[0]!) ? null : `"${cron}" is none of ${SHORTHANDS.join(', ')}`;
  }
  // A sixth field would be seconds, and each process draws its own random value for an H.
  if (words.length !== 5) return `"${cron}" has ${words.length} fields instead of five: ${FORM}`;
  if (words.some((word) => /\bH\b|H[(/]/.test(word))) return `"${cron}" has an H in it: ${FORM}`;
  try {
    parse(cron, 0).next();
    return null;
  } catch (error) {
    return `"${cron}" does not parse (${(error as Error).message}): ${FORM}`;
  }
}

/** Why this is not a valid time zone; null if it is valid. */
export function zoneFault(zone: string): string | null {
  return isTimeZone(zone) ? null : `there is no time zone "${zone}": write it like Europe/Berlin or UTC`;
}

/**
 * The next moment (ms UTC) after `after` at which the cron is due. A cron that names hours is due once at each of them
 * every day: the first time in an hour that occurs twice; if clocks skip the hour, at the moment they change. A cron of
 * every hour follows real time through both changes. (cron-parser with a zone of its own loses a day if clocks go
 * forward by half an hour.)
 */
export function nextDue(cron: string, zone: string, after: number): number {
  const now = wallOf(after, zone);
  if (isOfEveryHour(parse(cron, now))) return nextOfEveryHour(cron, zone, after, now);
  const times = parse(cron, now);
  for (let passed = 0; passed <= MOST_REPEATED; passed++) {
    const at = firstInstantOf(times.next().getTime(), zone);
    if (at > after) return at;
  }
  throw new RangeError(`${cron} is never due`);
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
    // After a year without a process, nobody needs the exact count of what a cron of every minute missed.
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

function nextOfEveryHour(cron: string, zone: string, after: number, now: Wall): number {
  const offset = now - after;
  const at = parse(cron, now).next().getTime() - offset;
  if (offsetAt(at, zone) === offset) return at;
  const change = changeBetween(after, at, zone);
  const shown = wallOf(change, zone);
  return (
    parse(cron, shown - 1)
      .next()
      .getTime() -
    (shown - change)
  );
}

const isOfEveryHour = (times: CronExpression) => times.fields.hour.values.length === 24;

/** In UTC: the parser steps through wall-clock times, and the functions above map them to moments of a zone. */
function parse(cron: string, from: Wall): CronExpression {
  parser ??= (createRequire(import.meta.url)('cron-parser') as { CronExpressionParser: typeof CronExpressionParser })
    .CronExpressionParser;
  return parser.parse(cron, { tz: 'UTC', currentDate: new Date(from) });
}
