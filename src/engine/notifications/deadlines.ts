import type { Config } from '../../config.ts';
import { lastDue } from '../../platform/cron.ts';
import { wallOf } from '../../platform/time-zone.ts';

type Expectation = Config['notices']['expect'][number];

/** The last time that a sheet was to be there. */
export interface Deadline {
  /** Of this expectation and no other. */
  readonly about: string;
  readonly merchant: string | null;
  /** "09:00 Europe/Berlin" */
  readonly by: string;
  /** "2026-03-02", where it is expected. */
  readonly day: string;
  /** What came since then counts. */
  readonly since: Date;
  readonly at: Date;
}

/**
 * When a sheet was expected last, seen from `now` (ms). What counts is what came on that day, or since a time of the day before
 * where the setting says so.
 */
export function deadlineOf({ merchant, by, days, since = '00:00' }: Expectation, now: number): Deadline {
  const { time, zone } = by;
  const at = previous(time, days ?? '*', zone, now);
  const from = previous(since, '*', zone, at - 1);
  const day = new Date(wallOf(at, zone)).toISOString().slice(0, 10);
  const about = `expected-${merchant ?? '*'}-${time}-${zone}`;
  return { about, merchant: merchant ?? null, by: `${time} ${zone}`, day, since: new Date(from), at: new Date(at) };
}

/** Longer than any pause between two of these days. */
const BACK_MS = 9 * 86_400_000;

/** The last moment (ms) at or before `until` at which clocks there show this time on one of these days. */
function previous(time: string, days: string, zone: string, until: number): number {
  const [hour, minute] = time.split(':').map(Number);
  return lastDue(`${minute} ${hour} * * ${days}`, zone, until - BACK_MS, until)?.at ?? until - BACK_MS;
}
