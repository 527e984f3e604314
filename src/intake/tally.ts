import type { PaymentDraft } from '../model.ts';
import { formatMinor, readServiceAmount } from '../money.ts';
import type { ControlTotal } from '../sheets/understood-sheet.ts';

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

/**
 * Compares a sheet with the control totals that came with it. Returns null if they agree, else the differences as text.
 * An invalid row has no amount, so a sheet with invalid rows agrees only if its control total skips them.
 */
export function compareControlTotal(controls: readonly ControlTotal[], tally: Tally): string | null {
  const differences = controls.flatMap((control) => compareOne(control, tally));
  return differences.length > 0 ? differences.join('; ') : null;
}

function compareOne({ rows, totals }: ControlTotal, tally: Tally): string[] {
  const differences = rows === tally.rows ? [] : [`it says ${rows} payments, the sheet has ${tally.rows}`];
  const stated = new Map(totals.map(({ currency, amount }) => [currency, amount]));
  for (const currency of [...new Set([...stated.keys(), ...Object.keys(tally.totals)])].sort()) {
    const amount = stated.get(currency);
    const found = tally.totals[currency]?.minor ?? 0n;
    if (amount === undefined || readServiceAmount(amount, currency) !== found) {
      differences.push(
        `it says ${amount ?? 'nothing'} in ${currency}, the payable rows total ${formatMinor(found, currency)}`,
      );
    }
  }
  return differences;
}
