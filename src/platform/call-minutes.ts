/** The extra rest of a slot beyond the window, as a part of the window: 1 s of a minute. */
export const MARGIN = 1 / 60;

/**
 * The least time in minutes that `calls` calls take if no slot is in use. The first `perWindow` calls go at once, and
 * every further round begins one window and its margin after the last one.
 */
export function estimateMinutes(calls: number, perWindow: number, windowMs: number): number {
  const rounds = Math.max(0, Math.ceil(calls / perWindow) - 1);
  return (rounds * windowMs * (1 + MARGIN)) / 60_000;
}

const HOUR = 60;
const DAY = 24 * HOUR;
/** From this many hours and days, minutes and hours are omitted. */
const EXACT_HOURS = 5;
const EXACT_DAYS = 2;

/** The text for an estimated duration, rounded up: "less than a minute", "about 2 h 20 min", "about 2 days". */
export function aboutMinutes(estimated: number): string {
  if (estimated < 1) return 'less than a minute';
  const minutes = Math.ceil(estimated);
  if (minutes < HOUR) return `about ${minutes} min`;
  if (minutes < EXACT_HOURS * HOUR) {
    const rest = minutes % HOUR;
    return `about ${Math.floor(minutes / HOUR)} h${rest === 0 ? '' : ` ${rest} min`}`;
  }
  if (minutes < EXACT_DAYS * DAY) return `about ${Math.ceil(minutes / HOUR)} h`;
  return `about ${Math.ceil(minutes / DAY)} days`;
}
