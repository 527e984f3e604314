import type { Clock } from '../platform/clock.ts';

export interface Rate {
  /** Requests allowed at once. */
  readonly burst: number;
  /** Requests a second after that. */
  readonly perSecond: number;
}

export interface Rates {
  readonly pages: Rate;
  /** Logins: a password costs the server half a second. */
  readonly logins: Rate;
  /** The payout service sends one delivery for each change of a payment. */
  readonly webhooks: Rate;
  readonly onboarding: Rate;
  /** Requests of a program, by its name. */
  readonly programs: Rate;
}

export const RATES: Rates = {
  pages: { burst: 300, perSecond: 20 },
  logins: { burst: 20, perSecond: 1 / 3 },
  webhooks: { burst: 2_000, perSecond: 200 },
  onboarding: { burst: 60, perSecond: 2 },
  programs: { burst: 1_000, perSecond: 100 },
};

/** Number of addresses to remember; a forgotten address begins with a full bucket. */
const MOST = 20_000;

/**
 * A token bucket for each address or name, in this process. Returns how many requests it has left after this one;
 * negative if this one is too many.
 */
export function createRequestCounter(
  { now }: Pick<Clock, 'now'>,
  { burst, perSecond }: Rate,
): (address: string) => number {
  const buckets = new Map<string, { left: number; at: number }>();
  return (address) => {
    const at = now();
    const last = buckets.get(address) ?? { left: burst, at };
    const left = Math.min(burst, last.left + (Math.max(0, at - last.at) / 1_000) * perSecond);
    buckets.delete(address);
    buckets.set(address, { left: left < 1 ? left : left - 1, at });
    if (buckets.size > MOST) buckets.delete(buckets.keys().next().value!);
    return Math.floor(left) - 1;
  };
}

/** The same as whether the request is within the limit. */
export function createRequestThrottle(clock: Pick<Clock, 'now'>, rate: Rate): (address: string) => boolean {
  const left = createRequestCounter(clock, rate);
  return (address) => left(address) >= 0;
}
