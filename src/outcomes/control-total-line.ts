import { formatMinor, readServiceAmount, showMoney } from '../money.ts';
import type { PaymentState } from '../states.ts';

/** Payments of one currency as their rows state them, in minor units. */
export interface StatedSum {
  readonly currency: string;
  readonly rows: number;
  /** Of both sides: `amount` is debited in its currency, `targetAmount` arrives in its own. */
  readonly minor: bigint;
  /** What of it arrives. */
  readonly arriving: bigint;
}

/** A control total and which side of the payments it counts; amounts are plain decimals by currency. */
export interface ControlTotalLine {
  /** `PAYRUN,<count>,<currency>,<total>[,...]`: the first line of a sheet. */
  readonly line: string;
  readonly debited: Readonly<Record<string, string>>;
  readonly arriving: Readonly<Record<string, string>>;
  /** What the rows state instead, if a person accepted that something else was paid. */
  readonly rowsState?: Sides;
}

type Sides = Pick<ControlTotalLine, 'debited' | 'arriving'>;

/** Money that left for somebody and has not come back. */
const SENT: ReadonlySet<PaymentState> = new Set(['started', 'processed']);

/** A sum of one state. */
export type StateSum = StatedSum & { readonly state: PaymentState | string };

/**
 * The control total of what was sent to be paid, from the sums of each state: as it was really paid, if a person accepted another
 * amount than the row states. Null if nothing was sent.
 */
export function controlTotalOfSent(
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

/** In the form in which a sheet may have it; a currency stands in it once, with what is debited and what arrives together. */
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
  return {
    line: ['PAYRUN', rows, ...totals.flatMap(({ currency, minor }) => [currency, formatMinor(minor, currency)])].join(
      ',',
    ),
    debited: side(({ minor, arriving }) => minor - arriving),
    arriving: side(({ arriving }) => arriving),
  };
}

/**
 * "It counts what the rows state: 10.00 EUR debited; recipients get 150,000 JPY." If a person accepted another amount, it counts what was
 * paid, and says both.
 */
export function sidesCounted(total: Pick<ControlTotalLine, 'debited' | 'arriving' | 'rowsState'>): string {
  const { rowsState } = total;
  return rowsState
    ? `It counts what was paid: ${sidesOf(total)}. The rows state ${sidesOf(rowsState)}; the difference was accepted.`
    : `It counts what the rows state: ${sidesOf(total)}.`;
}

function sidesOf({ debited, arriving }: Sides): string {
  const list = (amounts: Readonly<Record<string, string>>) =>
    Object.entries(amounts)
      .map(([currency, amount]) => shown(amount, currency))
      .join(', ');
  const sides = [
    Object.keys(debited).length > 0 ? `${list(debited)} debited` : '',
    Object.keys(arriving).length > 0 ? `recipients get ${list(arriving)}` : '',
  ];
  return sides.filter(Boolean).join('; ');
}

function shown(amount: string, currency: string): string {
  const minor = readServiceAmount(amount, currency);
  return minor === null ? `${amount} ${currency}` : showMoney({ currency, minor });
}
