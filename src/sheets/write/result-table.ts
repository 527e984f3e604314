import type { Problem, SheetRow } from '../../model.ts';
import { COMPLIANCE } from '../../outcomes/compliance-words.ts';
import { rowStatus } from '../../outcomes/status-words.ts';
import { columnNamed } from '../headers/columns.ts';
import { RESULT_HEADERS, type ResultHeader } from '../headers/result-columns.ts';
import type { Understood } from '../understood-sheet.ts';
import { type RowResult, resultReason } from './row-result.ts';
import { type CellKind, getRawKind } from './row-xml.ts';

/** A column of the results: one of the input, or one that Payrun adds. */
export interface ResultColumn {
  readonly header: string;
  /** Position in the input; null if Payrun adds it. */
  readonly at: number | null;
  /** Canonical name; null if it is unknown or added. */
  readonly name: string | null;
  /**
   * `text` and `code`: written as text; `code` also sets the text format, so that a spreadsheet does not change it.
   * `amount`: written as a number if it is one.
   */
  readonly form: 'text' | 'code' | 'amount';
}

/** A cell of the results with its errors and warnings. */
export interface ResultCell {
  readonly text: string;
  readonly problems: readonly Problem[];
  /** Only for an XLSX: the kind of `text`; if undefined, the column decides. */
  readonly kind?: CellKind;
  /** Only for an XLSX: the style of the cell in the input. */
  readonly style?: number;
  /** Only for the status cell: the status code. */
  readonly status?: string;
  /** Payrun writes this text into the cell of the sheet. */
  readonly filled?: true;
}

const NONE: readonly Problem[] = [];

/** The text of a row in each added column. */
const ADDED: Readonly<Record<ResultHeader, (result: RowResult) => string | undefined>> = {
  status: (result) => rowStatus(result.status),
  'row in the sheet': (result) => String(result.row),
  paymentReference: (result) => result.reference,
  'payment id': (result) => result.payment,
  'batch id': (result) => result.batch,
  'amount paid': (result) => result.amount,
  'currency paid': (result) => result.currency,
  fees: (result) => result.fees,
  'tax withheld': (result) => result.withheld,
  'exchange rate': (result) => result.rate,
  'amount received': (result) => result.targetAmount,
  'currency received': (result) => result.targetCurrency,
  'recipient in Payrun': (result) => result.recipient,
  compliance: ({ compliance }) => compliance && COMPLIANCE[compliance],
  'status code': (result) => result.status,
  reason: (result) => resultReason(result),
};

const AMOUNTS: ReadonlySet<string> = new Set([
  'row in the sheet',
  'amount paid',
  'fees',
  'tax withheld',
  'exchange rate',
  'amount received',
]);

const IN_FULL = RESULT_HEADERS.filter((header) => header !== 'row in the sheet');
/** Fewer than three columns would not be recognized as results again. */
const IN_CHECK: readonly ResultHeader[] = ['status', 'row in the sheet', 'status code', 'reason'];
const TO_FIX: readonly ResultHeader[] = [
  'status',
  'row in the sheet',
  'paymentReference',
  'recipient in Payrun',
  'status code',
  'reason',
];

export type TableKind = 'full' | 'check' | 'to-fix';

const LISTS: Readonly<Record<TableKind, readonly ResultHeader[]>> = {
  full: IN_FULL,
  check: IN_CHECK,
  'to-fix': TO_FIX,
};

/**
 * The columns of a results table: those of the input in order, without result columns of earlier runs, then Payrun's.
 * `paymentReference` is added only if the input has no such column.
 */
export function resultColumns(understood: Understood, kind: TableKind): readonly ResultColumn[] {
  const { header, columns, results } = understood;
  const input = header.flatMap((text, at): ResultColumn[] => {
    if (results && at >= results.from && at < results.to) return [];
    const name = columns[at] ?? null;
    const entry = name === null ? undefined : columnNamed(name);
    const form = entry?.kind === 'amount' ? 'amount' : entry?.kind === 'code' ? 'code' : 'text';
    return [{ header: text, at, name, form }];
  });
  const own = input.some(({ name }) => name === 'paymentReference');
  const added = LISTS[kind]
    .filter((text) => !(own && text === 'paymentReference'))
    .map((text): ResultColumn => ({ header: text, at: null, name: null, form: AMOUNTS.has(text) ? 'amount' : 'text' }));
  return [...input, ...added];
}

/**
 * The cells of a row. A problem belongs to the cell of its column. If it concerns the whole row, or the table has no
 * such column, it belongs to the `status` cell.
 * @param delimiter only for a CSV: a row whose fields cannot be assigned to columns becomes one line in its first cell
 */
export function resultCells(
  columns: readonly ResultColumn[],
  row: SheetRow,
  result: RowResult,
  delimiter: string | null = null,
): readonly ResultCell[] {
  const byColumn = new Map<string, Problem[]>();
  const rest: Problem[] = [];
  const shown = new Set(columns.map(({ name }) => name));
  for (const problem of result.problems) {
    if (problem.column === null || !shown.has(problem.column)) rest.push(problem);
    else byColumn.set(problem.column, [...(byColumn.get(problem.column) ?? []), problem]);
  }
  // If they were split into columns, they would be read as values when the results are dropped again.
  const line = delimiter !== null && isRagged(row) ? row.original.join(delimiter) : null;
  return columns.map(({ header, at, name, form }, i) => {
    if (at === null) {
      const text = ADDED[header as ResultHeader](result) ?? '';
      // Keeps the sheet's own reference if it is in a column of earlier results.
      if (header === 'paymentReference') return { text: text || (row.cells.paymentReference ?? ''), problems: NONE };
      return header === 'status' ? { text, problems: rest, status: result.status } : { text, problems: NONE };
    }
    if (line !== null) return { text: i === 0 ? line : '', problems: i === 0 ? result.problems : NONE };
    const problems = name === null ? NONE : (byColumn.get(name) ?? NONE);
    const corrected = name === null ? null : correctedText(name, row, result);
    if (corrected !== null) return correctedCell(row, at, form, corrected, problems);
    if (row.stored) return storedCell(row, at, { name, form }, result, problems);
    return { text: row.original[at] || ownReference(name, row, result), problems };
  });
}

/** The user's correction of the cell before the row was submitted; null if it is as in the sheet. */
function correctedText(name: string, { cells }: SheetRow, { corrected }: RowResult): string | null {
  if (corrected === undefined) return null;
  const text = corrected[name] ?? '';
  return text === (cells[name] ?? '').trim() ? null : text;
}

function correctedCell(
  { stored }: SheetRow,
  at: number,
  form: ResultColumn['form'],
  text: string,
  problems: readonly Problem[],
): ResultCell {
  if (!stored) return { text, problems };
  const style = stored.styles[at];
  const kind = form === 'amount' && getRawKind(text) === 'number' ? 'number' : 'text';
  return { text, problems, kind, filled: true, ...(style === undefined ? {} : { style }) };
}

/**
 * Fills an empty cell of the sheet's own reference column with the reference of the payment. A row without values stays
 * the same: a totals row must still be recognized.
 */
function ownReference(name: string | null, { cells }: SheetRow, { reference }: RowResult): string {
  return name === 'paymentReference' && Object.keys(cells).length > 0 ? (reference ?? '') : '';
}

/**
 * Whether the row is hidden in the sheet. It stays hidden, because a visible row would be paid when the results are
 * dropped again.
 */
export function isHidden({ findings }: SheetRow): boolean {
  return findings.some(({ code }) => code === 'row_hidden');
}

/** Whether the row as a whole has an error, such as a wrong number of fields. */
function isRagged({ findings }: SheetRow): boolean {
  return findings.some(({ column, severity }) => column === null && severity === 'error');
}

/**
 * A cell of an XLSX with the value of the input: a number, date or boolean keeps its type. A code becomes text, so that
 * a spreadsheet does not change it. If the reader reported an error, the code stays a number: as text, it would pass
 * when the results are dropped again.
 */
function storedCell(
  row: SheetRow,
  at: number,
  { name, form }: Pick<ResultColumn, 'name' | 'form'>,
  result: RowResult,
  problems: readonly Problem[],
): ResultCell {
  const { original, stored, findings } = row;
  const style = stored?.styles[at];
  const styleAttribute = style === undefined ? {} : { style };
  const wrong = (code?: string) =>
    name !== null &&
    findings.some((found) => found.column === name && found.severity === 'error' && (!code || found.code === code));
  // Otherwise a formula without a saved value would become an empty cell, and a merged cell a normal one.
  if (wrong('cell_uncalculated') || wrong('cell_merged'))
    return { text: '#N/A', problems, kind: 'error', ...styleAttribute };
  const raw = stored?.raws[at];
  if (raw !== undefined && (form !== 'code' || wrong())) {
    const kind = getRawKind(raw);
    if (kind !== 'text') return { text: raw, problems, kind, ...styleAttribute };
  }
  if (original[at]) return { text: original[at], problems, kind: 'text', ...styleAttribute };
  const own = ownReference(name, row, result);
  return { text: own, problems, kind: 'text', ...styleAttribute, ...(own === '' ? {} : { filled: true }) };
}
