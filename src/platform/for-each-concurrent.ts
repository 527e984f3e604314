import pLimit from 'p-limit';

/**
 * Runs `work` on all items, at most `most` at once. After a failure no further item starts. Throws the first error when
 * all started items have ended: later errors may follow from the abort.
 */
export async function forEachConcurrent<T>(
  most: number,
  all: Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  // Cleared items must reject: a promise that never settles would block Promise.all forever.
  const limit = pLimit({ concurrency: most, rejectOnClear: true });
  const errors: unknown[] = [];
  await Promise.all(
    Array.from(all, (one) =>
      limit(() => work(one)).catch((error: unknown) => {
        errors.push(error);
        limit.clearQueue();
      }),
    ),
  );
  if (errors.length > 0) throw errors[0];
}
