import { PayrunError } from '../../errors.ts';
import { pause } from '../../platform/clock.ts';
import { getRefusal } from '../../service/plain-refusal.ts';
import type { StepDeps } from '../../step.ts';

/**
 * The service prices in the background and refuses other calls about the batch meanwhile. These are the waits between
 * tries.
 */
export const SERVICE_WAITS_MS = [250, 500, 1_000, 2_000, 4_000, 8_000, 16_000] as const;

/**
 * Makes a call about a batch that is still open, and repeats it while the service answers "Operation In Progress". Only
 * a refused call is repeated: it had no effect. Throws what the call throws, and `service_busy` when the waits are used
 * up.
 */
export async function retryWhileBusy<T>(deps: StepDeps, remoteId: string, call: () => Promise<T>): Promise<T> {
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
export function serviceBusy(detail: string): PayrunError {
  const seconds = Math.round(SERVICE_WAITS_MS.reduce((sum, ms) => sum + ms, 0) / 1_000);
  return new PayrunError('service_busy', { detail, seconds });
}

/** A batch with any other status refuses the call permanently. */
async function isOpen({ service, signal }: StepDeps, id: string): Promise<boolean> {
  return (await service.call('getBatch', { params: { id } }, { signal })).batch.status === 'open';
}
