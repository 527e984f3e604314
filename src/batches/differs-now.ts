import { isError } from '../errors.ts';
import type { BatchRow } from '../ledger/batch.ts';
import { paymentsOfBatch } from '../ledger/payment.ts';
import { batchPaymentPages } from '../service/payment-pages.ts';
import type { StepDeps } from '../step.ts';
import { compareListed, type PlannedPayment } from './compare.ts';
import { POLICY } from './policy.ts';

/** So long what was read when the batch was made is taken to be so still. */
const STILL_SO_MS = 120_000;

/**
 * Whether a batch has waited since it was read back: for a person, for money, for a service that was away. Meanwhile somebody may
 * have changed at the service whom, where or how much it pays.
 */
export function hasWaited({ approved_by, start_attempted_at, created_at }: BatchRow, now: number): boolean {
  const age = now - created_at.getTime();
  return approved_by !== POLICY || start_attempted_at !== null || age < 0 || age > STILL_SO_MS;
}

/**
 * Compares every payment that the service has in a batch with what is approved; null where nothing differs. One call per 1,000
 * payments. Of a batch that the service does not know any more, the start says so.
 */
export async function differsNow(deps: StepDeps, batch: BatchRow): Promise<string | null> {
  const approved = new Map<string, PlannedPayment>();
  for await (const page of paymentsOfBatch(deps.ledger.db, batch.id))
    for (const { id, row, recipient_remote_id, account_remote_id, fixed, currency, minor } of page)
      approved.set(id, { row, recipient_remote_id, account_remote_id, fixed, currency, minor });
  try {
    for await (const page of batchPaymentPages(deps, batch.remote_id!)) {
      for (const listed of page) {
        const ours = approved.get(listed.externalId ?? '');
        const difference = ours
          ? compareListed(ours, listed, batch.currency)
          : 'it holds a payment that was not planned';
        if (difference) return difference;
        approved.delete(listed.externalId!);
      }
    }
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
  return approved.size > 0 ? `${approved.size} of ${batch.payments} payments are missing` : null;
}
