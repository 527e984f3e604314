import { getDecimals, parseMinor } from '../money.ts';
import { readAmountText } from '../sheets/cells/amount-text.ts';
import { getMarkCurrencies } from '../sheets/cells/currency-marks.ts';

/** Amounts that a user searches for, in minor units, and their possible currencies. */
export interface SearchedAmount {
  readonly from: bigint;
  /** Above `from` if the text has no decimals: 4900 finds 4,900.95. */
  readonly to: bigint;
  readonly decimals: number;
  /** Null: any currency with these decimals. */
  readonly currencies: readonly string[] | null;
}

/** A currency for each number of decimals. */
const SAMPLES = ['EUR', 'JPY', 'KWD'];

/**
 * The amounts that a text can mean: "1,240.50", "1240.5 EUR", "€1.240,50"; none if it is no amount. One with two
 * meanings ("1.240") is searched for as both.
 */
export function searchedAmounts(text: string): readonly SearchedAmount[] {
  const read = readAmountText(text.trim());
  if (read.kind !== 'clear' && read.kind !== 'ambiguous') return [];
  const plains = read.kind === 'clear' ? [read.plain] : [read.point, read.comma];
  const currencies = read.mark === '' ? null : getMarkCurrencies(read.mark);
  return plains.flatMap((plain) =>
    SAMPLES.flatMap((sample) => {
      const decimals = getDecimals(sample);
      const minor = parseMinor(plain, sample);
      const possible = currencies?.filter((currency) => getDecimals(currency) === decimals) ?? null;
      if (typeof minor !== 'bigint' || possible?.length === 0) return [];
      const to = plain.includes('.') ? minor : minor + 10n ** BigInt(decimals) - 1n;
      return [{ from: minor, to, decimals, currencies: possible }];
    }),
  );
}
