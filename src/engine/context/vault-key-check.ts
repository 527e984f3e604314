import { PayrunError } from '../../errors.ts';
import type { AppContext } from './app-context.ts';
import type { Component } from './component.ts';

/** The interval can be this long because the database refuses anything that is sealed with an old key. */
const EVERY_MS = 20_000;

/**
 * Checks regularly that this process has the current vault key. If not, calls `changed` once with `vault_key_changed`:
 * a long-running process then has to end and restart with the new key.
 */
export async function startVaultKeyCheck(
  { ledger, clock, log }: Pick<AppContext, 'ledger' | 'clock' | 'log'>,
  changed: (error: PayrunError) => void,
  everyMs = EVERY_MS,
): Promise<Component> {
  const done = new AbortController();
  const watching = (async () => {
    for (;;) {
      await clock.sleep(everyMs, done.signal);
      // A short database outage says nothing about the key.
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
