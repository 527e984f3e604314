import { isError } from '../errors.ts';
import type { BatchRow } from '../ledger/batch.ts';
import type { StepDeps } from '../step.ts';

/** What the service calls a batch on which its start took effect. */
export const BEGUN: ReadonlySet<string> = new Set(['accepted', 'processing', 'complete', 'failed']);
/** Still waiting at the service: its start did not take effect. */
export const NOT_BEGUN: ReadonlySet<string> = new Set(['open', 'pending']);
/** Its start counts, and somebody at the service has to approve it: it is not sent again. */
export const AWAITING_APPROVAL = 'awaiting_approval';

/** Whether the service has begun a batch; false where it does not know it. */
export async function hasBegun({ service, signal }: StepDeps, batch: BatchRow): Promise<boolean> {
  try {
    const answer = await service.call('getBatch', { params: { id: batch.remote_id! } }, { signal });
    return BEGUN.has(answer.batch.status);
  } catch (error) {
    if (isError(error, 'service_not_found')) return false;
    throw error;
  }
}
