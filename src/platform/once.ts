/** Does the work at the first call, and keeps its result. A failure is forgotten: the next call tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let cached: Promise<T> | null = null;
  return () => {
    cached ??= work().catch((error: unknown) => {
      cached = null;
      throw error;
    });
    return cached;
  };
}
