export type Guarantee = 'G1' | 'G2' | 'G4' | 'G6' | 'G7';

/** One thing that can be recomputed from the tables by a statement. */
export interface LedgerCheck {
  readonly guarantee: Guarantee;
  /** What holds where nothing is found. */
  readonly what: string;
  /** How much is looked at: one row with `n`. */
  readonly count: string;
  /** What breaks it: rows of `run, row, payment, batch, what`. `$1` is the run, or null for all. */
  readonly sql: string;
}
