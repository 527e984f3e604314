import type { PaymentDraft } from '../model.ts';

/** Rows and sums by currency, counted while a sheet is read. Every later count must agree with them (G4). */
export interface Tally {
  readonly rows: number;
  readonly invalid: number;
  readonly totals: Readonly<Record<string, { rows: number; minor: bigint }>>;
}

/** Counts the rows of a sheet. `add` takes the draft of a row, or null if the row is invalid. */
export function createTally() {
  let rows = 0;
  let invalid = 0;
  const totals: Record<string, { rows: number; minor: bigint }> = {};
  return {
    add(draft: PaymentDraft | null): void {
      rows++;
      if (!draft) {
        invalid++;
        return;
      }
      const { currency, minor } = draft.amount;
      const before = totals[currency] ?? { rows: 0, minor: 0n };
      totals[currency] = { rows: before.rows + 1, minor: before.minor + minor };
    },
    result: (): Tally => ({ rows, invalid, totals }),
  };
}

/** Adds up the tallies of several parts of a sheet. */
export function addTallies(parts: readonly Tally[]): Tally {
  const totals: Record<string, { rows: number; minor: bigint }> = {};
  for (const part of parts) {
    for (const [currency, { rows, minor }] of Object.entries(part.totals)) {
      const before = totals[currency] ?? { rows: 0, minor: 0n };
      totals[currency] = { rows: before.rows + rows, minor: before.minor + minor };
    }
  }
  const sum = (of: 'rows' | 'invalid') => parts.reduce((total, part) => total + part[of], 0);
  return { rows: sum('rows'), invalid: sum('invalid'), totals };
}
