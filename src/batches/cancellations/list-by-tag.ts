import { PayrunError } from '../../errors.ts';
import { listedOnce } from '../../service/payment-pages.ts';
import type { RemoteBatch } from '../../service/shapes/answer-shapes.ts';
import { getUnreadableRecords, mayHaveTag } from '../../service/shapes/unreadable-records.ts';
import type { StepDeps } from '../../step.ts';

/** More copies of a batch than can exist by mistake: one for each time that its creation was sent. */
const MOST = 100;

/**
 * The service's batches with this tag, newest first; several if a creation took effect twice. Throws `batch_unreadable`
 * if a record that may be one of them cannot be read, unless its id is `known`.
 */
export async function listByTag(
  { service, signal }: Pick<StepDeps, 'service' | 'signal'>,
  tag: string,
  known: string | null = null,
): Promise<readonly RemoteBatch[]> {
  const answer = await service.call('listBatches', { query: { search: tag, pageSize: MOST } }, { signal });
  const odd = getUnreadableRecords(answer).find((one) => mayHaveTag(one, tag) && (known === null || one.id !== known));
  if (odd) throw new PayrunError('batch_unreadable', { batch: tag, id: odd.id ? ` (${odd.id})` : '' });
  return listedOnce(
    answer.batches.filter((batch) => batch.tags?.includes(tag)),
    new Set(),
  );
}
