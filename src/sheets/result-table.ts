import type { Problem, SheetRow } from '../model.ts';
import { columnNamed } from './columns.ts';
import type { Understood } from './open-sheet.ts';
import type { ResultHeader } from './result-columns.ts';
import { type RowResult, reasonOf } from './row-result.ts';

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
}

const NONE: readonly Problem[] = [];

/** Adds a column: its header and the text of a row in it. */
const ADDED: Readonly<Record<ResultHeader, (result: RowResult) => string | undefined>> = {
  status: (result) => result.status,
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
  reason: (result) => reasonOf(result),
};

const AMOUNTS: ReadonlySet<string> = new Set([
  'row in the sheet',
  'amount paid',
  'fees',
  'exchange rate',
  'amount received',
]);

const IN_FULL: readonly ResultHeader[] = [
  'status',
  'paymentReference',
  'payment id',
  'batch id',
  'amount paid',
  'currency paid',
  'fees',
  'exchange rate',
  'amount received',
  'currency received',
  'reason',
];
const IN_CHECK: readonly ResultHeader[] = ['status', 'reason'];
const TO_FIX: readonly ResultHeader[] = ['status', 'row in the sheet', 'paymentReference', 'reason'];

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
 */
export function resultCells(columns: readonly ResultColumn[], row: SheetRow, result: RowResult): readonly ResultCell[] {
  const byColumn = new Map<string, Problem[]>();
  const rest: Problem[] = [];
  const shown = new Set(columns.map(({ name }) => name));
  for (const problem of result.problems) {
    if (problem.column === null || !shown.has(problem.column)) rest.push(problem);
    else byColumn.set(problem.column, [...(byColumn.get(problem.column) ?? []), problem]);
  }
  return columns.map(({ header, at, name }) => {
    if (at === null) {
      const text = ADDED[header as ResultHeader](result) ?? '';
      // A reference that the sheet brought, in a column that earlier results added, is kept.
      if (header === 'paymentReference') return { text: text || (row.cells.paymentReference ?? ''), problems: NONE };
      return { text, problems: header === 'status' ? rest : NONE };
    }
    return { text: row.original[at] ?? '', problems: name === null ? NONE : (byColumn.get(name) ?? NONE) };
  });
}
