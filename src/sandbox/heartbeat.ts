import type { Sandbox } from './call.ts';
import { advance } from './payments/processing.ts';

const BEAT_MS = 100;

/**
 * Advances time-dependent states without calls too, so that subscribers get their events. Does not keep the process
 * alive.
 */
export function startHeartbeat(sandbox: Sandbox): { stop(): void } {
  const timer = setInterval(() => {
    try {
      advance(sandbox, sandbox.clock.now());
      sandbox.state.commit();
    } catch {
      // The next call reports the error.
    }
  }, BEAT_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
