import { getTotalDebit } from './run-money.ts';

/** The effect of an entry of a statement: `paid` debits the balance, `returned` credits it, `failed` does neither. */
export type StatementKind = 'paid' | 'returned' | 'failed';

/** The state that an entry is shown with. */
export const STATEMENT_STATES = { paid: 'processed', returned: 'returned', failed: 'failed' } as const;

/** Entries of one kind and currency; sums in minor units of those whose amounts the payout service has reported. */
export interface StatementGroup {
  readonly currency: string;
  readonly kind: StatementKind;
  readonly payments: number;
  readonly priced: number;
  readonly sent: bigint;
  readonly fees: bigint;
  readonly recipientFees: bigint;
}

export interface StatementSum {
  readonly currency: string;
  readonly paid: number;
  readonly returned: number;
  readonly failed: number;
  /** Paid and returned payments without amounts, which no sum includes. */
  readonly withoutAmounts: number;
  readonly sent: bigint;
  readonly fees: bigint;
  /** The part of the fees that recipients bear. */
  readonly recipientFees: bigint;
  readonly totalDebit: bigint;
  /** The amount returned. The payout service keeps the fees. */
  readonly returnedMinor: bigint;
  /** The total debit less the amount returned. */
  readonly netDebit: bigint;
}

export function statementSums(groups: readonly StatementGroup[]): readonly StatementSum[] {
  return [...Map.groupBy(groups, ({ currency }) => currency)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, all]) => {
      const of = (kind: StatementKind) => all.find((group) => group.kind === kind) ?? NOTHING;
      const [paid, returned] = [of('paid'), of('returned')];
      const { sent, fees, recipientFees } = paid;
      const totalDebit = getTotalDebit(paid);
      return {
        ...{ currency, paid: paid.payments, returned: returned.payments, failed: of('failed').payments },
        withoutAmounts: paid.payments - paid.priced + returned.payments - returned.priced,
        ...{ sent, fees, recipientFees, totalDebit },
        returnedMinor: returned.sent,
        netDebit: totalDebit - returned.sent,
      };
    });
}

const NOTHING = { payments: 0, priced: 0, sent: 0n, fees: 0n, recipientFees: 0n };
