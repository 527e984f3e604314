import { createRequire } from 'node:module';
import type { CronExpression, CronExpressionParser } from 'cron-parser';
import { changeBetween, firstInstantOf, isTimeZone, offsetAt, type Wall, wallOf } from './time-zone.ts';

/** Loaded where there is a cron: it takes 20 ms, and most commands have none. */
let parser: typeof CronExpressionParser | null = null;

const SHORTHANDS = ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'];
const FORM = 'write minute, hour, day of month, month and weekday, like "0 2 * * *" for 02:00 every day';
/** So many times of a clock are passed over to find the next one that is a later moment: an hour that comes twice has 60. */
const MOST_REPEATED = 24 * 60;

/** Why this is no cron, in a sentence without its first letter; null where it is one. */
export function cronFault(cron: string): string | null {
  const words = cron.trim().split(/\s+/);
  if (words.length === 1 && words[0]!.startsWith('@')) {
    return SHORTHANDS.includes(words[0]!) ? null : `"${cron}" is none of ${SHORTHANDS.join(', ')}`;
  }
  // A sixth field would be seconds, and H stands for a figure that every process draws for itself.
  if (words.length !== 5) return `"${cron}" has ${words.length} fields instead of five: ${FORM}`;
  if (words.some((word) => /\bH\b|H[(/]/.test(word))) return `"${cron}" has an H in it: ${FORM}`;
  try {
    parse(cron, 0).next();
    return null;
  } catch (error) {
    return `"${cron}" does not parse (${(error as Error).message}): ${FORM}`;
  }
}

/** Why this is no time zone; null where it is one. */
export function zoneFault(zone: string): string | null {
  return isTimeZone(zone) ? null : `there is no time zone "${zone}": write it like Europe/Berlin or UTC`;
}

/**
 * The next moment (ms UTC) after `after` at which this is due. A cron that names hours is due once at each of them on every
 * day: in the hour that comes twice the first time, and where clocks are put forward past it at the moment of that. One of every hour goes on
 * in real time, through both. (cron-parser in a zone of its own loses a day where clocks are put forward by half an hour.)
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

/** The last moment at or before `until` and after `after` at which it was due, and how many there were; null where none was. */
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
    // After a year on a shelf nobody needs the exact number of what a cron of every minute has missed.
    if (earlier >= MOST_COUNTED) return { at: latestBefore(cron, zone, until), earlier };
  }
  return last === null ? null : { at: last, earlier };
}

/** Missed moments that are counted. */
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

/** In UTC: what it steps through is what clocks show, and which moment that is in a zone is decided above. */
function parse(cron: string, from: Wall): CronExpression {
  parser ??= (createRequire(import.meta.url)('cron-parser') as { CronExpressionParser: typeof CronExpressionParser })
    .CronExpressionParser;
  return parser.parse(cron, { tz: 'UTC', currentDate: new Date(from) });
}
