import type { AppContext } from '../../engine/context/app-context.ts';

/**
 * Deleting batches at the service may wait for its rate limit: after this time the page answers, and the work continues
 * in the background.
 */
const ANSWER_MS = 8_000;

/** Waits for work, but not longer than a page may take. Throws what it throws until then; later failures are logged. */
export async function answerWithin(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  work: Promise<unknown>,
  { run, what }: { readonly run: string; readonly what: string },
): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, clock.sleep(ANSWER_MS, late.signal).catch(() => {})]).finally(() => late.abort());
  work.catch((error: unknown) => log.warn({ run, code: (error as { code?: unknown }).code }, what));
}
