import type { Money } from '../../model.ts';
import type { BatchRow } from './batch-row.ts';

/**
 * The amount that a run debits from the balance of a currency, which run limits and limits of users apply to: all its
 * batches count together. It comes from the quotes, including the fees that the merchant bears (`withFees`: there are
 * some); from the sheet if a batch has no quote yet.
 */
export function getRunDebit(currency: string, batches: readonly BatchRow[]): Money & { readonly withFees: boolean } {
  const counted = batches.filter((batch) => batch.currency === currency && batch.state !== 'void');
  return {
    currency,
    minor: counted.reduce((sum, { quote, source_minor }) => sum + BigInt(quote?.debitMinor ?? source_minor), 0n),
    withFees: counted.some(({ quote }) => quote !== null && quote.debitMinor !== quote.sendingMinor),
  };
}

/** The run's debits in the currencies of its `waiting` batches. `all`: every batch of the run. */
export function getRunDebits(waiting: readonly BatchRow[], all: readonly BatchRow[]): readonly Money[] {
  return [...new Set(waiting.map(({ currency }) => currency))].map((currency) => getRunDebit(currency, all));
}
