import { formatMinor, getDecimals, parseMinor } from '../../money.ts';

/**
 * The service's fee for a payment, by route, in hundredths of the source currency. Each is below the minimum of its
 * route.
 */
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
  check: 150n,
  venmo: 50n,
};

/** Estimates for recipients without an account, as recorded from the service, if they differ from the actual fee. */
const ESTIMATES: Readonly<Record<string, string>> = { sepa: '4' };

/** The estimated fees of a recipient who has an address but no account yet. */
export const estimatedFees = (route: string, currency: string): string =>
  ESTIMATES[route] ?? formatMinor(getFee(route, currency), currency);

/** Minor units of `currency`; 0 if there is no route yet. */
export function getFee(route: string | null, currency: string): bigint {
  const hundredths = route === null ? 0n : (FEES[route] ?? 0n);
  const decimals = getDecimals(currency);
  return decimals === 2 ? hundredths : (hundredths * 10n ** BigInt(decimals)) / 100n;
}

/** The part of the fees of one route that a merchant covers. Amounts as in the contract. */
export interface Cover {
  readonly amount: string;
  readonly amountType: 'fixed' | 'percentage';
  readonly maximumFee: string | null;
}

/**
 * The merchant's part of a fee, in minor units of `currency`: a fixed amount, or a percentage of the payment up to
 * `maximumFee`; never more than the fee. Percentages are rounded half up.
 */
export function coverPart(cover: Cover, fee: bigint, paid: bigint, currency: string): bigint {
  const part =
    cover.amountType === 'fixed'
      ? minorOf(cover.amount, currency)
      : (2n * paid * minorOf(cover.amount, 'USD') + 10_000n) / 20_000n;
  const ceiling = cover.maximumFee === null ? fee : minorOf(cover.maximumFee, currency);
  return [part, ceiling, fee].reduce((least, one) => (one < least ? one : least));
}

function minorOf(text: string, currency: string): bigint {
  const minor = parseMinor(text, currency);
  return typeof minor === 'bigint' ? minor : 0n;
}
