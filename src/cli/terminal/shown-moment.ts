import { fromNow } from '../../platform/duration.ts';

/** An exact and a relative time: "2026-11-21 09:40 UTC (2 hours ago)". `now` in ms UTC. */
export function shownMoment(time: Date | string, now: number): string {
  const at = new Date(time);
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC (${fromNow(at.getTime() - now)})`;
}
