import { PayrunError } from '../../errors.ts';
import type { AppContext } from './app-context.ts';
import type { Component } from './component.ts';

/** Nothing that was sealed with an old key is written in between: the database refuses it. */
const EVERY_MS = 20_000;

/**
 * Looks whether the vault key of this process still counts, and calls `changed` once with `vault_key_changed` when it does not: a
 * process that stays is to end then, and to be started with the new key.
 */
export async function startKeyWatch(
  { ledger, clock, log }: Pick<AppContext, 'ledger' | 'clock' | 'log'>,
  changed: (error: PayrunError) => void,
  everyMs = EVERY_MS,
): Promise<Component> {
  const done = new AbortController();
  const watching = (async () => {
    for (;;) {
      await clock.sleep(everyMs, done.signal);
      // A database that is away for a moment says nothing of the key.
      const counts = await ledger.keyCounts().catch(() => true);
      if (counts) continue;
      const error = new PayrunError('vault_key_changed');
      log.error({ code: error.code }, error.message);
      return changed(error);
    }
  })().catch(() => {});
  return {
    async close() {
      done.abort();
      await watching;
    },
  };
}
