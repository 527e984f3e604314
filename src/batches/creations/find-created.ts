import { hasRemoteBatch, moveBatch } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { getFirstBatchPayment } from '../../ledger/payments/payment.ts';
import { findBatchTag } from '../../references/payrun-tags.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { listByTag } from '../../service/payrun-batches.ts';
import { findAtService } from '../outcomes/find-at-service.ts';

/**
 * Looks for an unconfirmed batch whose creation the service refused because it already has the payments: by its tag or,
 * if the tag was removed by hand, by its first payment. Records its remote id. Returns null if it is not found, or if
 * it is a batch that has to be adopted first. Two or three calls.
 */
export async function findCreated(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<BatchRow | null> {
  const tagged = await listByTag(deps, batch.tag);
  // Among several, the one that is paid cannot be identified.
  const remoteId = tagged.length > 0 ? onlyOf(tagged) : await batchOfPayment(deps, batch);
  if (remoteId === null || (await hasRemoteBatch(deps.ledger.db, batch.merchant_id, remoteId))) return null;
  return fenced(run, deps, async (db) => {
    await audit(db, run, deps, 'batch_created', { batch: batch.id, remoteId, payments: batch.payments });
    return moveBatch(db, batch, 'unknown', { remoteId });
  });
}

const onlyOf = (batches: readonly { readonly id: string }[]) => (batches.length === 1 ? batches[0]!.id : null);

/** The id of the batch that the first payment is in, unless its tags say that it is another batch of Payrun. */
async function batchOfPayment({ service, ledger, signal }: StepDeps, batch: BatchRow): Promise<string | null> {
  const first = await getFirstBatchPayment(ledger.db, batch.id);
  if (!first) return null;
  const toFind = { id: first.id, batchRemoteId: null, recipientRemoteId: first.recipient_remote_id };
  const ids = new Set((await findAtService(service, toFind)).flatMap(({ payment }) => payment.batch?.id ?? []));
  const [id] = ids;
  if (id === undefined || ids.size > 1) return null;
  const { tags } = (await service.call('getBatch', { params: { id } }, { signal })).batch;
  return findBatchTag(tags) === null ? id : null;
}
