import { balancesOf } from '../../ledger/merchants/balances.ts';
import { runsToRetry, takeMerchantsToLookAt } from '../../ledger/runs/shortfalls.ts';
import type { AppContext } from '../context/app-context.ts';
import { askBalances } from '../merchants/refresh-balances.ts';
import { enqueue } from './enqueue.ts';

/** A merchant that waits for money costs one call in so long, whatever number of processes looks. */
const EVERY_MS = 60_000;

/**
 * Looks whether money arrived for runs that wait for it, and has those carried on that may go on now. One call a minute for each
 * merchant that waits, and those of its runs only if the balance changed; none for the others. Returns those runs. A merchant that the service does not answer for is looked at next time.
 */
export async function watchFunds(appContext: AppContext, signal: AbortSignal): Promise<readonly string[]> {
  const { ledger, clock, log } = appContext;
  const found: string[] = [];
  for (const merchant of await takeMerchantsToLookAt(ledger.db, new Date(clock.now()), EVERY_MS)) {
    signal.throwIfAborted();
    try {
      found.push(...(await lookForFunds(appContext, { merchant, by: 'Payrun', signal })));
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ merchant, code: (error as { code?: unknown }).code }, 'the balance could not be looked at');
    }
  }
  return found;
}

/**
 * Asks for the balances of a merchant, with one call, and has runs that wait for money carried on if they may go on now or something else is
 * missing than before. Returns those runs. Throws what `askBalances` throws.
 */
export async function lookForFunds(
  appContext: AppContext,
  asked: { readonly merchant: string; readonly by: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const { db } = appContext.ledger;
  const before = await balancesOf(db, asked.merchant);
  await askBalances(appContext, asked);
  const runs = (await runsToRetry(db, asked.merchant, before)).map(String);
  for (const run of runs) await enqueue(appContext, { kind: 'run', run });
  return runs;
}
