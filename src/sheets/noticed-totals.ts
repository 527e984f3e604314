import type { DecimalStyle } from './cells/amount-text.ts';
/** What became of the totals rows at the end of a sheet. */
export interface TotalsSeen {
  /** Sentences for a clerk. */
  readonly notes: readonly string[];
  /** How a totals row differs from the rows above it; null where none does, or none could be compared. */
  readonly difference: string | null;
}

/** What was noticed of a sheet when it had been read to its end. */
export interface Noticed {
  /** How its amounts were read; null where none showed it. */
  readonly decimal: DecimalStyle | null;
  readonly totals: TotalsSeen;
}
