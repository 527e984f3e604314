import { formatMinor, showDecimal } from '../money.ts';
import { pluralize } from '../platform/pluralize.ts';
import type { PaymentState } from '../states.ts';

/** Payments of one currency as their rows state them, in minor units. */
export interface StatedSum {
  readonly currency: string;
  readonly rows: number;
  /** Both sides together: `amount` is debited in its currency, recipients get `targetAmount` in its own. */
  readonly minor: bigint;
  /** The part that recipients get. */
  readonly arriving: bigint;
}

/** A control total and the sides of the payments that it counts; amounts are plain decimals by currency. */
export interface ControlTotalLine {
  /** `PAYRUN,<count>,<currency>,<total>[,...]`: the first line of a sheet. */
  readonly line: string;
  readonly debited: Readonly<Record<string, string>>;
  readonly arriving: Readonly<Record<string, string>>;
  /** The amounts that the rows state, if a different paid amount was accepted. */
  readonly rowsState?: Sides;
  /** Invalid rows among those counted, whose amounts are in no total. Missing if there are none. */
  readonly withoutAmount?: number;
}

type Sides = Pick<ControlTotalLine, 'debited' | 'arriving'>;

/** The money has left for the recipient and has not come back. */
const SENT: ReadonlySet<PaymentState> = new Set(['started', 'processed']);

/** A sum of the payments in one state. */
export type StateSum = StatedSum & { readonly state: PaymentState | string };

/**
 * The control total of the payments that were sent, from the sums of each state. It counts the amounts as paid, if a
 * difference from the rows was accepted. Null if nothing was sent.
 */
export function sentControlTotal(
  sums: readonly StateSum[],
  stated: readonly StateSum[] = sums,
): ControlTotalLine | null {
  const isSent = ({ state }: StateSum) => SENT.has(state as PaymentState);
  const sent = sums.filter(isSent);
  const rows = sent.reduce((total, sum) => total + sum.rows, 0);
  if (rows === 0) return null;
  const total = controlTotalLine(rows, sent);
  const rowsState = controlTotalLine(rows, stated.filter(isSent));
  if (total.line === rowsState.line) return total;
  return { ...total, rowsState: { debited: rowsState.debited, arriving: rowsState.arriving } };
}

/** The control total of a whole sheet: all its rows, and what its valid rows state. */
export function sheetControlTotal(rows: number, stated: readonly StateSum[]): ControlTotalLine {
  return controlTotalLine(
    rows,
    stated.filter(({ state }) => state !== 'invalid'),
  );
}

/**
 * The line has the form that a sheet may start with. Each currency occurs once, with its debits and target amounts
 * added.
 */
export function controlTotalLine(rows: number, sums: readonly StatedSum[]): ControlTotalLine {
  const byCurrency = [...Map.groupBy(sums, ({ currency }) => currency)].sort(([a], [b]) => (a < b ? -1 : 1));
  const totals = byCurrency.map(([currency, of]) => ({
    currency,
    minor: of.reduce((total, { minor }) => total + minor, 0n),
    arriving: of.reduce((total, { arriving }) => total + arriving, 0n),
  }));
  const side = (minorOf: (total: (typeof totals)[number]) => bigint) =>
    Object.fromEntries(
      totals.flatMap((total) => {
        const minor = minorOf(total);
        return minor === 0n ? [] : [[total.currency, formatMinor(minor, total.currency)]];
      }),
    );
  const withoutAmount = rows - sums.reduce((total, sum) => total + sum.rows, 0);
  return {
    ...(withoutAmount > 0 ? { withoutAmount } : {}),
    line: ['PAYRUN', rows, ...totals.flatMap(({ currency, minor }) => [currency, formatMinor(minor, currency)])].join(
      ',',
    ),
    debited: side(({ minor, arriving }) => minor - arriving),
    arriving: side(({ arriving }) => arriving),
  };
}

/**
 * "The rows add up to 10.00 EUR; target amounts of 150,000 JPY, before fees." Fees are part of the total debit,
 * which is shown next to it. If a different amount was accepted, it counts the paid amounts and states both. Invalid
 * rows are counted without their amounts, as in the comparison with a sheet's own control total.
 */
export function describeTotalSides(
  total: Pick<ControlTotalLine, 'debited' | 'arriving' | 'rowsState' | 'withoutAmount'>,
): string {
  const { rowsState, withoutAmount = 0 } = total;
  if (rowsState) {
    return `Paid, before fees: ${sidesOf(total)}. The rows state ${sidesOf(rowsState)}; the difference was accepted.`;
  }
  const counted = `The rows add up to ${sidesOf(total)}, before fees.`;
  if (withoutAmount === 0) return counted;
  return `${counted} ${pluralize(withoutAmount, 'invalid row')} ${withoutAmount === 1 ? 'is' : 'are'} in its count, but not in its amounts.`;
}

function sidesOf({ debited, arriving }: Sides): string {
  const list = (amounts: Readonly<Record<string, string>>) =>
    Object.entries(amounts)
      .map(([currency, amount]) => showDecimal(amount, currency))
      .join(', ');
  const sides = [
    Object.keys(debited).length > 0 ? list(debited) : '',
    Object.keys(arriving).length > 0 ? `target amounts of ${list(arriving)}` : '',
  ];
  return sides.filter(Boolean).join('; ');
}
