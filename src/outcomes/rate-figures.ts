import { decimalsOf, formatMinor } from '../money.ts';
import { averageRate } from './average-rate.ts';

/** Paid payments that were converted from one currency to another; sums in minor units. */
export interface ConvertedSum {
  readonly from: string;
  readonly to: string;
  /** The converted amount: the amount sent without the fees that recipients bear. */
  readonly converted: bigint;
  readonly received: bigint;
  /** The same of the payments with a market rate. */
  readonly compared: bigint;
  readonly comparedReceived: bigint;
  /** The sum of what was converted times its market rate, in minor units of `from`, as decimal text. */
  readonly weighted: string;
}

/** Rates and the margin as decimal text; null if they are not known. */
export interface RateFigures {
  readonly rate: string | null;
  readonly marketRate: string | null;
  /** How much more recipients would have got at the market rate, in minor units of `to`. */
  readonly margin: bigint | null;
  /** The same in percent, with two decimals. */
  readonly marginPercent: string | null;
}

/** The average rate of a pair of currencies, against the market rate that the payout service reports beside its own. */
export function rateFigures(sum: ConvertedSum): RateFigures {
  const { from, to, converted, received, compared, comparedReceived } = sum;
  const rateOf = (minor: bigint, arrives: bigint) => averageRate({ currency: from, minor }, { [to]: String(arrives) });
  const rate = rateOf(converted, received);
  const market = atMarket(sum);
  if (rate === null || compared <= 0n || market <= 0n)
    return { rate, marketRate: null, margin: null, marginPercent: null };
  const margin = market - comparedReceived;
  const hundredths = dividedHalfUp((margin < 0n ? -margin : margin) * 10_000n, market);
  const sign = margin < 0n && hundredths > 0n ? '-' : '';
  // Two decimals, as of an amount in EUR.
  return { rate, marketRate: rateOf(compared, market), margin, marginPercent: sign + formatMinor(hundredths, 'EUR') };
}

/** The amount that recipients would have got at the market rate, in minor units of `to`. */
function atMarket({ from, to, weighted }: ConvertedSum): bigint {
  const [whole = '0', part = ''] = weighted.split('.');
  const scaled = BigInt(whole + part) * 10n ** BigInt(decimalsOf(to));
  return dividedHalfUp(scaled, 10n ** BigInt(part.length + decimalsOf(from)));
}

const dividedHalfUp = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);
