import type { PaymentDraft } from '../model.ts';

/** Rows and sums by currency, counted while a sheet is read. Every later count must agree with them (G4). */
export interface Tally {
  readonly rows: number;
  readonly invalid: number;
  readonly totals: Readonly<Record<string, { rows: number; minor: bigint }>>;
  /** Valid rows by the day on which they are to be paid; under '' those without one. */
  readonly dates: Readonly<Record<string, number>>;
}

/** Counts the rows of a sheet. `add` takes the draft of a row, or null if the row is invalid. */
export function createTally() {
  let rows = 0;
  let invalid = 0;
  const totals: Record<string, { rows: number; minor: bigint }> = {};
  const dates: Record<string, number> = {};
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
      dates[draft.payOn ?? ''] = (dates[draft.payOn ?? ''] ?? 0) + 1;
    },
    result: (): Tally => ({ rows, invalid, totals, dates }),
  };
}

/** Adds up the tallies of several parts of a sheet. */
export function addTallies(parts: readonly Tally[]): Tally {
  const totals: Record<string, { rows: number; minor: bigint }> = {};
  const dates: Record<string, number> = {};
  for (const part of parts) {
    for (const [day, rows] of Object.entries(part.dates)) dates[day] = (dates[day] ?? 0) + rows;
    for (const [currency, { rows, minor }] of Object.entries(part.totals)) {
      const before = totals[currency] ?? { rows: 0, minor: 0n };
      totals[currency] = { rows: before.rows + rows, minor: before.minor + minor };
    }
  }
  const sum = (of: 'rows' | 'invalid') => parts.reduce((total, part) => total + part[of], 0);
  return { rows: sum('rows'), invalid: sum('invalid'), totals, dates };
}
