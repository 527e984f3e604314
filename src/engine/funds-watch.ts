import { balancesOf } from '../ledger/pages/balances.ts';
import { runsToRetry, takeMerchantsToLookAt } from '../ledger/waiting-funds.ts';
import { askBalances } from './ask-balances.ts';
import { enqueue } from './queue/enqueue.ts';
import type { Workplace } from './workplace.ts';

/** A merchant that waits for money costs one call in so long, whatever number of processes looks. */
const EVERY_MS = 60_000;

/**
 * Looks whether money arrived for runs that wait for it, and has those carried on that may go on now. One call a minute for each
 * merchant that waits, none for the others. Returns those runs. A merchant that the service does not answer for is looked at next time.
 */
export async function watchFunds(workplace: Workplace, signal: AbortSignal): Promise<readonly string[]> {
  const { ledger, clock, log } = workplace;
  const found: string[] = [];
  for (const merchant of await takeMerchantsToLookAt(ledger.db, new Date(clock.now()), EVERY_MS)) {
    signal.throwIfAborted();
    try {
      const before = await balancesOf(ledger.db, merchant);
      await askBalances(workplace, { merchant, by: 'Payrun', signal });
      for (const id of await runsToRetry(ledger.db, merchant, before)) {
        const run = String(id);
        await enqueue(workplace, { kind: 'run', run });
        found.push(run);
      }
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ merchant, code: (error as { code?: unknown }).code }, 'the balance could not be looked at');
    }
  }
  return found;
}
