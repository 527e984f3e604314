import type { DecimalStyle } from './cells/amount-text.ts';
/** The result of comparing the totals rows of a sheet with its rows. */
export interface TotalsSeen {
  /** Sentences for the user. */
  readonly notes: readonly string[];
  /** The differences between totals rows and the rows above them; null if none differs or none could be compared. */
  readonly difference: string | null;
}

/** Facts about a sheet that are known after reading it to its end. */
export interface Noticed {
  /** The decimal style of its amounts; null if no amount shows one. */
  readonly decimal: DecimalStyle | null;
  readonly totals: TotalsSeen;
}
