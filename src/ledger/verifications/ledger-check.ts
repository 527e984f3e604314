export type Guarantee = 'G1' | 'G2' | 'G4' | 'G6' | 'G7' | 'G8';

/** A guarantee that one SQL statement can check against the tables. */
export interface LedgerCheck {
  readonly guarantee: Guarantee;
  /** The statement that is true if the check finds nothing. */
  readonly what: string;
  /** SQL that counts the checked objects: one row with `n`. `$1` as in `sql`. */
  readonly count: string;
  /** SQL that finds violations: rows of `run, row, payment, batch, what`. `$1` is the run, or null for all. */
  readonly sql: string;
}

/** A guarantee that was recomputed, and over how many items. */
export interface VerifiedGuarantee {
  readonly guarantee: Guarantee;
  /** The statement that holds if nothing is found. */
  readonly what: string;
  readonly count: number;
}
