import type { SheetRow } from '../../model.ts';
import { showMoney } from '../../money.ts';
import { readAmountCell } from '../cells/amount-cell.ts';
import type { DecimalReading } from '../cells/decimal-style.ts';
import type { TotalsSeen } from '../sheet-facts.ts';
import type { TotalsRow } from './totals-row.ts';

/**
 * The sums of one column of amounts in millionths, by currency. `unread` is the first row whose amount cannot be read,
 * or null.
 */
interface Sums {
  readonly byCurrency: Map<string, bigint>;
  /** Sums of the rows that are hidden or struck through. Some totals exclude these rows; SUM includes them. */
  readonly hidden: Map<string, bigint>;
  unread: number | null;
}

const PLAIN = /^-?\d+(?:\.\d{1,6})?$/;
const MILLIONTHS = 6;
/** Rows that can be read but are not paid. */
const UNPAID: ReadonlySet<string> = new Set(['row_hidden', 'row_struck']);
const CURRENCY_OF: Readonly<Record<string, string>> = { amount: 'currency', targetAmount: 'targetCurrency' };

type ByColumn = Record<string, Sums>;

/** Subtotals that a note lists by row number. */
const MOST_NAMED = 10;

/**
 * Compares totals rows with the sums of the rows above them. Rows that will not be paid count too, because a
 * spreadsheet adds them up. `totals` are the rows at the end of the sheet. A subtotal among `rows` may be the sum since
 * the last subtotal or the sum of all rows above it. Returns notes for the reader and the differences, null if none.
 */
export async function compareTotals(
  totals: readonly TotalsRow[],
  columns: readonly (string | null)[],
  rows: AsyncIterable<readonly (SheetRow | TotalsRow)[]>,
  reading: DecimalReading,
): Promise<TotalsSeen> {
  const differences: string[] = [];
  const compare = (
    { row, label, currency, sums }: TotalsRow,
    ...candidates: readonly ByColumn[]
  ): readonly Compared[] =>
    sums.map(({ at, text }) => {
      const column = columns[at]!;
      const stated = readAmountCell(text, column, '', reading);
      const compared = candidates.map((one) => compareOne(stated.text, currency, one[column]));
      const best = compared.find(({ difference }) => difference === undefined) ?? compared[0]!;
      if (best.difference) differences.push(`row ${row} ("${label}") ${best.difference}`);
      return best;
    });

  const whole: ByColumn = {};
  let part: ByColumn = {};
  const subtotals: TotalsRow[] = [];
  let agree = true;
  for await (const chunk of rows) {
    for (const one of chunk) {
      if (!('label' in one)) {
        addRow(whole, one);
        addRow(part, one);
        continue;
      }
      subtotals.push(one);
      if (!compare(one, part, whole).every(({ difference, why }) => !difference && !why)) agree = false;
      part = {};
    }
  }
  const notes = subtotals.length > 0 ? [subtotalsNote(subtotals, agree)] : [];
  for (const total of totals) {
    const is = `Row ${total.row} ("${total.label}") is a totals row and no payment`;
    if (total.sums.length === 0) notes.push(`${is}.`);
    for (const { difference, why } of compare(total, whole))
      notes.push(`${is}. ${why ?? `It ${difference ? 'does not agree' : 'agrees'} with the rows above it.`}`);
  }
  return { notes: [...new Set(notes)], difference: differences.length > 0 ? differences.join('; ') : null };
}

function subtotalsNote(subtotals: readonly TotalsRow[], agree: boolean): string {
  if (subtotals.length === 1) {
    const [{ row, label }] = subtotals as readonly [TotalsRow];
    return `Row ${row} ("${label}") is a subtotal and no payment.${agree ? ' It agrees with the rows above it.' : ''}`;
  }
  const named = subtotals.slice(0, MOST_NAMED).map(({ row }) => row);
  const more = subtotals.length - named.length;
  const list =
    more > 0 ? `${named.join(', ')} and ${more} more` : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return `Rows ${list} are subtotals and no payments.${agree ? ' They agree with the rows above them.' : ''}`;
}

interface Compared {
  readonly difference?: string;
  /** The reason why the sum cannot be compared. */
  readonly why?: string;
}

function compareOne(text: string, named: string | null, sums: Sums | undefined): Compared {
  if (!sums || sums.byCurrency.size === 0) return { why: 'There is nothing to compare it with.' };
  if (sums.unread !== null)
    return { why: `It could not be compared: the amount of row ${sums.unread} cannot be read.` };
  const currency = named ?? (sums.byCurrency.size === 1 ? [...sums.byCurrency.keys()][0]! : null);
  if (currency === null) return { why: 'It could not be compared: the rows have several currencies.' };
  if (!PLAIN.test(text)) return { why: 'It could not be compared: its sum cannot be read.' };
  const found = sums.byCurrency.get(currency) ?? 0n;
  const stated = millionths(text);
  return stated === found || stated === found - (sums.hidden.get(currency) ?? 0n)
    ? {}
    : { difference: `says ${shown(stated, currency)}, its rows come to ${shown(found, currency)}` };
}

function addRow(sums: ByColumn, { row, cells, findings }: SheetRow): void {
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
      findings.some((one) => one.column === column && one.severity === 'error');
    if (unread) {
      sums[column].unread ??= row;
      continue;
    }
    add(byCurrency, currency, millionths(text));
    if (findings.some(({ code }) => UNPAID.has(code))) add(hidden, currency, millionths(text));
  }
}

function add(sums: Map<string, bigint>, currency: string, value: bigint): void {
  sums.set(currency, (sums.get(currency) ?? 0n) + value);
}

function millionths(text: string): bigint {
  const [whole = '', fraction = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole + fraction.padEnd(MILLIONTHS, '0'));
  return text.startsWith('-') ? -value : value;
}

/** Shows two decimals; a value in millionths that has more decimals is shown in full. */
function shown(value: bigint, currency: string): string {
  const cents = value / 10_000n;
  if (cents * 10_000n === value && /^[A-Z]{3}$/.test(currency)) {
    const [whole, fraction] = showMoney({ currency: 'EUR', minor: cents }).replace(' EUR', '').split('.');
    return `${whole}.${fraction} ${currency}`;
  }
  const digits = value.toString().padStart(MILLIONTHS + 1, '0');
  return `${digits.slice(0, -MILLIONTHS)}.${digits.slice(-MILLIONTHS)} ${currency}`;
}
