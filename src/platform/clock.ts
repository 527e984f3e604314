/** The current time and delays. Tests replace it. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason if it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /**
   * The pause before the next call to the payout service. Nothing else depends on its length. If absent, `sleep` is
   * used.
   */
  pause?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Waits before the next call to the payout service. */
export function pause(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return clock.pause ? clock.pause(ms, signal) : clock.sleep(ms, signal);
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', abort, { once: true });
    }),
};
