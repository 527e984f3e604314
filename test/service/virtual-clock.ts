import type { Clock } from '../../src/platform/clock.ts';

/** A clock that goes on only when it is told to: what happens at one moment of it may take this machine as long as it likes. */
export interface VirtualClock extends Clock {
  /** Time goes by, from one sleeper to the next; each does what follows before the next one wakes up. */
  pass(ms: number): Promise<void>;
}

/** Turns of the event loop in which Bottleneck, which has timers of its own, lets in who waits. */
const TURNS = 20;

export function virtualClock(start = 1_800_000_000_000): VirtualClock {
  let now = start;
  const sleeping = new Set<{ readonly until: number; wake(): void }>();
  const rest = async () => {
    for (let n = 0; n < TURNS; n += 1) await new Promise((resolve) => setTimeout(resolve, 0));
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const one = { until: now + ms, wake: resolve as () => void };
        sleeping.add(one);
        const abort = () => {
          sleeping.delete(one);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', abort, { once: true });
      }),
    async pass(ms) {
      await rest();
      for (const end = now + ms; ; ) {
        const next = Math.min(...[...sleeping].map(({ until }) => until));
        now = Math.min(end, Math.max(now, next));
        if (next > end) return rest();
        for (const one of [...sleeping])
          if (one.until <= now) {
            sleeping.delete(one);
            one.wake();
          }
        await rest();
      }
    },
  };
}
