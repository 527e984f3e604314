const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** What was read while a page was made is newer than the page's clock. */
const JUST_NOW = 5 * SECOND;

/** The text for a duration (ms): "45 s", "3 min 20 s", "1 h 05 min". */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 === 0 ? `${minutes} min` : `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

/** `3 minutes ago`, `in 2 hours`. In ms; negative for the past. */
export function fromNow(ms: number): string {
  if (Math.abs(ms) < 45 * SECOND) return ms > JUST_NOW ? 'in a moment' : 'just now';
  const text = lasting(Math.abs(ms));
  return ms < 0 ? `${text} ago` : `in ${text}`;
}

/** A duration in its largest unit: `20 minutes`. In ms. */
export function lasting(ms: number): string {
  const [size, unit] = (
    [
      [DAY, 'day'],
      [HOUR, 'hour'],
      [MINUTE, 'minute'],
      [SECOND, 'second'],
    ] as const
  ).find(([unitMs]) => ms >= unitMs * 0.95) ?? [SECOND, 'second'];
  const n = Math.max(1, Math.round(ms / size));
  return `${n} ${unit}${n === 1 ? '' : 's'}`;
}
