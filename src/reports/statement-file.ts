import type { InProgress, Statement, StatementEntry } from '../ledger/reports/statement.ts';
import { formatMinor } from '../money.ts';
import { STATEMENT_STATES, type StatementSum } from '../outcomes/statement-sums.ts';
import { PAYMENT_STATUS } from '../outcomes/status-words.ts';
import { showInZone } from '../platform/time-zone.ts';

const money = (minor: bigint | null, currency: string | null): string =>
  minor === null || currency === null ? '' : formatMinor(minor, currency);
type Columns<Row> = readonly (readonly [title: string, cell: (row: Row) => string])[];

const SUMS: Columns<StatementSum> = [
  ['currency', ({ currency }) => currency],
  ['paid payments', ({ paid }) => String(paid)],
  ['sent', ({ sent, currency }) => money(sent, currency)],
  ['fees on top', ({ fees, recipientFees, currency }) => money(fees - recipientFees, currency)],
  ['total debit', ({ totalDebit, currency }) => money(totalDebit, currency)],
  ['returned payments', ({ returned }) => String(returned)],
  ['came back', ({ returnedMinor, currency }) => money(returnedMinor, currency)],
  ['net debit', ({ netDebit, currency }) => money(netDebit, currency)],
  ['deducted from recipients', ({ recipientFees, currency }) => money(recipientFees, currency)],
  ['failed payments', ({ failed }) => String(failed)],
  ['entries without amounts', ({ withoutAmounts }) => String(withoutAmounts)],
];

const IN_PROGRESS: Columns<InProgress> = [
  ['currency', ({ currency }) => currency],
  ['in progress at the beginning', ({ opening }) => String(opening)],
  ['in progress at the end', ({ closing }) => String(closing)],
];

/** Times are in the zone of the days, so that each entry is in the month of the statement. */
const entryColumns = (timeZone: string): Columns<StatementEntry> => [
  [`time (${timeZone})`, ({ at }) => showInZone(at.getTime(), timeZone)],
  ['status', ({ kind }) => PAYMENT_STATUS[STATEMENT_STATES[kind]]],
  ['reference', ({ reference }) => reference],
  ['recipient', ({ recipient }) => recipient ?? ''],
  ['run', ({ run }) => String(run)],
  ['currency', ({ currency }) => currency],
  ['sent', ({ sent, currency }) => money(sent, currency)],
  ['fees on top', ({ fees, currency }) => money(fees, currency)],
  ['total debit', ({ totalDebit, currency }) => money(totalDebit, currency)],
  ['recipient gets', ({ received, target }) => money(received, target)],
  ['received currency', ({ target }) => target ?? ''],
  ['reason', ({ reason }) => reason ?? ''],
  ['amount ordered', ({ ordered, orderedIn }) => money(ordered, orderedIn)],
  ['currency ordered', ({ orderedIn }) => orderedIn],
];

const linesOf = <Row>(columns: Columns<Row>, rows: readonly Row[]): readonly (readonly string[])[] =>
  rows.map((row) => columns.map(([, cell]) => cell(row)));

type Pages = AsyncIterable<readonly StatementEntry[]>;

/** The lines of the CSV of all entries. */
export async function* statementCsv(entries: Pages, timeZone: string): AsyncIterable<readonly (readonly string[])[]> {
  const columns = entryColumns(timeZone);
  yield [columns.map(([title]) => title)];
  for await (const page of entries) yield linesOf(columns, page);
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
  ...linesOf(columns, rows),
];
