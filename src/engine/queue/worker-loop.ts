import { isError, type PayrunError } from '../../errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Poll } from './wake-workers.ts';

/** Errors after which a process may never work from this ledger again. */
export const FINAL_ERRORS = ['database_newer', 'vault_key_changed'] as const;

/**
 * Runs `pass` until `stop` is aborted, again after `pollMs` or as soon as `poll` is woken. Waits through outages of the
 * queue, and logs the first failure and the end of each. Returns null when stopped, or the final error that ended it.
 */
export async function runWorkerLoop(
  pass: () => Promise<void>,
  { clock, log, poll, pollMs, stop }: { clock: Clock; log: Log; poll: Poll; pollMs: number; stop: AbortSignal },
): Promise<PayrunError | null> {
  let isUnavailable = false;
  while (!stop.aborted) {
    poll.restart();
    try {
      await pass();
      if (isUnavailable) log.warn('the queue can be reached again');
      isUnavailable = false;
    } catch (error) {
      if (isError(error, ...FINAL_ERRORS)) return error;
      if (!isUnavailable) logOutage(log, error);
      isUnavailable = true;
    }
    if (isUnavailable) await clock.sleep(pollMs, stop).catch(() => {});
    else await poll.wait(pollMs);
  }
  return null;
}

function logOutage(log: Log, error: unknown): void {
  if (isError(error, 'ledger_environment', 'rules_missing'))
    log.warn({ code: error.code }, `${error.message} ${error.next}`);
  else log.warn({ code: (error as { code?: unknown }).code }, 'the queue cannot be reached; retrying until it can');
}
