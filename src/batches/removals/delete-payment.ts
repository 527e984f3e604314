import { isError } from '../../errors.ts';
import { knownOutcome } from '../../service/known-outcome.ts';
import type { StepDeps } from '../../step.ts';
import { retryWhileBusy } from '../cancellations/retry-while-busy.ts';

/**
 * Removes a payment from a batch that has not begun; both ids are the service's. Returns when the service no longer has
 * it, even if the answer was lost. Throws `service_not_found` if it was gone before.
 */
export async function deletePayment(deps: StepDeps, batchId: string, paymentId: string): Promise<void> {
  const { service, clock, signal } = deps;
  const params = { id: batchId, paymentId };
  const isGone = async () => {
    try {
      await service.call('getBatchPayment', { params }, { signal });
      return null;
    } catch (error) {
      if (isError(error, 'service_not_found')) return true;
      throw error;
    }
  };
  await knownOutcome(clock, signal, {
    send: async () =>
      (await retryWhileBusy(deps, batchId, () => service.call('deletePayment', { params }, { signal }))).ok,
    read: isGone,
  });
}
