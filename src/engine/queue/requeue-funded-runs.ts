import { getBalances } from '../../ledger/merchants/balances.ts';
import { claimMerchantsToCheck, runsToRetry } from '../../ledger/runs/shortfalls.ts';
import type { AppContext } from '../context/app-context.ts';
import { refreshBalances } from '../merchants/refresh-balances.ts';
import { enqueue } from './enqueue.ts';

/** A merchant that awaits funds costs one call in this time, however many processes watch it. */
const EVERY_MS = 60_000;

/** Checks for funds in the background, one check at a time. A check that fails is made again the next time. */
export function createFundsCheck(appContext: AppContext, signal: AbortSignal) {
  let running: Promise<void> | null = null;
  return {
    /** Begins a check, unless one is under way. */
    start(): void {
      running ??= requeueFundedRuns(appContext, signal)
        .then(
          () => {},
          () => {},
        )
        .finally(() => {
          running = null;
        });
    },
    /** Resolves when no check is under way. */
    async ended(): Promise<void> {
      await running;
    },
  };
}

/**
 * Reads the balances again after a batch settled or payments were returned, and checks whether funds arrived for runs
 * that await them, and queues those that may continue. Costs at most one call a minute for each merchant with such
 * batches, returns or runs, and the calls of those runs only if the balance changed. Returns the queued runs. A
 * merchant whose balances cannot be read is checked again the next time.
 */
export async function requeueFundedRuns(appContext: AppContext, signal: AbortSignal): Promise<readonly string[]> {
  const { ledger, clock, log } = appContext;
  const found: string[] = [];
  for (const merchant of await claimMerchantsToCheck(ledger.db, new Date(clock.now()), EVERY_MS)) {
    signal.throwIfAborted();
    try {
      found.push(...(await requeueIfFunded(appContext, { merchant, by: 'Payrun', signal })));
    } catch (error) {
      signal.throwIfAborted();
      log.warn({ merchant, code: (error as { code?: unknown }).code }, 'the balance could not be read');
    }
  }
  return found;
}

/**
 * Reads the balances of a merchant with one call, and queues runs that await funds if they may continue or their
 * shortfall changed. Returns those runs. Throws what `askBalances` throws.
 */
export async function requeueIfFunded(
  appContext: AppContext,
  asked: { readonly merchant: string; readonly by: string; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const { db } = appContext.ledger;
  const before = await getBalances(db, asked.merchant);
  await refreshBalances(appContext, asked);
  const runs = (await runsToRetry(db, asked.merchant, before)).map(String);
  for (const run of runs) await enqueue(appContext, { kind: 'run', run });
  return runs;
}
