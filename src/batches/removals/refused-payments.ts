import { isError } from '../../errors.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { orderedPayments } from '../../ledger/payments/known-payments.ts';
import type { PlainRefusal } from '../../service/service-refusal.ts';
import type { StepDeps } from '../../step.ts';
import { isLedgerId } from '../outcomes/outcome-of.ts';
import { refusedFor } from './refused-recipient.ts';
import type { Removal } from './remove-payments.ts';

/** The payments of the batch that a refusal of its start names. Payments added outside Payrun are ignored. */
export async function refusedPayments(
  deps: StepDeps,
  batch: BatchRow,
  refusal: PlainRefusal,
): Promise<readonly Removal[]> {
  const named = Map.groupBy(refusal.named, ({ remoteId }) => remoteId);
  const found: Removal[] = [];
  for (const [remoteId, items] of named) {
    const id = remoteId === null ? null : await ownIdOf(deps, batch, remoteId);
    const sentences = [...new Set(items.map(({ sentence }) => sentence))].join(' ');
    if (id !== null) found.push({ id, remoteId, ...refusedFor(refusal.code, sentences), served: null });
  }
  const ledgerPayments = await orderedPayments(
    deps.ledger.db,
    batch.id,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => ledgerPayments.has(id));
}

/** The ledger's id of a remote payment; null if it has none or is gone. */
async function ownIdOf({ service, signal }: StepDeps, batch: BatchRow, paymentId: string): Promise<string | null> {
  try {
    const params = { id: batch.remote_id!, paymentId };
    const { externalId } = (await service.call('getBatchPayment', { params }, { signal })).payment;
    return isLedgerId(externalId) ? externalId : null;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
}
