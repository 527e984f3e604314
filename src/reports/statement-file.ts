import type { InProgress, Statement, StatementEntry } from '../ledger/reports/statement.ts';
import { formatMinor } from '../money.ts';
import { STATEMENT_STATES, type StatementSum } from '../outcomes/statement-sums.ts';
import { PAYMENT_STATUS } from '../outcomes/status-words.ts';
import { showInZone } from '../platform/time-zone.ts';
import type { TableCell, TableSheet } from '../sheets/write/write-tables.ts';

const money = (minor: bigint | null, currency: string | null): string =>
  minor === null || currency === null ? '' : formatMinor(minor, currency);
const number = (text: string): TableCell => (text === '' ? '' : { number: text });

/** Columns of text; the others are numbers. */
const TEXTS: ReadonlySet<string> = new Set([
  'currency',
  'status',
  'reference',
  'recipient',
  'received currency',
  'reason',
  'currency ordered',
]);

type Columns<Row> = readonly (readonly [title: string, width: number, cell: (row: Row) => TableCell])[];

const SUMS: Columns<StatementSum> = [
  ['currency', 10, ({ currency }) => currency],
  ['paid payments', 14, ({ paid }) => number(String(paid))],
  ['sent', 16, ({ sent, currency }) => number(money(sent, currency))],
  ['fees on top', 14, ({ fees, recipientFees, currency }) => number(money(fees - recipientFees, currency))],
  ['total debit', 16, ({ totalDebit, currency }) => number(money(totalDebit, currency))],
  ['returned payments', 18, ({ returned }) => number(String(returned))],
  ['came back', 16, ({ returnedMinor, currency }) => number(money(returnedMinor, currency))],
  ['net debit', 16, ({ netDebit, currency }) => number(money(netDebit, currency))],
  ['deducted from recipients', 24, ({ recipientFees, currency }) => number(money(recipientFees, currency))],
  ['failed payments', 16, ({ failed }) => number(String(failed))],
  ['entries without amounts', 24, ({ withoutAmounts }) => number(String(withoutAmounts))],
];

const IN_PROGRESS: Columns<InProgress> = [
  ['currency', 10, ({ currency }) => currency],
  ['in progress at the beginning', 28, ({ opening }) => number(String(opening))],
  ['in progress at the end', 24, ({ closing }) => number(String(closing))],
];

/** Times are in the zone of the days, so that each entry is in the month of the statement. */
const entryColumns = (timeZone: string): Columns<StatementEntry> => [
  [`time (${timeZone})`, 24, ({ at }) => showInZone(at.getTime(), timeZone)],
  ['status', 10, ({ kind }) => PAYMENT_STATUS[STATEMENT_STATES[kind]]],
  ['reference', 22, ({ reference }) => reference],
  ['recipient', 28, ({ recipient }) => recipient ?? ''],
  ['run', 8, ({ run }) => number(String(run))],
  ['currency', 10, ({ currency }) => currency],
  ['sent', 18, ({ sent, currency }) => number(money(sent, currency))],
  ['fees on top', 12, ({ fees, currency }) => number(money(fees, currency))],
  ['total debit', 18, ({ totalDebit, currency }) => number(money(totalDebit, currency))],
  ['recipient gets', 18, ({ received, target }) => number(money(received, target))],
  ['received currency', 18, ({ target }) => target ?? ''],
  ['reason', 50, ({ reason }) => reason ?? ''],
  ['amount ordered', 18, ({ ordered, orderedIn }) => number(money(ordered, orderedIn))],
  ['currency ordered', 18, ({ orderedIn }) => orderedIn],
];

const linesOf = <Row>(columns: Columns<Row>, rows: readonly Row[]) =>
  rows.map((row) => columns.map(([, , cell]) => cell(row)));
const headOf = <Row>(columns: Columns<Row>) =>
  columns.map(([title, width]) => [title, width, !TEXTS.has(title) && !title.startsWith('time')] as const);

type Pages = AsyncIterable<readonly StatementEntry[]>;

/**
 * Writes a statement as a workbook. `all`: its entries; `exceptions`: those that came back or failed. `about`: names
 * and values of what it is about. `at` in ms UTC.
 */
export async function writeStatement(
  path: string,
  about: readonly (readonly [name: string, value: string])[],
  { sums, inProgress }: Statement,
  { all, exceptions }: { readonly all: Pages; readonly exceptions: Pages },
  { at, timeZone }: { readonly at: number; readonly timeZone: string },
): Promise<void> {
  const columns = entryColumns(timeZone);
  const sheets: readonly TableSheet[] = [
    {
      name: 'Statement',
      columns: [
        ['statement', 22],
        ['', 60],
      ],
      lines: once(about),
    },
    { name: 'Totals', columns: headOf(SUMS), lines: once(linesOf(SUMS, sums)) },
    ...(inProgress.length === 0
      ? []
      : [{ name: 'In progress', columns: headOf(IN_PROGRESS), lines: once(linesOf(IN_PROGRESS, inProgress)) }]),
    ...(sums.some(({ returned, failed }) => returned + failed > 0)
      ? [{ name: 'Returned and failed', columns: headOf(columns), lines: entryLines(columns, exceptions) }]
      : []),
    { name: 'Payments', columns: headOf(columns), lines: entryLines(columns, all) },
  ];
  // Loaded only if it is needed, because it would slow down every start.
  const { writeTables } = await import('../sheets/write/write-tables.ts');
  return writeTables(path, sheets, at);
}

/** The lines of the CSV of all entries. */
export async function* statementCsv(entries: Pages, timeZone: string): AsyncIterable<readonly (readonly string[])[]> {
  const columns = entryColumns(timeZone);
  yield [columns.map(([title]) => title)];
  for await (const page of entries)
    yield linesOf(columns, page).map((line) => line.map((cell) => (typeof cell === 'string' ? cell : cell.number)));
}

/** The lines of the CSV of the totals. */
export async function* statementTotalsCsv({
  sums,
}: Pick<Statement, 'sums'>): AsyncIterable<readonly (readonly string[])[]> {
  yield csvLines(SUMS, sums);
}

/** The lines of the CSV of the payments in progress at the beginning and the end. */
export async function* statementProgressCsv({
  inProgress,
}: Pick<Statement, 'inProgress'>): AsyncIterable<readonly (readonly string[])[]> {
  yield csvLines(IN_PROGRESS, inProgress);
}

const csvLines = <Row>(columns: Columns<Row>, rows: readonly Row[]): readonly (readonly string[])[] => [
  columns.map(([title]) => title),
  ...linesOf(columns, rows).map((line) => line.map((cell) => (typeof cell === 'string' ? cell : cell.number))),
];

async function* entryLines(columns: Columns<StatementEntry>, entries: Pages) {
  for await (const page of entries) yield linesOf(columns, page);
}

async function* once(lines: readonly (readonly TableCell[])[]) {
  yield lines;
}
