/** Time, passed in so that tests can move it. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
  /** Resolves after `ms` milliseconds; rejects with the signal's reason when it aborts first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Like `sleep`, which it is if it is not given: a pause before the service is asked again. Nothing else depends on its length. */
  pause?(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Waits before the service is asked, or sent something, again. */
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
