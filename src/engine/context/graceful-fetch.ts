import { isError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';

/** Shorter than the time after which a stopping process is ended. */
const GRACE_MS = 6_000;

/**
 * `fetch` for a process that can be stopped. When it is stopped, a call in flight may still end within `graceMs` (ms),
 * so that its outcome is recorded and need not be read back at the next start. An abort for any other reason, such as a
 * timeout or a run that was taken over, takes effect at once.
 */
export function gracefulFetch(inner: typeof fetch, clock: Clock, graceMs = GRACE_MS): typeof fetch {
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
      // Reading the whole body is part of the call.
      const body = await answer.arrayBuffer();
      const { status, statusText, headers } = answer;
      return new Response(body.byteLength === 0 ? null : body, { status, statusText, headers });
    } finally {
      signal.removeEventListener('abort', stopping);
      done.abort();
    }
  };
}
