import type { ComparedTotalsRow } from '../model.ts';
import type { DecimalStyle } from './cells/amount-text.ts';
import type { SheetNote } from './sheet-note.ts';

/** The result of comparing the totals rows of a sheet with its rows. */
export interface TotalsSeen {
  /** About the rows as corrected. */
  readonly notes: readonly SheetNote[];
  /** The differences between totals rows and the rows of the file; null if none differs or none could be compared. */
  readonly difference: string | null;
  /** Totals rows compared with the rows as users corrected them; absent if no correction changes a sum. */
  readonly corrected?: readonly ComparedTotalsRow[];
}

/** Facts about a sheet that are known after reading it to its end. */
export interface Noticed {
  /** The decimal style of its amounts; null if no amount shows one. */
  readonly decimal: DecimalStyle | null;
  readonly totals: TotalsSeen;
  /** Positions of columns with values that no payment uses. */
  readonly unused: readonly number[];
}

/** `20.00 EUR less`. */
export function moreOrLess(difference: string): string {
  return difference.startsWith('-') ? `${difference.slice(1)} less` : `${difference} more`;
}
