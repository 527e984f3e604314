import { html, type Markup } from './markup.ts';
import type { View } from './view.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Beyond this distance, a date is clearer than a number of days. */
const RELATIVE_UNTIL = 14 * DAY;

/** A time relative to now, with the exact time in the `datetime` attribute and in the tooltip. */
export function moment({ now }: Pick<View, 'now'>, at: Date | null | undefined): Markup | string {
  if (!at) return '';
  return html`<time datetime="${at.toISOString()}" title="${exactTime(at)}">${relativeTime(at.getTime(), now)}</time>`;
}

/** The exact time with the relative time next to it, for times that matter to the minute. */
export function exactMoment(view: Pick<View, 'now'>, at: Date | null | undefined): Markup | string {
  if (!at) return '';
  return html`<time datetime="${at.toISOString()}">${exactTime(at)}</time> <span class="quiet">(${relativeTime(at.getTime(), view.now)})</span>`;
}

/** `2026-11-21 15:52:07 UTC`. */
export function exactTime(at: Date): string {
  return `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** `3 minutes ago`, `in 2 hours`; the date if it is more than 14 days away. Both in ms UTC. */
export function relativeTime(at: number, now: number): string {
  const ms = at - now;
  if (Math.abs(ms) > RELATIVE_UNTIL) return new Date(at).toISOString().slice(0, 10);
  if (Math.abs(ms) < 45 * SECOND) return ms > 0 ? 'in a moment' : 'just now';
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
