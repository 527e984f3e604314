import { createProblem, type SheetCode } from '../../messages.ts';
import type { Finding, SheetRow } from '../../model.ts';
import { columnLabel } from '../../references/column-label.ts';
import { currencyCodeOf } from '../../references/spellings.ts';
import { readAmountCell } from '../cells/amount-cell.ts';
import { getAmountSide } from '../cells/amount-text.ts';
import { markMeans } from '../cells/currency-marks.ts';
import { type DecimalReading, isNumberCell } from '../cells/decimal-style.ts';
import { restore } from '../cells/formula-guard.ts';
import { columnLetters } from '../column-letters.ts';
import { columnNamed } from '../headers/columns.ts';
import { hasText } from '../headers/find-header.ts';
import { headerFinder } from '../headers/header-row.ts';
import type { ColumnOf } from '../headers/match-header.ts';
import { NEW_WORKBOOK_SHEET } from '../headers/result-columns.ts';
import { impliedBy } from '../headers/source-formats.ts';
import { type Concluded, completeParty } from '../names/complete-party.ts';
import type { CellMark, SheetRecord } from '../sheet-table.ts';
import type { Understood } from '../understood-sheet.ts';

/** The first cell of a control total; a row count follows in the second. See `controlLine`. */
const CONTROL_TOTAL = 'PAYRUN';
const WHOLE = /^\s*\d{1,9}\s*$/;
/** A whole number reads the same in every decimal style. */
const PLAIN = /^\d{1,15}$/;
/** The column whose currency a sign or code next to an amount must match. */
const CURRENCY_OF: Readonly<Record<string, string>> = { amount: 'currency', targetAmount: 'targetCurrency' };
/** 1.23E+17: a spreadsheet shows long numbers this way and loses their digits. */
const EXPONENT = /^\d+(?:[.,]\d+)?E\+?\d+$/i;
/**
 * Columns that identify a payment or recipient again later. They may hold any text, such as 12E3, but not a number that
 * lost its digits.
 */
const REFERENCES: ReadonlySet<string> = new Set(['paymentReference', 'referenceId']);
const LOST_REFERENCE = /^\d[.,]\d+E\+\d+$/i;
/** A code with a decimal point. A check would remove the point as a separator. */
const FRACTION = /^-?\d+\.\d+$/;

/**
 * Creates a function that turns a record into its row; null for a blank record. A row of a CSV with too few or too many
 * fields gets an error and no cells, because it is not known which value belongs to which column. A row below the
 * header of another table gets an error and no cells too. Use one reader per reading, with records in order.
 */
export function rowReader(
  understood: Understood,
  columnOf: ColumnOf,
  decimal: () => DecimalReading,
  concluded: Concluded = { business: [], split: [] },
): (record: SheetRecord) => SheetRow | null {
  const width = understood.header.length;
  const implies = impliedBy(understood.source);
  const known = understood.columns.flatMap((name, at) => {
    if (name === null) return [];
    const kind = columnNamed(name)!.kind;
    const currencyAt = kind === 'amount' ? understood.columns.indexOf(CURRENCY_OF[name] ?? '') : -1;
    const unit = understood.units?.[at];
    const lost = kind === 'code' ? EXPONENT : REFERENCES.has(name) ? LOST_REFERENCE : null;
    return [{ at, name, code: kind === 'code', lost, amount: kind === 'amount', currencyAt, unit }];
  });
  const nameless = understood.header.flatMap((text, at) => (text.trim() === '' ? [at] : []));
  const sideAt = understood.columns.indexOf('amountCurrency');
  const targetAt = understood.columns.indexOf('targetCurrency');
  /** The currency of an amount, by its row or its header. `amountCurrency` can say that it is the target currency. */
  const currencyOf = (original: readonly string[], name: string, currencyAt: number, unit = ''): string => {
    const own = currencyCodeOf(original[currencyAt] ?? unit);
    const side = name === 'amount' ? original[sideAt]?.trim() : undefined;
    if (!side) return own;
    const target = currencyCodeOf(original[targetAt] ?? '');
    return getAmountSide(side, own, target) === 'target' ? target : own;
  };
  const payers = understood.payers ?? [];
  const headerOf = headerFinder(understood, columnOf);
  let ignored: { readonly header: number; readonly code: SheetCode } | null = null;
  /** The last record that is not blank, and the number of its filled cells. */
  let before = { row: understood.headerRow, filled: width };
  const { results } = understood;
  const isResult = (at: number) => results !== null && at >= results.from && at < results.to;
  const resultsWidth = results === null ? 0 : results.to - results.from;
  const blanksLost =
    results !== null && (understood.worksheet === undefined || NEW_WORKBOOK_SHEET.test(understood.worksheet));
  const formulasSeen = new Set<string>();

  const otherCurrency = ({ at, signs = [] }: CellMark, column: string, original: readonly string[]): Finding | null => {
    const { currencyAt = -1, unit } = known.find((one) => one.at === at) ?? {};
    const currency = currencyOf(original, column, currencyAt, unit);
    const mark = signs.find((sign) => !markMeans(sign, currency));
    if (mark === undefined || !/^[A-Z]{3}$/.test(currency)) return null;
    return { column, ...createProblem('amount_other_currency', { mark, currency }), value: original[at] ?? '' };
  };

  return (record) => {
    if (!hasText(record)) return null;
    const original = record.values.map(restore);
    const header = headerOf(original);
    const above = before;
    before = { row: record.row, filled: original.filter((text, at) => text.trim() !== '' && !isResult(at)).length };
    // A workbook that Payrun rewrites has no blank rows, so the gaps between tables are lost.
    if (header === 'same' && !blanksLost && !startsTable(record, above, width - resultsWidth)) {
      ignored = null;
      return { row: record.row, cells: {}, original, findings: [IS_HEADER] };
    }
    if (header !== null) {
      const table = SECOND_TABLE[header];
      ignored = { header: record.row, code: table.row };
      const finding = ofOtherTable(table.header, understood.headerRow);
      return { row: record.row, cells: {}, original, findings: [finding] };
    }
    if (ignored !== null)
      return { row: record.row, cells: {}, original, findings: [ofOtherTable(ignored.code, ignored.header)] };
    if (original[0] === CONTROL_TOTAL && WHOLE.test(original[1] ?? ''))
      return { row: record.row, cells: {}, original, findings: [IS_CONTROL_TOTAL] };
    const findings: Finding[] = record.hidden ? [HIDDEN] : [];
    if (record.marks?.some(({ at, kind }) => kind === 'struck' && understood.columns[at])) findings.push(STRUCK);
    if (understood.format === 'csv') {
      const ragged = raggedRow(original, width, understood.delimiter ?? ',');
      if (ragged) return { row: record.row, cells: {}, original, findings: [ragged] };
    } else {
      const stray = original.findIndex((text, at) => at >= width && text.trim() !== '');
      if (stray >= 0) findings.push(strayCell(stray));
    }
    const cells: Record<string, string> = {};
    const numbers: string[] = [];
    for (const { at, name, code, lost, amount, currencyAt, unit } of known) {
      const text = original[at]?.trim();
      if (text === undefined || text === '') continue;
      cells[name] = text;
      // If the number format shows leading zeros, they are already in the text.
      if (name === 'accountNum' && isNumberCell(record, at) && /^[1-9]\d*$/.test(text)) numbers.push(name);
      if (lost?.test(text)) findings.push(destroyed(name));
      else if (code && FRACTION.test(text) && isNumberCell(record, at)) findings.push(notWhole(name));
      else if (amount && !PLAIN.test(text) && !isNumberCell(record, at)) {
        const read = readAmountCell(text, name, currencyOf(original, name, currencyAt, unit), decimal());
        cells[name] = read.text;
        if (read.finding) findings.push(read.finding);
      }
      if (unit !== undefined) {
        const named = currencyOf(original, name, currencyAt);
        if (currencyAt < 0 && /^[A-Z]{3}$/.test(unit)) cells[CURRENCY_OF[name]!] = unit;
        else if (/^[A-Z]{3}$/.test(named) && !markMeans(unit, named)) {
          const details = { header: understood.header[at]!.trim(), currency: named };
          findings.push({ column: name, ...createProblem('amount_header_currency', details), value: text });
        }
      }
      if (payers.length > 0 && ACCOUNT.has(name)) {
        const same = payers.find((one) => accountKey(original[one] ?? '') === accountKey(text));
        if (same !== undefined)
          findings.push({ column: name, ...createProblem('account_of_payer', { letter: columnLetters(same) }) });
      }
    }
    completeParty(cells, implies, concluded, record.row);
    for (const at of nameless) {
      if ((original[at] ?? '').trim() !== '') findings.push(strayCell(at));
    }
    for (const mark of record.marks ?? []) {
      const name = understood.columns[mark.at];
      if (name === null || name === undefined || mark.kind === 'struck') continue;
      if (mark.kind === 'formula' && formulasSeen.has(name)) continue;
      // For a scaled amount, the error about its scale also covers the sign next to it; one error is enough.
      if (mark.kind === 'currency' && record.marks?.some(({ at, kind }) => kind === 'scaled' && at === mark.at))
        continue;
      const finding =
        mark.kind === 'currency'
          ? otherCurrency(mark, name, original)
          : markFinding(mark.kind, name, original[mark.at] ?? '');
      if (!finding) continue;
      if (mark.kind === 'formula') formulasSeen.add(name);
      findings.push(finding);
    }
    return {
      row: record.row,
      cells,
      original,
      findings,
      ...(numbers.length > 0 ? { numbers } : {}),
      ...(record.stored ? { stored: record.stored } : {}),
    };
  };
}

/** Columns that identify an account alone or nearly alone. */
const ACCOUNT: ReadonlySet<string> = new Set(['iban', 'accountNum', 'paypalEmail']);

function accountKey(text: string): string {
  return text.replace(/[^\p{L}\p{N}@]/gu, '').toUpperCase();
}

/** A user who filters a sheet does not mean to pay the hidden rows. */
const HIDDEN: Finding = { column: null, ...createProblem('row_hidden') };

/** Users strike through a row, or one of its cells, to mark it as not to be paid or as already paid. */
const STRUCK: Finding = { column: null, ...createProblem('row_struck') };

const IS_CONTROL_TOTAL: Finding = { column: null, ...createProblem('row_is_control_total') };

const IS_HEADER: Finding = { column: null, ...createProblem('row_is_header') };

/** Codes for the header of a second table and for the rows below it. */
const SECOND_TABLE = {
  same: { header: 'row_of_repeated_table.header', row: 'row_of_repeated_table' },
  other: { header: 'row_of_other_table.header', row: 'row_of_other_table' },
} as const;

/** A title or a total has at most this many filled cells. */
const MOST_OF_TITLE = 2;

/**
 * Whether a repeated header begins another table, such as last month's: blank rows, a title or a total come before it.
 * A header right below a payment is repeated by a page break or by appended files.
 */
function startsTable(
  { row }: SheetRecord,
  above: { readonly row: number; readonly filled: number },
  width: number,
): boolean {
  return row - above.row > 1 || (above.filled <= MOST_OF_TITLE && width > 2 * MOST_OF_TITLE);
}

function ofOtherTable(code: SheetCode, header: number): Finding {
  return { column: null, ...createProblem(code, { header }) };
}

function raggedRow(values: readonly string[], width: number, delimiter: string): Finding | null {
  let count = values.length;
  while (count > width && values[count - 1]!.trim() === '') count--;
  if (count === width) return null;
  const details = { count, width, delimiter: delimiter === '\t' ? 'tab' : `"${delimiter}"` };
  return { column: null, ...createProblem(count > width ? 'row_too_long' : 'row_too_short', details) };
}

function strayCell(at: number): Finding {
  return { column: null, ...createProblem('cell_without_header', { letter: columnLetters(at) }) };
}

function destroyed(column: string): Finding {
  return { column, ...createProblem('number_destroyed', { column: columnLabel(column) }) };
}

function notWhole(column: string): Finding {
  return { column, ...createProblem('number_not_whole', { column: columnLabel(column) }) };
}

/** The code for each kind of mark; `markFinding` limits some of them to certain columns. */
const MARKS: Readonly<Record<Exclude<CellMark['kind'], 'currency' | 'struck'>, SheetCode>> = {
  error: 'cell_error',
  uncalculated: 'cell_uncalculated',
  unreadable: 'cell_unreadable',
  scaled: 'number_scaled',
  altered: 'number_altered',
  lengthened: 'number_altered',
  merged: 'cell_merged',
  unseen: 'cell_unseen',
  long: 'number_too_long',
  date: 'cell_is_date',
  formula: 'cell_formula',
};

/** Columns that decide which account gets the money, so the user must be able to see them. */
const BANK: ReadonlySet<string> = new Set(['accountNum', 'iban', 'swiftBic', 'branchId', 'bankId', 'paypalEmail']);

/** The error or warning that a mark means for a column; null if it is harmless, such as a date in a date column. */
function markFinding(kind: keyof typeof MARKS, column: string, text: string): Finding | null {
  const entry = columnNamed(column);
  if (kind === 'long' && entry?.kind !== 'code' && entry?.kind !== 'amount' && !REFERENCES.has(column)) return null;
  if (kind === 'date' && (entry?.kind === 'date' || (entry?.kind === 'text' && !REFERENCES.has(column)))) return null;
  if (kind === 'altered' && entry?.kind !== 'amount') return null;
  if ((kind === 'unseen' || kind === 'lengthened') && entry?.kind !== 'amount' && !BANK.has(column)) return null;
  const value = entry?.sensitive || text === '' ? {} : { value: text };
  const code = kind === 'date' && entry?.kind === 'amount' ? 'cell_is_date.amount' : MARKS[kind];
  return { column, ...createProblem(code, { column: columnLabel(column) }), ...value };
}
