import type { Config } from '../../config.ts';
import { lastDue } from '../../platform/cron.ts';
import { toWallTime } from '../../platform/time-zone.ts';

type Expectation = Config['notifications']['expect'][number];

/** The most recent time by which a sheet was expected. */
export interface Deadline {
  /** Identifies the expectation. */
  readonly about: string;
  readonly merchant: string | null;
  /** "09:00 Europe/Berlin" */
  readonly by: string;
  /** The day on which it was expected, in its zone: "2026-03-02". */
  readonly day: string;
  /** Sheets that arrived since then count. */
  readonly since: Date;
  readonly at: Date;
}

/**
 * The most recent deadline of an expectation, seen from `now` (ms). Sheets of that day count, or, if the setting has
 * `since`, those since that time.
 */
export function getDeadline({ merchant, by, days, since = '00:00' }: Expectation, now: number): Deadline {
  const { time, zone } = by;
  const at = previous(time, days ?? '*', zone, now);
  const from = previous(since, '*', zone, at - 1);
  const day = new Date(toWallTime(at, zone)).toISOString().slice(0, 10);
  const about = `expected-${merchant ?? '*'}-${time}-${zone}`;
  return { about, merchant: merchant ?? null, by: `${time} ${zone}`, day, since: new Date(from), at: new Date(at) };
}

/** Longer than any gap between two of the expected days. */
const BACK_MS = 9 * 86_400_000;

/** The last moment (ms UTC) at or before `until` at which the zone's clocks show this time on one of these days. */
function previous(time: string, days: string, zone: string, until: number): number {
  const [hour, minute] = time.split(':').map(Number);
  return lastDue(`${minute} ${hour} * * ${days}`, zone, until - BACK_MS, until)?.at ?? until - BACK_MS;
}
