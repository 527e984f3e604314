import { offsetAt } from '../../platform/time-zone.ts';
import { html, type Markup } from './markup.ts';
import type { View } from './view.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** A balance that was loaded while the page was made is newer than the page's clock. */
const PAGE_TAKES = 5 * SECOND;
/** Beyond this distance, a date is clearer than a number of days. */
const RELATIVE_UNTIL = 14 * DAY;

/** The clock and zone for times on a page. */
export type Watch = Pick<View, 'now' | 'timeZone'>;

/** A time relative to now, with the exact time in the `datetime` attribute and in the tooltip. */
export function moment({ now, timeZone }: Watch, at: Date | null | undefined): Markup | string {
  if (!at) return '';
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at, timeZone)}">${relativeTime(at.getTime(), now, timeZone)}</time>`;
}

/** The exact time with the relative time next to it, for times that matter to the minute. */
export function exactMoment({ now, timeZone }: Watch, at: Date | null | undefined): Markup | string {
  if (!at) return '';
  const exact = exactTime(at, timeZone);
  const relative = relativeTime(at.getTime(), now, timeZone);
  const exactNote = exact.startsWith(relative) ? '' : html` <span class="quiet no-wrap">(${relative})</span>`;
  return html`<time datetime="${at.toISOString()}">${exact}</time>${exactNote}`;
}

/** `2026-11-21 16:52:07 UTC+1`: the offset also tells apart the two hours of a night in which clocks go back. */
export function exactTime(at: Date, timeZone: string): string {
  return `${wallText(at.getTime(), timeZone)} ${offsetText(offsetAt(at.getTime(), timeZone))}`;
}

const wallText = (at: number, timeZone: string): string =>
  new Date(at + offsetAt(at, timeZone)).toISOString().slice(0, 19).replace('T', ' ');

/** In ms. `UTC`, `UTC+1`, `UTC-3:30`. */
function offsetText(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE);
  if (minutes === 0) return 'UTC';
  const rest = minutes % 60;
  return `UTC${ms < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** `3 minutes ago`, `in 2 hours`; the date if it is more than 14 days away. Both in ms UTC. */
export function relativeTime(at: number, now: number, timeZone: string): string {
  const ms = at - now;
  if (Math.abs(ms) > RELATIVE_UNTIL) return wallText(at, timeZone).slice(0, 10);
  if (Math.abs(ms) < 45 * SECOND) return ms > PAGE_TAKES ? 'in a moment' : 'just now';
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
