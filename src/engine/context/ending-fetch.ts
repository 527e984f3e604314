import { isError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';

/** Shorter than the time after which a process ends whatever is under way. */
const GRACE_MS = 6_000;

/**
 * `fetch` for a process that is told to stop: a call that is in flight then may end within `graceMs` (ms), so that what became of
 * it is written down rather than asked for at the next start. What is aborted for another reason, a time limit or a run that was
 * taken over, is aborted at once.
 */
export function endingFetch(inner: typeof fetch, clock: Clock, graceMs = GRACE_MS): typeof fetch {
  return async (input, init) => {
    const signal = init?.signal;
    if (!signal || signal.aborted) return inner(input, init);
    const abort = new AbortController();
    const done = new AbortController();
    const stopping = () => {
      if (!isError(signal.reason, 'stopped')) return abort.abort(signal.reason);
      clock.sleep(graceMs, done.signal).then(
        () => abort.abort(signal.reason),
        () => {},
      );
    };
    signal.addEventListener('abort', stopping, { once: true });
    try {
      const answer = await inner(input, { ...init, signal: abort.signal });
      // The whole body belongs to the call.
      const body = await answer.arrayBuffer();
      const { status, statusText, headers } = answer;
      return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
    } finally {
      signal.removeEventListener('abort', stopping);
      done.abort();
    }
  };
}
