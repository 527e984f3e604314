/** The wall-clock time of a zone, in ms as if it were UTC. `toWallTime` converts to it, `getFirstInstant` back. */
export type Wall = number;

const HOUR = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether this is the name of a time zone, such as Europe/Berlin or UTC. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The wall-clock time of the zone at this moment (ms UTC), to the ms. Throws RangeError if the zone is unknown. */
export function toWallTime(at: number, zone: string): Wall {
  const part = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  ) as Record<string, number>;
  return Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!, part.second!) + (at % 1_000);
}

/** The zone's offset from UTC at this moment, in ms. */
export function offsetAt(at: number, zone: string): number {
  return toWallTime(at, zone) - at;
}

/**
 * The moments (ms UTC) at which the zone shows this wall-clock time: usually one; two, the earlier first, in an hour
 * that occurs twice; none if clocks skip it.
 */
function instantsOf(wall: Wall, zone: string): readonly number[] {
  // No zone goes forward and back within two days.
  const offsets = new Set([offsetAt(wall - 24 * HOUR, zone), offsetAt(wall + 24 * HOUR, zone)]);
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((at) => toWallTime(at, zone) === wall)
    .sort((a, b) => a - b);
}

/**
 * The first moment (ms UTC) at which the zone shows this wall-clock time; if clocks skip it, the moment they change. So
 * 02:30 is one moment on every day of the year.
 */
export function getFirstInstant(wall: Wall, zone: string): number {
  const [first] = instantsOf(wall, zone);
  return first ?? changeBetween(wall - 24 * HOUR, wall + 24 * HOUR, zone);
}

/** The moment (ms UTC) in (`from`, `to`] from which the zone has the offset that it has at `to`. Exact to the ms. */
export function changeBetween(from: number, to: number, zone: string): number {
  const after = offsetAt(to, zone);
  let before = from;
  let changed = to;
  while (changed - before > 1) {
    const middle = Math.floor((before + changed) / 2);
    if (offsetAt(middle, zone) === after) changed = middle;
    else before = middle;
  }
  return changed;
}

/** A moment (ms UTC) in the local time of the zone: `2026-03-29 02:00`. */
export function showInZone(at: number, zone: string): string {
  return new Date(toWallTime(at, zone)).toISOString().slice(0, 16).replace('T', ' ');
}

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(zone, format);
  return format;
}
