import type { PaymentGroup } from './run-money.ts';
import { awaits, DEBIT_STATES, type DebitState } from './total-debits.ts';

/** Rows of a file in one state, with the sum of the amounts that they state; minor units. */
export interface StripPart {
  readonly state: DebitState;
  readonly rows: number;
  readonly minor: bigint;
}

/** Amounts of a file's rows in one currency; the parts add up to it. Null: rows whose currency is not known. */
export interface MoneyStrip {
  readonly currency: string | null;
  readonly rows: number;
  readonly minor: bigint;
  readonly parts: readonly StripPart[];
}

/** All rows of a file by the currency of their amounts, and by outcome. */
export function moneyStrips(groups: readonly PaymentGroup[]): readonly MoneyStrip[] {
  const strips = [...Map.groupBy(groups, ({ currency }) => currency)].map(([currency, all]) => {
    const parts = [...Map.groupBy(all, awaits)].map(([state, of]) => ({ state, ...sumOf(of) }));
    return {
      currency,
      ...sumOf(all),
      parts: parts.toSorted((a, b) => DEBIT_STATES.indexOf(a.state) - DEBIT_STATES.indexOf(b.state)),
    };
  });
  return strips.toSorted((a, b) => ((a.currency ?? '~') < (b.currency ?? '~') ? -1 : 1));
}

const sumOf = (groups: readonly PaymentGroup[]) => ({
  rows: groups.reduce((sum, { payments }) => sum + payments, 0),
  minor: groups.reduce((sum, { minor }) => sum + (minor ?? 0n), 0n),
});
