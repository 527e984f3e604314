import pLimit from 'p-limit';

/**
 * Works on all of them, `most` at once. What fails stops those that have not begun, and is thrown once those under way have ended:
 * where several failed, the first, because the others were stopped by it.
 */
export async function forEachConcurrent<T>(
  most: number,
  all: Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  // Cleared work must reject: what never settles would be waited for for ever.
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
