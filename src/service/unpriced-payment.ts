import { readServiceAmount } from '../money.ts';

/**
 * True if a payment with a fixed target side, in `currency`, has no price yet: the service shows the amount "0.00" or
 * the rate "0" until it has priced it, seconds after its creation.
 */
export function isPaymentUnpriced(
  { fixed, currency }: { readonly fixed: string | null; readonly currency: string | null },
  listed: { readonly targetAmount?: string | null | undefined; readonly exchangeRate?: string | null | undefined },
): boolean {
  if (fixed !== 'target' || currency === null) return false;
  return isZeroRate(listed.exchangeRate) || readServiceAmount(listed.targetAmount || '0', currency) === 0n;
}

export const isZeroRate = (rate: string | null | undefined) => rate === '' || /^0(\.0*)?$/.test(rate ?? '');
