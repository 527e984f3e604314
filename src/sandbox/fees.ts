import { decimalsOf } from '../money.ts';

/** The service's fee for a payment, by route, in hundredths of the source currency. Each is below its route's minimum. */
const FEES: Readonly<Record<string, bigint>> = {
  ach: 50n,
  eft: 50n,
  sepa: 75n,
  fps: 50n,
  npp: 60n,
  becs: 60n,
  fpshk: 75n,
  iach: 90n,
  wire: 1200n,
  wire_no_fx: 1500n,
  paypal: 25n,
};

/** Minor units of `currency`; 0 where there is no route yet. */
export function feeOf(route: string | null, currency: string): bigint {
  const hundredths = route === null ? 0n : (FEES[route] ?? 0n);
  const decimals = decimalsOf(currency);
  return decimals === 2 ? hundredths : (hundredths * 10n ** BigInt(decimals)) / 100n;
}
