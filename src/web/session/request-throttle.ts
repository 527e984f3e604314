import type { Clock } from '../../platform/clock.ts';

export interface Rate {
  /** Requests allowed at once. */
  readonly burst: number;
  /** Requests a second after that. */
  readonly perSecond: number;
}

/** Number of addresses to remember; a forgotten address begins with a full bucket. */
const MOST = 20_000;

/** A token bucket for each address, in this process. Returns true if the request is within the limit. */
export function createRequestThrottle(
  { now }: Pick<Clock, 'now'>,
  { burst, perSecond }: Rate,
): (address: string) => boolean {
  const buckets = new Map<string, { left: number; at: number }>();
  return (address) => {
    const at = now();
    const last = buckets.get(address) ?? { left: burst, at };
    const left = Math.min(burst, last.left + (Math.max(0, at - last.at) / 1_000) * perSecond);
    buckets.delete(address);
    buckets.set(address, { left: left < 1 ? left : left - 1, at });
    if (buckets.size > MOST) buckets.delete(buckets.keys().next().value!);
    return left >= 1;
  };
}
