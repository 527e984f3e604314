import { decimalText, figure } from './amount.ts';
import type { View } from './view.ts';

/** From the longest: "100 calls a minute", "100 calls in 2 minutes", "5 calls in 200 ms". */
const UNITS = [
  [60_000, 'minute'],
  [1_000, 'second'],
] as const;

/** A quota of calls in a window of `windowMs`, in words. */
export function rateLimitText(view: Pick<View, 'locale'>, calls: number, windowMs: number): string {
  const made = `${figure(view, calls)} ${calls === 1 ? 'call' : 'calls'}`;
  for (const [ms, unit] of UNITS) {
    if (windowMs === ms) return `${made} a ${unit}`;
    if (windowMs > ms && windowMs % ms === 0) return `${made} in ${figure(view, windowMs / ms)} ${unit}s`;
  }
  return windowMs < 1_000
    ? `${made} in ${figure(view, windowMs)} ms`
    : `${made} in ${decimalText(view, String(windowMs / 1_000))} seconds`;
}
