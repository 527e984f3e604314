import type { Environment, PaymentDraft, Problem, SheetRow } from '../model.ts';

export interface CheckContext {
  /** Where the merchant is, ISO 3166: the minimum of a route depends on it. */
  readonly merchantCountry: string;
  readonly environment: Environment;
  /** YYYY-MM-DD, UTC; a date of birth after it is refused. */
  readonly today?: string;
}

export interface CheckedRow {
  /** Null where a problem is an error. */
  readonly draft: PaymentDraft | null;
  /** All problems of the row, none twice. */
  readonly problems: readonly Problem[];
}

/** Checks one row. */
export function checkRow(_row: SheetRow, _context: CheckContext): CheckedRow {
  return { draft: null, problems: [] };
}
