import { type SheetCode, saying } from '../messages.ts';
import type { Finding, SheetRow } from '../model.ts';
import { readAmountCell } from './amount-cell.ts';
import { columnNamed } from './columns.ts';
import { markMeans } from './currency-marks.ts';
import { type DecimalReading, isNumberCell } from './decimal-style.ts';
import { hasText } from './find-header.ts';
import { restore } from './formula-guard.ts';
import { letter, normaliseHeader } from './match-header.ts';
import type { CellMark, SheetRecord, Understood } from './open-sheet.ts';

/** An amount that is read as it stands, whatever the style. */
const PLAIN = /^\d{1,15}$/;
/** Whose sign or code may stand beside an amount. */
const CURRENCY_OF: Readonly<Record<string, string>> = { amount: 'currency', targetAmount: 'targetCurrency' };
/** 1.23E+17: what a spreadsheet leaves of a long number. */
const EXPONENT = /^\d+(?:[.,]\d+)?E\+?\d+$/i;
/** A point that a rule would take for a separator. */
const FRACTION = /^-?\d+\.\d+$/;

/**
 * A function from a record to its row; null for a blank one. A row of a CSV with too few or too many fields has a finding
 * and no cells: which value belongs to which column is not known, and nothing is shifted into its neighbour.
 */
export function rowReader(
  understood: Understood,
  decimal: () => DecimalReading,
): (record: SheetRecord) => SheetRow | null {
  const width = understood.header.length;
  const known = understood.columns.flatMap((name, at) => {
    if (name === null) return [];
    const kind = columnNamed(name)!.kind;
    const currencyAt = kind === 'amount' ? understood.columns.indexOf(CURRENCY_OF[name] ?? '') : -1;
    return [{ at, name, code: kind === 'code', amount: kind === 'amount', currencyAt }];
  });
  const nameless = understood.header.flatMap((text, at) => (text.trim() === '' ? [at] : []));
  const repeatsHeader = headerFinder(understood);
  const formulasSeen = new Set<string>();

  const otherCurrency = ({ at, signs = [] }: CellMark, column: string, original: readonly string[]): Finding | null => {
    const currencyAt = known.find((one) => one.at === at)?.currencyAt ?? -1;
    const currency = original[currencyAt]?.trim().toUpperCase() ?? '';
    const mark = signs.find((sign) => !markMeans(sign, currency));
    if (mark === undefined || !/^[A-Z]{3}$/.test(currency)) return null;
    return { column, ...saying('amount_other_currency', { mark, currency }), value: original[at] ?? '' };
  };

  return (record) => {
    if (!hasText(record)) return null;
    const original = record.values.map(restore);
    if (repeatsHeader(original)) return { row: record.row, cells: {}, original, findings: [IS_HEADER] };
    const findings: Finding[] = record.hidden ? [HIDDEN] : [];
    if (understood.format === 'csv') {
      const ragged = raggedRow(original, width, understood.delimiter ?? ',');
      if (ragged) return { row: record.row, cells: {}, original, findings: [ragged] };
    } else {
      const stray = original.findIndex((text, at) => at >= width && text.trim() !== '');
      if (stray >= 0) findings.push(strayCell(stray));
    }
    const cells: Record<string, string> = {};
    for (const { at, name, code, amount, currencyAt } of known) {
      const text = original[at]?.trim();
      if (text === undefined || text === '') continue;
      cells[name] = text;
      if (code && EXPONENT.test(text)) findings.push(destroyed(name));
      else if (code && FRACTION.test(text) && isNumberCell(record, at)) findings.push(notWhole(name));
      else if (amount && !PLAIN.test(text) && !isNumberCell(record, at)) {
        const read = readAmountCell(text, name, original[currencyAt]?.trim() ?? '', decimal());
        cells[name] = read.text;
        if (read.finding) findings.push(read.finding);
      }
    }
    for (const at of nameless) {
      if ((original[at] ?? '').trim() !== '') findings.push(strayCell(at));
    }
    for (const mark of record.marks ?? []) {
      const name = understood.columns[mark.at];
      if (name === null || name === undefined) continue;
      if (mark.kind === 'formula' && formulasSeen.has(name)) continue;
      const finding =
        mark.kind === 'currency'
          ? otherCurrency(mark, name, original)
          : markFinding(mark.kind, name, original[mark.at] ?? '');
      if (!finding) continue;
      if (mark.kind === 'formula') formulasSeen.add(name);
      findings.push(finding);
    }
    return { row: record.row, cells, original, findings, ...(record.stored ? { stored: record.stored } : {}) };
  };
}

/** Who filters a sheet does not mean the rows that are out of sight. */
const HIDDEN: Finding = { column: null, ...saying('row_hidden') };

const IS_HEADER: Finding = { column: null, ...saying('row_is_header') };

/** Sheets that were put together from several have the header of each; what stands in it is no payment. */
function headerFinder({ header, columns, results }: Understood): (values: readonly string[]) => boolean {
  const keys = header.map(normaliseHeader);
  return (values) => {
    let same = 0;
    for (const [at, value] of values.entries()) {
      const text = value.trim();
      // What an earlier run said of such a row stands in the columns of its results.
      if (text === '' || (results !== null && at >= results.from && at < results.to)) continue;
      // The first value of nearly every row tells.
      if (text.length > 60 || normaliseHeader(text) !== keys[at]) return false;
      if (columns[at]) same++;
    }
    return same > 1;
  };
}

function raggedRow(values: readonly string[], width: number, delimiter: string): Finding | null {
  let count = values.length;
  while (count > width && values[count - 1]!.trim() === '') count--;
  if (count === width) return null;
  const details = { count, width, delimiter: delimiter === '\t' ? 'tab' : `"${delimiter}"` };
  return { column: null, ...saying(count > width ? 'row_too_long' : 'row_too_short', details) };
}

function strayCell(at: number): Finding {
  return { column: null, ...saying('cell_without_header', { letter: letter(at) }) };
}

function destroyed(column: string): Finding {
  return { column, ...saying('number_destroyed', { column }) };
}

function notWhole(column: string): Finding {
  return { column, ...saying('number_not_whole', { column }) };
}

/** What a mark says; some of them only of some columns. */
const MARKS: Readonly<Record<Exclude<CellMark['kind'], 'currency'>, SheetCode>> = {
  error: 'cell_error',
  uncalculated: 'cell_uncalculated',
  unreadable: 'cell_unreadable',
  scaled: 'number_scaled',
  merged: 'cell_merged',
  unseen: 'cell_unseen',
  long: 'number_too_long',
  date: 'cell_is_date',
  formula: 'cell_formula',
};

/** What decides who gets the money; somebody has to have seen it. */
const BANK: ReadonlySet<string> = new Set(['accountNum', 'iban', 'swiftBic', 'branchId', 'bankId', 'paypalEmail']);

/** What a mark means for a column; null where it does no harm there (a date in a date column). */
function markFinding(kind: keyof typeof MARKS, column: string, text: string): Finding | null {
  const entry = columnNamed(column);
  if (kind === 'long' && entry?.kind !== 'code' && entry?.kind !== 'amount') return null;
  if (kind === 'date' && (entry?.kind === 'date' || entry?.kind === 'text')) return null;
  if (kind === 'unseen' && entry?.kind !== 'amount' && !BANK.has(column)) return null;
  const value = entry?.sensitive || text === '' ? {} : { value: text };
  return { column, ...saying(MARKS[kind], { column }), ...value };
}
