import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** A message is logged at most once in this time, in ms. */
const EVERY_MS = 60_000;

/**
 * A log of events that outsiders can cause at will: each message is logged at once, then at most once in `everyMs`,
 * by default a minute, with the number of `times` since its last line. Messages are constants, so memory is bounded;
 * keep a metric as well for the exact number.
 */
export function createThrottledLog(
  { now }: Pick<Clock, 'now'>,
  log: Pick<Log, 'warn'>,
  everyMs = EVERY_MS,
): (message: string, facts?: object) => void {
  const lines = new Map<string, { readonly at: number; readonly times: number }>();
  return (message, facts = {}) => {
    const at = now();
    const last = lines.get(message);
    const times = (last?.times ?? 0) + 1;
    // A clock that was set back must not silence the log.
    if (last && at >= last.at && at - last.at < everyMs) {
      lines.set(message, { at: last.at, times });
      return;
    }
    lines.set(message, { at, times: 0 });
    log.warn({ ...facts, times }, message);
  };
}
