import { fromNow } from '../../platform/duration.ts';
import { offsetAt } from '../../platform/time-zone.ts';
import { html, type Markup } from './markup.ts';
import type { View } from './view.ts';

const MINUTE = 60_000;
/** Beyond this distance, a date is clearer than a number of days. */
const RELATIVE_UNTIL = 14 * 86_400_000;

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
  return Math.abs(ms) > RELATIVE_UNTIL ? wallText(at, timeZone).slice(0, 10) : fromNow(ms);
}
