import { formatMinor, readServiceAmount } from '../../money.ts';
import { type ControlTotalLine, controlTotalLine, sidesCounted } from '../../outcomes/control-total-line.ts';
import { rowStatus } from '../../outcomes/status-words.ts';
import type { OpenSheet } from '../open-sheet.ts';
import type { PageCell } from './results-workbook.ts';
import type { PaidRow, ReceivedRow, ResultsHeading, ResultTotals, ResultTotalsRow } from './row-result.ts';

type Line = readonly PageCell[];

const plain = (text: string): PageCell => ({ text });
const number = (text: string): PageCell => ({ text, form: 'number' });
const sum = (text: string): PageCell => ({ text, form: 'sum' });

/** The widths of its columns, in characters. */
export const TOTALS_WIDTHS = [26, 16, 12, 20, 16, 24, 20];

/**
 * The worksheet of totals: the file total by currency and status, the amounts sent with their fees, and both as control
 * totals. None of its headers is in the column catalog, so it is never taken for a sheet of payments.
 * @param anew the reason why the workbook of an XLSX is a new one; null otherwise
 */
export function totalsPage(
  sheet: OpenSheet,
  heading: ResultsHeading,
  rows: number,
  toFix: number,
  { asked, paid, received, sent = null }: ResultTotals,
  anew: string | null = null,
): readonly Line[] {
  return [
    [{ text: heading.title, form: 'title' }],
    ...(heading.sandbox ? [[{ text: 'SANDBOX, NO MONEY MOVES', form: 'warning' } as const]] : []),
    [plain('File'), plain(sheet.name.replace(/^.*[/\\]/, ''))],
    ...(heading.merchant === undefined ? [] : [[plain('Merchant'), plain(heading.merchant)]]),
    [plain('Written (UTC)'), plain(new Date(heading.at).toISOString().replace('T', ' ').slice(0, 19))],
    [plain('Rows in the sheet'), number(String(rows))],
    ...(anew === null
      ? []
      : [
          [
            plain('This workbook'),
            plain(`is a new one with the values of yours, without its formulas, because ${anew}.`),
          ],
        ]),
    [],
    [{ text: 'What the sheet asks for', form: 'title' }],
    headOf(['currency asked', 'status'], ['rows', 'sum asked']),
    ...byCurrency(asked, askedLine, askedSum),
    ...(paid.length === 0
      ? []
      : [
          [],
          [{ text: 'What left the balances', form: 'title' } as const],
          headOf(
            ['currency debited', 'status'],
            ['payments', 'sum sent', 'sum of fees', 'deducted from recipients', 'total debit'],
          ),
          ...byCurrency(paid, paidLine, paidSum),
        ]),
    ...(received.length === 0
      ? []
      : [
          [],
          [{ text: 'What recipients get', form: 'title' } as const],
          headOf(['currency they get', 'status'], ['payments', 'recipients get']),
          ...byCurrency(received, receivedLine, receivedSum),
        ]),
    [],
    [{ text: 'Control totals', form: 'title' }],
    ...controlLines(rows, asked, sent),
    ...(toFix === 0 ? [] : [[], ...whatToDo(toFix, rows)]),
  ];
}

function headOf(left: readonly string[], right: readonly string[]): Line {
  return [
    ...left.map((text): PageCell => ({ text, form: 'head' })),
    ...right.map((text): PageCell => ({ text, form: 'headRight' })),
  ];
}

function byCurrency<T extends { readonly currency: string }>(
  all: readonly T[],
  line: (one: T) => Line,
  total: (currency: string, of: readonly T[]) => Line,
): readonly Line[] {
  return [...Map.groupBy(all, ({ currency }) => currency)].flatMap(([currency, of]) => [
    ...of.map(line),
    ...(of.length > 1 ? [total(currency, of)] : []),
  ]);
}

function askedLine({ currency, status, rows, amount }: ResultTotalsRow): Line {
  return [plain(currency || 'no currency'), plain(rowStatus(status)), number(String(rows)), number(amount)];
}

/** The sum of a currency over all statuses. */
function askedSum(currency: string, lines: readonly ResultTotalsRow[]): Line {
  const rows = lines.reduce((most, line) => most + line.rows, 0);
  const amount = currency ? formatMinor(add(currency, lines, 'amount'), currency) : '';
  return [sum(currency || 'no currency'), sum('all'), sum(String(rows)), sum(amount)];
}

function paidLine({ currency, status, payments, sent, fees, recipientFees, totalDebit }: PaidRow): Line {
  return [
    plain(currency),
    plain(rowStatus(status)),
    ...[String(payments), sent, fees, recipientFees, totalDebit].map(number),
  ];
}

function paidSum(currency: string, lines: readonly PaidRow[]): Line {
  const sums = (['sent', 'fees', 'recipientFees', 'totalDebit'] as const).map((key) =>
    formatMinor(add(currency, lines, key), currency),
  );
  return [sum(currency), sum('all'), ...[paymentsIn(lines), ...sums].map(sum)];
}

function receivedLine({ currency, status, payments, amount }: ReceivedRow): Line {
  return [plain(currency), plain(rowStatus(status)), number(String(payments)), number(amount)];
}

function receivedSum(currency: string, lines: readonly ReceivedRow[]): Line {
  return [
    sum(currency),
    sum('all'),
    sum(paymentsIn(lines)),
    sum(formatMinor(add(currency, lines, 'amount'), currency)),
  ];
}

const paymentsIn = (lines: readonly { readonly payments: number }[]) =>
  String(lines.reduce((all, { payments }) => all + payments, 0));

function add<K extends string>(currency: string, lines: readonly Readonly<Record<K, string>>[], key: K): bigint {
  return lines.reduce((total, line) => total + (readServiceAmount(line[key], currency) ?? 0n), 0n);
}

/**
 * In the format of the first line of a sheet: with the first of these lines on top, the same sheet passes the control
 * total check.
 */
function controlLines(rows: number, asked: readonly ResultTotalsRow[], sent: ControlTotalLine | null): readonly Line[] {
  const sums = asked
    .filter(({ currency, status }) => currency !== '' && status !== 'invalid')
    .map(({ currency, rows: of, amount, arriving }) => ({
      currency,
      rows: of,
      minor: readServiceAmount(amount, currency) ?? 0n,
      arriving: readServiceAmount(arriving, currency) ?? 0n,
    }));
  return [
    ...controlTotal('of the sheet', controlTotalLine(rows, sums)),
    ...(sent === null ? [] : controlTotal('of what was sent', sent)),
  ];
}

function controlTotal(label: string, total: ControlTotalLine): readonly Line[] {
  return [
    [plain(label), { text: total.line, form: 'code' }],
    ...(total.line.split(',').length > 2 ? [[plain(''), plain(sidesCounted(total))]] : []),
  ];
}

function whatToDo(toFix: number, rows: number): readonly Line[] {
  const count = `${toFix} of ${rows} ${rows === 1 ? 'row' : 'rows'}`;
  return [
    [{ text: 'What to do', form: 'title' }],
    [
      plain(
        `${count} ${toFix === 1 ? 'needs' : 'need'} you. Their wrong cells are red; the comment of a cell says why.`,
      ),
    ],
    [
      plain(
        'Correct the cells in the first worksheet, save, and drop this file again: only what was corrected is paid.',
      ),
    ],
    [plain('Or save the worksheet "Rows to fix" as a file of its own, correct it there, and drop that.')],
  ];
}
