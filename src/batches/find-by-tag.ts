import { PayrunError } from '../errors.ts';
import type { StepDeps } from '../step.ts';

/** The batch at the service that carries this tag; null when there is none. Throws `batch_mismatch` when there are several. */
export async function findByTag({ service, signal }: Pick<StepDeps, 'service' | 'signal'>, tag: string) {
  const { batches } = await service.call('listBatches', { query: { search: tag, pageSize: 10 } }, { signal });
  const ours = batches.filter((batch) => batch.tags?.includes(tag));
  if (ours.length > 1) throw new PayrunError('batch_mismatch', { batch: tag, detail: 'several batches carry its tag' });
  return ours[0] ?? null;
}
