/** Does the work at the first call, and keeps its result. A failure is forgotten: the next call tries again. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | null = null;
  return () => {
    kept ??= work().catch((error: unknown) => {
      kept = null;
      throw error;
    });
    return kept;
  };
}
