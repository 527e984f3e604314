/** The part of a window that a slot rests longer than the window itself: 1 s of a minute. */
export const MARGIN = 1 / 60;

/**
 * How long `calls` calls take at least, in minutes, when no slot is in use: the first `perWindow` go at once, and every
 * further round begins one window and its margin after the last one.
 */
export function estimateMinutes(calls: number, perWindow: number, windowMs: number): number {
  const rounds = Math.max(0, Math.ceil(calls / perWindow) - 1);
  return (rounds * windowMs * (1 + MARGIN)) / 60_000;
}
