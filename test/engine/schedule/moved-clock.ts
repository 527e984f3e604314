import type { Clock } from '../../../src/platform/clock.ts';

/** A clock that stands until it is moved, and whoever sleeps by it. */
export interface MovedClock extends Clock {
  /** Time goes by: whoever's pause is over wakes up. Resolves when `sleepers` sleep again. */
  pass(ms: number, sleepers: number): Promise<void>;
  /** Someone sets the clock: nobody's pause is longer or shorter for it. */
  set(at: number): void;
  /** Resolves when so many sleep. */
  asleep(sleepers: number): Promise<void>;
}

export function movedClock(start: number): MovedClock {
  let now = start;
  let elapsed = 0;
  let sleeping: { readonly until: number; wake(): void }[] = [];
  const asleep = async (sleepers: number) => {
    for (let tries = 0; sleeping.length < sleepers; tries++) {
      if (tries > 10_000) throw new Error(`only ${sleeping.length} of ${sleepers} sleep`);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const one = { until: elapsed + ms, wake: resolve as () => void };
        sleeping.push(one);
        const abort = () => {
          sleeping = sleeping.filter((other) => other !== one);
          reject(signal?.reason);
        };
        if (signal?.aborted) abort();
        signal?.addEventListener('abort', abort, { once: true });
      }),
    async pass(ms, sleepers) {
      await asleep(sleepers);
      for (const end = elapsed + ms; elapsed < end; ) {
        const step = Math.max(1, Math.min(end, ...sleeping.map(({ until }) => until)) - elapsed);
        elapsed += step;
        now += step;
        const due = sleeping.filter(({ until }) => until <= elapsed);
        sleeping = sleeping.filter(({ until }) => until > elapsed);
        for (const { wake } of due) wake();
        await asleep(sleepers);
      }
    },
    set(at) {
      now = at;
    },
    asleep,
  };
}
