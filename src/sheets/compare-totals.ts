import type { SheetRow } from '../model.ts';
import { showMoney } from '../money.ts';
import { readAmountCell } from './amount-cell.ts';
import type { DecimalReading } from './decimal-style.ts';
import type { TotalsRow } from './totals-row.ts';

/** What became of the totals rows at the end of a sheet. */
export interface TotalsSeen {
  /** Sentences for a clerk. */
  readonly notes: readonly string[];
  /** How a totals row differs from the rows above it; null where none does, or none could be compared. */
  readonly difference: string | null;
}

/** The sums of one column of amounts in millionths, by currency; a row that could not be read. */
interface Sums {
  readonly byCurrency: Map<string, bigint>;
  /** Those of rows that are hidden or struck through: some totals leave them out, SUM does not. */
  readonly hidden: Map<string, bigint>;
  unread: number | null;
}

const PLAIN = /^-?\d+(?:\.\d{1,6})?$/;
const MILLIONTHS = 6;
/** Rows that can be read, and are not to be paid. */
const UNPAID: ReadonlySet<string> = new Set(['row_hidden', 'row_struck']);
const CURRENCY_OF: Readonly<Record<string, string>> = { amount: 'currency', targetAmount: 'targetCurrency' };

/**
 * Compares totals rows with the sums of the rows above them, those that will not be paid among them: that is what a
 * spreadsheet adds up.
 */
export async function compareTotals(
  totals: readonly TotalsRow[],
  columns: readonly (string | null)[],
  rows: AsyncIterable<readonly SheetRow[]>,
  reading: DecimalReading,
): Promise<TotalsSeen> {
  const compared = totals.some(({ partial, sums }) => !partial && sums.length > 0);
  const sums = compared ? await sumOf(rows) : {};
  const notes: string[] = [];
  const differences: string[] = [];
  for (const total of totals) {
    const { row, label, partial } = total;
    const is = `Row ${row} ("${label}") is a totals row and no payment`;
    if (partial || total.sums.length === 0) notes.push(`${is}.`);
    for (const { at, text } of partial ? [] : total.sums) {
      const column = columns[at]!;
      const said = readAmountCell(text, column, '', reading);
      const { difference, why } = compareOne(said.text, total.currency, sums[column]);
      if (difference) differences.push(`row ${row} ("${label}") ${difference}`);
      notes.push(`${is}. ${why ?? `It ${difference ? 'does not agree' : 'agrees'} with the rows above it.`}`);
    }
  }
  return { notes: [...new Set(notes)], difference: differences.length > 0 ? differences.join('; ') : null };
}

function compareOne(
  text: string,
  named: string | null,
  sums: Sums | undefined,
): { readonly difference?: string; readonly why?: string } {
  if (!sums || sums.byCurrency.size === 0) return { why: 'There is nothing to compare it with.' };
  if (sums.unread !== null)
    return { why: `It could not be compared: the amount of row ${sums.unread} cannot be read.` };
  const currency = named ?? (sums.byCurrency.size === 1 ? [...sums.byCurrency.keys()][0]! : null);
  if (currency === null) return { why: 'It could not be compared: the rows have several currencies.' };
  if (!PLAIN.test(text)) return { why: 'It could not be compared: its sum cannot be read.' };
  const found = sums.byCurrency.get(currency) ?? 0n;
  const said = millionths(text);
  return said === found || said === found - (sums.hidden.get(currency) ?? 0n)
    ? {}
    : { difference: `says ${shown(said, currency)}, its rows come to ${shown(found, currency)}` };
}

async function sumOf(rows: AsyncIterable<readonly SheetRow[]>): Promise<Readonly<Record<string, Sums>>> {
  const sums: Record<string, Sums> = {};
  for await (const chunk of rows) {
    for (const { row, cells, findings } of chunk) {
      const whole = findings.some(
        ({ column, severity, code }) =>
          column === null && severity === 'error' && !UNPAID.has(code) && code !== 'row_is_header',
      );
      for (const column of ['amount', 'targetAmount']) {
        const text = cells[column];
        if (text === undefined && !whole) continue;
        sums[column] ??= { byCurrency: new Map(), hidden: new Map(), unread: null };
        const { byCurrency, hidden } = sums[column];
        const currency = cells[CURRENCY_OF[column]!]?.toUpperCase();
        const unread =
          text === undefined ||
          currency === undefined ||
          !PLAIN.test(text) ||
          findings.some((one) => one.column === column);
        if (unread) {
          sums[column].unread ??= row;
          continue;
        }
        add(byCurrency, currency, millionths(text));
        if (findings.some(({ code }) => UNPAID.has(code))) add(hidden, currency, millionths(text));
      }
    }
  }
  return sums;
}

function add(sums: Map<string, bigint>, currency: string, value: bigint): void {
  sums.set(currency, (sums.get(currency) ?? 0n) + value);
}

function millionths(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(MILLIONTHS, '0'));
  return text.startsWith('-') ? -value : value;
}

/** Amounts of a sheet have at most the decimals of their currency; what has more is shown in full. */
function shown(value: bigint, currency: string): string {
  const cents = value / 10_000n;
  if (cents * 10_000n === value && /^[A-Z]{3}$/.test(currency)) {
    const [whole, fraction] = showMoney({ currency: 'EUR', minor: cents }).replace(' EUR', '').split('.');
    return `${whole}.${fraction} ${currency}`;
  }
  const digits = value.toString().padStart(MILLIONTHS + 1, '0');
  return `${digits.slice(0, -MILLIONTHS)}.${digits.slice(-MILLIONTHS)} ${currency}`;
}
