import type { Problem, SheetRow } from '../../model.ts';
import { rowStatus } from '../../outcomes/status-words.ts';
import { columnNamed } from '../headers/columns.ts';
import { RESULT_HEADERS, type ResultHeader } from '../headers/result-columns.ts';
import type { Understood } from '../understood-sheet.ts';
import { type RowResult, reasonOf } from './row-result.ts';
import { type CellKind, kindOfRaw } from './row-xml.ts';

/** A column of the results: one of the input, or one that Payrun adds. */
export interface ResultColumn {
  readonly header: string;
  /** Position in the input; null where Payrun adds it. */
  readonly at: number | null;
  /** Canonical name; null where it is not known or added. */
  readonly name: string | null;
  /** How the value is written: as text that a spreadsheet leaves alone, or as a number where it is one. */
  readonly form: 'text' | 'code' | 'amount';
}

/** A cell of the results with the problems that belong to it. */
export interface ResultCell {
  readonly text: string;
  readonly problems: readonly Problem[];
  /** Of an XLSX: what `text` is when it is written; undefined leaves that to the column. */
  readonly kind?: CellKind;
  /** Of an XLSX: the style of the cell in the input. */
  readonly style?: number;
  /** Of the cell of the status: its code. */
  readonly status?: string;
  /** It is empty in the sheet, and gets this text. */
  readonly filled?: true;
}

const NONE: readonly Problem[] = [];

/** Adds a column: its header and the text of a row in it. */
const ADDED: Readonly<Record<ResultHeader, (result: RowResult) => string | undefined>> = {
  status: (result) => rowStatus(result.status),
  'row in the sheet': (result) => String(result.row),
  paymentReference: (result) => result.reference,
  'payment id': (result) => result.payment,
  'batch id': (result) => result.batch,
  'amount paid': (result) => result.amount,
  'currency paid': (result) => result.currency,
  fees: (result) => result.fees,
  'exchange rate': (result) => result.rate,
  'amount received': (result) => result.targetAmount,
  'currency received': (result) => result.targetCurrency,
  'recipient in Payrun': (result) => result.recipient,
  'status code': (result) => result.status,
  reason: (result) => reasonOf(result),
};

const AMOUNTS: ReadonlySet<string> = new Set([
  'row in the sheet',
  'amount paid',
  'fees',
  'exchange rate',
  'amount received',
]);

const IN_FULL = RESULT_HEADERS.filter((header) => header !== 'row in the sheet');
/** Three of them at least: by two alone the columns would not be known again as Payrun's. */
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
 * The columns of a results table: those of the input in their order, without the ones that earlier results added, and
 * then Payrun's. `paymentReference` is added only where the input has no such column of its own.
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
 * The cells of a row. A problem belongs to the cell of its column; where the sheet has no such column, or the problem is
 * about the whole row, to the cell of `status`.
 *
 * @param delimiter of a CSV: the fields of a row that could not be told apart stand in its first cell as one line
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
  // In columns of their own they would be read as values when the results are dropped again.
  const line = delimiter !== null && isRagged(row) ? row.original.join(delimiter) : null;
  return columns.map(({ header, at, name, form }, i) => {
    if (at === null) {
      const text = ADDED[header as ResultHeader](result) ?? '';
      // A reference that the sheet brought, in a column that earlier results added, is kept.
      if (header === 'paymentReference') return { text: text || (row.cells.paymentReference ?? ''), problems: NONE };
      return header === 'status' ? { text, problems: rest, status: result.status } : { text, problems: NONE };
    }
    if (line !== null) return { text: i === 0 ? line : '', problems: i === 0 ? result.problems : NONE };
    const problems = name === null ? NONE : (byColumn.get(name) ?? NONE);
    if (row.stored) return storedCell(row, at, name, form, result, problems);
    return { text: row.original[at] || ownReference(name, row, result), problems };
  });
}

/**
 * An empty cell of the sheet's own reference column gets the reference that the row is known by. A row of which nothing was read
 * does not: a total would be none any more.
 */
function ownReference(name: string | null, { cells }: SheetRow, { reference }: RowResult): string {
  return name === 'paymentReference' && Object.keys(cells).length > 0 ? (reference ?? '') : '';
}

/** Whether the row was hidden, and stays so: it would be paid when the results are dropped again. */
export function isHidden({ findings }: SheetRow): boolean {
  return findings.some(({ code }) => code === 'row_hidden');
}

/** Whether the reader could not say which field of the row belongs to which column. */
function isRagged({ findings }: SheetRow): boolean {
  return findings.some(({ column, severity }) => column === null && severity === 'error');
}

/**
 * A cell of an XLSX as it stood there: a number, date or boolean is one again. A code becomes text, so that a spreadsheet
 * leaves it alone; but not where the reader did not trust it: as text it would be trusted when the results are dropped again.
 */
function storedCell(
  row: SheetRow,
  at: number,
  name: string | null,
  form: ResultColumn['form'],
  result: RowResult,
  problems: readonly Problem[],
): ResultCell {
  const { original, stored, findings } = row;
  const style = stored?.styles[at];
  const look = style === undefined ? {} : { style };
  const wrong = (code?: string) =>
    name !== null &&
    findings.some((found) => found.column === name && found.severity === 'error' && (!code || found.code === code));
  // A formula without a saved value is an empty cell in every other respect, and a merged one not merged any more.
  if (wrong('cell_uncalculated') || wrong('cell_merged')) return { text: '#N/A', problems, kind: 'error', ...look };
  const raw = stored?.raws[at];
  if (raw !== undefined && (form !== 'code' || wrong())) {
    const kind = kindOfRaw(raw);
    if (kind !== 'text') return { text: raw, problems, kind, ...look };
  }
  if (original[at]) return { text: original[at], problems, kind: 'text', ...look };
  const own = ownReference(name, row, result);
  return { text: own, problems, kind: 'text', ...look, ...(own === '' ? {} : { filled: true }) };
}
