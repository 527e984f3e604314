const STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const;

/** A relative and an exact time: "2 hours ago (2026-11-21 09:40 UTC)". `now` in ms UTC. */
export function shownMoment(time: Date | string, now: number): string {
  const at = new Date(time);
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC (${relativeTime(at.getTime() - now)})`;
}

function relativeTime(ms: number): string {
  // A rate that was locked for 2 hours a second ago is locked for 2 hours, not 1: time to come is rounded, as on pages.
  const step = STEPS.find((candidate) => (ms < 0 ? -ms : ms / 0.95) >= candidate.ms);
  if (!step) return ms > 0 ? 'in a moment' : 'just now';
  const count = ms < 0 ? Math.floor(-ms / step.ms) : Math.max(1, Math.round(ms / step.ms));
  const words = `${count} ${step.unit}${count === 1 ? '' : 's'}`;
  return ms < 0 ? `${words} ago` : `in ${words}`;
}
