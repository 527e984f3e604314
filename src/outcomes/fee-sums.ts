import type { MoneyLine } from './run-money.ts';

/** The fees of payments that are paid or processing, by funding currency; minor units. */
export interface FeeSum {
  readonly currency: string;
  readonly fees: bigint;
  /** The part that recipients bear; the rest is debited on top. */
  readonly recipientFees: bigint;
}

/** Without currencies in which there are no fees. */
export function feeSums(money: readonly Pick<MoneyLine, 'from' | 'fees' | 'recipientFees'>[]): readonly FeeSum[] {
  return [...Map.groupBy(money, ({ from }) => from)]
    .map(([currency, lines]) => ({
      currency,
      fees: lines.reduce((sum, line) => sum + line.fees, 0n),
      recipientFees: lines.reduce((sum, line) => sum + line.recipientFees, 0n),
    }))
    .filter(({ fees }) => fees !== 0n);
}
