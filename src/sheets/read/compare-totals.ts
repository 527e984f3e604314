import type { ComparedTotalsRow, SheetRow } from '../../model.ts';
import { showMoney } from '../../money.ts';
import { readAmountCell } from '../cells/amount-cell.ts';
import type { DecimalReading } from '../cells/decimal-style.ts';
import { moreOrLess, type TotalsSeen } from '../sheet-facts.ts';
import type { SheetNote } from '../sheet-note.ts';
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

interface CompareOptions {
  readonly columns: readonly (string | null)[];
  readonly reading: DecimalReading;
  /** The rows are as users corrected them. */
  readonly isCorrected?: boolean;
}

/**
 * Compares totals rows with the sums of the rows above them. Rows that will not be paid count too, because a
 * spreadsheet adds them up. `totals` are the rows at the end of the sheet. A subtotal among `rows` may be the sum since
 * the last subtotal or the sum of all rows above it. Returns notes for the reader and the differences, null if none.
 */
export async function compareTotals(
  totals: readonly TotalsRow[],
  rows: AsyncIterable<readonly (SheetRow | TotalsRow)[]>,
  { columns, reading, isCorrected = false }: CompareOptions,
): Promise<TotalsSeen & { readonly compared: readonly ComparedTotalsRow[] }> {
  const differences: string[] = [];
  const all: ComparedTotalsRow[] = [];
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
      const { stated: statedSum = null, found = null, apart = null, why = null } = best;
      all.push({ row, label, stated: statedSum, found, difference: apart, why });
      return best;
    });

  const whole: ByColumn = {};
  let part: ByColumn = {};
  const subtotals: TotalsRow[] = [];
  const notAgreeing: string[] = [];
  for await (const chunk of rows) {
    for (const one of chunk) {
      if (!('label' in one)) {
        addRow(whole, one);
        addRow(part, one);
        continue;
      }
      subtotals.push(one);
      for (const result of compare(one, part, whole)) {
        if (result.difference || result.why) notAgreeing.push(`Row ${one.row}: ${sentenceAbout(result, isCorrected)}`);
      }
      part = {};
    }
  }
  const notes: SheetNote[] =
    subtotals.length > 0 ? [subtotalsNote(subtotals, notAgreeing.length === 0, isCorrected)] : [];
  // Without corrections the file is refused with its differences.
  if (isCorrected)
    notes.push(...notAgreeing.slice(0, MOST_NAMED).map((text) => ({ code: 'totals_differ', text }) as const));
  for (const total of totals) {
    const is = `Row ${total.row} ("${total.label}") is a total`;
    if (total.sums.length === 0) notes.push({ code: 'totals_row', text: `${is}.` });
    for (const result of compare(total, whole))
      notes.push({ code: codeOf(result), text: `${is}. ${sentenceAbout(result, isCorrected)}` });
  }
  return { notes: withoutRepeats(notes), difference: differences.join('; ') || null, compared: all };
}

/** Each sentence once: the same row is compared by each of its columns. */
const withoutRepeats = (notes: readonly SheetNote[]): readonly SheetNote[] => [
  ...new Map(notes.map((note) => [note.text, note])).values(),
];

const codeOf = ({ difference, why }: Compared): SheetNote['code'] =>
  why ? 'totals_not_compared' : difference ? 'totals_differ' : 'totals_agree';

const rowsCompared = (isCorrected: boolean, one: boolean): string =>
  isCorrected ? 'the rows as corrected' : `the rows above ${one ? 'it' : 'them'}`;

function sentenceAbout({ stated, found, apart, difference, why }: Compared, isCorrected: boolean): string {
  if (why) return `It could not be compared: ${why}.`;
  if (!difference) return `It matches ${rowsCompared(isCorrected, true)}.`;
  if (!isCorrected) return 'It does not match the rows above it.';
  return `It says ${stated}, but the rows as corrected total ${found}: ${moreOrLess(apart!)}.`;
}

function subtotalsNote(subtotals: readonly TotalsRow[], agree: boolean, isCorrected: boolean): SheetNote {
  return { code: agree ? 'subtotals' : 'totals_differ', text: subtotalsText(subtotals, agree, isCorrected) };
}

function subtotalsText(subtotals: readonly TotalsRow[], agree: boolean, isCorrected: boolean): string {
  if (subtotals.length === 1) {
    const [{ row, label }] = subtotals as readonly [TotalsRow];
    return `Row ${row} ("${label}") is a subtotal, not a payment.${agree ? ` It matches ${rowsCompared(isCorrected, true)}.` : ''}`;
  }
  const named = subtotals.slice(0, MOST_NAMED).map(({ row }) => row);
  const more = subtotals.length - named.length;
  const list =
    more > 0 ? `${named.join(', ')} and ${more} more` : `${named.slice(0, -1).join(', ')} and ${named.at(-1)}`;
  return `Rows ${list} are subtotals, not payments.${agree ? ` They match ${rowsCompared(isCorrected, false)}.` : ''}`;
}

interface Compared {
  readonly difference?: string;
  readonly stated?: string;
  readonly found?: string;
  /** The sum found minus the stated one; absent if they agree. */
  readonly apart?: string;
  /** The reason why the sum cannot be compared. */
  readonly why?: string;
}

function compareOne(text: string, named: string | null, sums: Sums | undefined): Compared {
  if (!sums || sums.byCurrency.size === 0) return { why: 'no row has an amount' };
  if (sums.unread !== null) return { why: `the amount of row ${sums.unread} cannot be read` };
  const currency = named ?? (sums.byCurrency.size === 1 ? [...sums.byCurrency.keys()][0]! : null);
  if (currency === null) return { why: 'the rows have several currencies' };
  if (!PLAIN.test(text)) return { why: 'its sum cannot be read' };
  const found = sums.byCurrency.get(currency) ?? 0n;
  const stated = millionths(text);
  const both = { stated: shown(stated, currency), found: shown(found, currency) };
  return stated === found || stated === found - (sums.hidden.get(currency) ?? 0n)
    ? both
    : {
        ...both,
        apart: shown(found - stated, currency),
        difference: `says ${both.stated}, but its rows total ${both.found}`,
      };
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
  const digits = (value < 0n ? -value : value).toString().padStart(MILLIONTHS + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -MILLIONTHS)}.${digits.slice(-MILLIONTHS)} ${currency}`;
}
