import type { RemoteBatch } from '../service/answer-shapes.ts';
import type { StepDeps } from '../step.ts';

/** As many as a batch can have at the service by mistake: one for each time that its creation was sent. */
const MOST = 100;

/** The batches at the service that carry this tag, newest first: more than one where a creation took effect twice. */
export async function listByTag(
  { service, signal }: Pick<StepDeps, 'service' | 'signal'>,
  tag: string,
): Promise<readonly RemoteBatch[]> {
  const { batches } = await service.call('listBatches', { query: { search: tag, pageSize: MOST } }, { signal });
  return batches.filter((batch) => batch.tags?.includes(tag));
}
