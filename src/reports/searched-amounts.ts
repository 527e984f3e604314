import { decimalsOf, parseMinor } from '../money.ts';
import { readAmountText } from '../sheets/cells/amount-text.ts';
import { currenciesOfMark } from '../sheets/cells/currency-marks.ts';

/** An amount that someone searches for: minor units, and the currencies that it can be of. */
export interface SearchedAmount {
  readonly minor: bigint;
  /** Decimals of its currency. */
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
  const currencies = read.mark === '' ? null : currenciesOfMark(read.mark);
  return plains.flatMap((plain) =>
    SAMPLES.flatMap((sample) => {
      const decimals = decimalsOf(sample);
      const minor = parseMinor(plain, sample);
      const possible = currencies?.filter((currency) => decimalsOf(currency) === decimals) ?? null;
      return typeof minor === 'bigint' && possible?.length !== 0 ? [{ minor, decimals, currencies: possible }] : [];
    }),
  );
}
