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
