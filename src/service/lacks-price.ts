import { readServiceAmount } from '../money.ts';

/**
 * Whether a payment that fixes what arrives, in `currency`, has no price yet: it shows "0.00" of that, and the rate "0", until the
 * service has priced it, seconds after its creation.
 */
export function lacksPrice(
  { fixed, currency }: { readonly fixed: string | null; readonly currency: string | null },
  listed: { readonly targetAmount?: string | null | undefined; readonly exchangeRate?: string | null | undefined },
): boolean {
  if (fixed !== 'target' || currency === null) return false;
  return isZeroRate(listed.exchangeRate) || readServiceAmount(listed.targetAmount || '0', currency) === 0n;
}

export const isZeroRate = (rate: string | null | undefined) => rate === '' || /^0(\.0*)?$/.test(rate ?? '');
