import { readServiceAmount } from '../../money.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { isZeroRate } from '../../service/remote-fields.ts';

/** Sums up the target amounts by currency, for comparison with a later quote. */
export function createPriceSum() {
  const totals = new Map<string, bigint>();
  let priced = true;
  return {
    add({ targetCurrency, targetAmount, exchangeRate }: RemotePayment): void {
      const minor = targetCurrency ? readServiceAmount(targetAmount ?? '', targetCurrency) : null;
      // Right after a creation, the service may not have priced it yet: rate "0".
      if (!targetCurrency || minor === null || !exchangeRate || isZeroRate(exchangeRate)) priced = false;
      else totals.set(targetCurrency, (totals.get(targetCurrency) ?? 0n) + minor);
    },
    /** Null if a payment has no price yet. */
    sum: (): Record<string, string> | null =>
      priced ? Object.fromEntries([...totals].map(([currency, minor]) => [currency, minor.toString()])) : null,
  };
}
