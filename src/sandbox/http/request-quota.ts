/** The state of a rate limit, for the response headers. */
export interface QuotaState {
  readonly limit: number;
  readonly remaining: number;
  /** Time when the oldest call leaves the window, in milliseconds since the epoch. */
  readonly resetAt: number;
}

export interface KeyCount {
  /** Signed calls, including those refused before their signature was checked. */
  readonly total: number;
  /** Calls that were refused with 429. */
  readonly refused: number;
  /** The highest number of calls in one window. */
  readonly maxInWindow: number;
}

/**
 * A sliding log for each access key and each address: a call counts for exactly one window after its arrival. Refused
 * calls do not count against the limit.
 */
export interface RequestQuota {
  takeAddress(address: string, now: number): boolean;
  /** @param times multiple of a sandbox merchant's limit for this key */
  takeKey(accessKey: string, now: number, times?: number): boolean;
  /** Records a call of this key that was refused before its signature was checked. */
  noteRefused(accessKey: string, now: number): void;
  addressState(address: string, now: number): QuotaState;
  keyState(accessKey: string, now: number, times?: number): QuotaState;
  counts(): Readonly<Record<string, KeyCount>>;
  reset(): void;
}

interface QuotaOptions {
  readonly windowMs: number;
  readonly perKey: number;
  readonly perAddress: number;
}

export function createRequestQuota({ windowMs, perKey, perAddress }: QuotaOptions): RequestQuota {
  const keys = new Map<string, KeyLog>();
  const addresses = new Map<string, SlidingLog>();
  const keyLog = (accessKey: string) =>
    entry(keys, accessKey, () => ({
      accepted: createLog(windowMs),
      arrived: createLog(windowMs),
      total: 0,
      refused: 0,
      maxInWindow: 0,
    }));
  const addressLog = (address: string) => entry(addresses, address, () => createLog(windowMs));
  const arrive = (log: KeyLog, now: number) => {
    log.total++;
    log.arrived.add(now);
    log.maxInWindow = Math.max(log.maxInWindow, log.arrived.count(now));
  };
  return {
    takeAddress: (address, now) => take(addressLog(address), perAddress, now),
    takeKey(accessKey, now, times = 1) {
      const log = keyLog(accessKey);
      arrive(log, now);
      const taken = take(log.accepted, perKey * times, now);
      if (!taken) log.refused++;
      return taken;
    },
    noteRefused(accessKey, now) {
      const log = keyLog(accessKey);
      arrive(log, now);
      log.refused++;
    },
    addressState: (address, now) => stateOf(addressLog(address), perAddress, windowMs, now),
    keyState: (accessKey, now, times = 1) => stateOf(keyLog(accessKey).accepted, perKey * times, windowMs, now),
    counts: () =>
      Object.fromEntries(
        [...keys].map(([key, { total, refused, maxInWindow }]) => [key, { total, refused, maxInWindow }]),
      ),
    reset() {
      keys.clear();
      addresses.clear();
    },
  };
}

interface KeyLog {
  readonly accepted: SlidingLog;
  readonly arrived: SlidingLog;
  total: number;
  refused: number;
  maxInWindow: number;
}

interface SlidingLog {
  add(now: number): void;
  /** Number of calls in the window that ends at `now`. */
  count(now: number): number;
  oldest(): number | undefined;
}

function createLog(windowMs: number): SlidingLog {
  let times: number[] = [];
  let first = 0;
  return {
    add: (now) => times.push(now),
    count(now) {
      while (first < times.length && times[first]! <= now - windowMs) first++;
      if (first > 1024 && first * 2 > times.length) {
        times = times.slice(first);
        first = 0;
      }
      return times.length - first;
    },
    oldest: () => times[first],
  };
}

function take(log: SlidingLog, limit: number, now: number): boolean {
  if (log.count(now) >= limit) return false;
  log.add(now);
  return true;
}

function stateOf(log: SlidingLog, limit: number, windowMs: number, now: number): QuotaState {
  const used = log.count(now);
  return { limit, remaining: Math.max(0, limit - used), resetAt: (log.oldest() ?? now) + windowMs };
}

function entry<V>(map: Map<string, V>, key: string, create: () => V): V {
  let value = map.get(key);
  if (!value) {
    value = create();
    map.set(key, value);
  }
  return value;
}
