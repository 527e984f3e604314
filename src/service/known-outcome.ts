import { isError } from '../errors.ts';
import { type Clock, pause } from '../platform/clock.ts';
import { getRefusal, refusedReading } from './plain-refusal.ts';

/**
 * The number of times that a call is sent if each time `read` finds that it did not happen, before the run is left to
 * `payrun resume`.
 */
const SENDS = 3;

/**
 * Sends a call that changes something and returns only with a known outcome (G3). If the answer was lost (timeout,
 * dropped connection, 5xx), `read` asks the service whether the call happened. A result of `read` is the outcome; null
 * means that it did not happen, and only then is the call sent again. Throws any other error of `send` at once, and the
 * last error of `send` if the outcome stays open.
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
      const found = await read().catch((failure: unknown) => {
        // A refusal of `read` must not look like one of the call, which may have happened.
        throw getRefusal(failure) || refusedReading(failure) !== null ? error : failure;
      });
      if (found !== null) return found;
      if (attempt === SENDS) throw error;
      await pause(clock, 500 * 2 ** attempt, signal);
    }
  }
}
