import { formatMinor, readServiceAmount, showMoney } from './money.ts';
import type { PaymentState } from './states.ts';

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
}

/** Money that left for somebody and has not come back. */
const SENT: ReadonlySet<PaymentState> = new Set(['started', 'processed']);

/** The control total of what was sent to be paid, from the sums of each state; null where nothing was. */
export function controlTotalOfSent(
  sums: readonly (StatedSum & { readonly state: PaymentState | string })[],
): ControlTotalLine | null {
  const sent = sums.filter(({ state }) => SENT.has(state as PaymentState));
  const rows = sent.reduce((total, sum) => total + sum.rows, 0);
  return rows === 0 ? null : controlTotalLine(rows, sent);
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

/** "It counts what the rows state: 10.00 EUR debited; recipients get 150,000 JPY." */
export function sidesCounted({ debited, arriving }: Pick<ControlTotalLine, 'debited' | 'arriving'>): string {
  const list = (amounts: Readonly<Record<string, string>>) =>
    Object.entries(amounts)
      .map(([currency, amount]) => shown(amount, currency))
      .join(', ');
  const sides = [
    Object.keys(debited).length > 0 ? `${list(debited)} debited` : '',
    Object.keys(arriving).length > 0 ? `recipients get ${list(arriving)}` : '',
  ];
  return `It counts what the rows state: ${sides.filter(Boolean).join('; ')}.`;
}

function shown(amount: string, currency: string): string {
  const minor = readServiceAmount(amount, currency);
  return minor === null ? `${amount} ${currency}` : showMoney({ currency, minor });
}
