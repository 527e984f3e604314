import { isError } from '../errors.ts';
import { type Clock, pause } from '../platform/clock.ts';

/** How often a call whose outcome was read as "did not happen" is sent again before the run is left for `payrun resume`. */
const SENDS = 3;

/**
 * Sends a call that changes something and comes back only with a known outcome (G3). Where the answer was lost (timeout,
 * dropped connection, 5xx), `read` asks the service whether it happened: what it finds is the outcome; null means that it
 * did not happen, and only then is the call sent again.
 * Throws what `send` throws when it is no question of an unknown outcome, and the last error when the outcome stays open.
 */
export async function knownOutcome<T>(
  clock: Clock,
  signal: AbortSignal,
  { send, read }: { send: () => Promise<T>; read: () => Promise<T | null> },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isError(error) || error.retry !== 'read-first') throw error;
      const found = await read();
      if (found !== null) return found;
      if (attempt === SENDS) throw error;
      await pause(clock, 500 * 2 ** attempt, signal);
    }
  }
}
