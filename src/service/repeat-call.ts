import { isError, PayrunError } from '../errors.ts';
import { type Clock, pause } from '../platform/clock.ts';
import type { Service } from './service.ts';
import { getRefusal, refusedReading } from './service-refusal.ts';

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

/**
 * The service prices in the background and refuses other calls about the batch meanwhile. These are the waits between
 * tries.
 */
export const SERVICE_WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000] as const;

interface Caller {
  readonly service: Service;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/**
 * Makes a call about a batch that is still open, and repeats it while the service answers "Operation In Progress". Only
 * a refused call is repeated: it had no effect. Throws what the call throws, and `service_busy` when the waits are used
 * up.
 */
export async function retryWhileBusy<T>(deps: Caller, remoteId: string, call: () => Promise<T>): Promise<T> {
  for (const wait of SERVICE_WAITS_MS) {
    try {
      return await call();
    } catch (error) {
      if (getRefusal(error)?.code !== 'invalid_status' || !(await isOpen(deps, remoteId))) throw error;
      await pause(deps.clock, wait, deps.signal);
    }
  }
  throw serviceBusy('another operation on the batch is in progress');
}

/** The service has not finished within the limit. Nothing is wrong yet; a resume asks again. */
function serviceBusy(detail: string): PayrunError {
  const seconds = Math.round(SERVICE_WAITS_MS.reduce((sum, ms) => sum + ms, 0) / 1_000);
  return new PayrunError('service_busy', { detail, seconds });
}

/** A batch with any other status refuses the call permanently. */
async function isOpen({ service, signal }: Caller, id: string): Promise<boolean> {
  return (await service.call('getBatch', { params: { id } }, { signal })).batch.status === 'open';
}
