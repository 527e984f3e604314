import type { Sandbox } from './call.ts';
import { advance } from './payments/processing.ts';

const BEAT_MS = 100;

/** Lets time do its work also while nobody calls, so that who subscribed hears of it. Does not keep the process alive. */
export function startHeartbeat(sandbox: Sandbox): { stop(): void } {
  const timer = setInterval(() => {
    try {
      advance(sandbox, sandbox.clock.now());
      sandbox.state.commit();
    } catch {
      // What went wrong is told to the next call.
    }
  }, BEAT_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
