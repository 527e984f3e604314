import type { AppContext } from '../context/app-context.ts';
import type { Component } from '../context/component.ts';

/** The pause between two passes. */
const EVERY_MS = 2_000;
const MOST_MS = 60_000;
const GRACE_MS = 5_000;

export interface Stops {
  /** Starts no more attempts. */
  readonly stop: AbortSignal;
  /** Aborts attempts in flight; they are repeated the next time. */
  readonly hurry: AbortSignal;
}

/** Work that is repeated. */
export interface Pass {
  /** The log line of a failure. */
  readonly failure: string;
  /** The pause is at least this many times as long as the pass took. */
  readonly share?: number;
  readonly run: (stops: Stops) => Promise<void>;
}

/**
 * Repeats passes until it is closed, in parallel, so that one that hangs delays no other. Continues through failures,
 * which it logs. `everyMs`: the shortest pause between two passes, in ms.
 */
export function startPasses(
  { clock, log }: Pick<AppContext, 'clock' | 'log'>,
  passes: readonly Pass[],
  everyMs = EVERY_MS,
): Component {
  const stop = new AbortController();
  const hurry = new AbortController();
  const repeat = async ({ failure, share = 0, run }: Pass) => {
    while (!stop.signal.aborted) {
      const startedAt = clock.now();
      await run({ stop: stop.signal, hurry: hurry.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted) log.warn({ code: (error as { code?: unknown }).code }, failure);
      });
      const pause = Math.min(Math.max(everyMs, (clock.now() - startedAt) * share), MOST_MS);
      await clock.sleep(pause, stop.signal).catch(() => {});
    }
  };
  const work = Promise.all(passes.map(repeat));
  return {
    async close() {
      stop.abort();
      const done = new AbortController();
      void clock.sleep(GRACE_MS, done.signal).then(
        () => hurry.abort(),
        () => {},
      );
      await work;
      done.abort();
    },
  };
}
