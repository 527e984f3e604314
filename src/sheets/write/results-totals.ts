import { type ControlTotalLine, describeTotalSides } from '../../outcomes/control-total-line.ts';
import { ALL_STATUSES } from '../../outcomes/run-money.ts';
import { rowStatus } from '../../outcomes/status-words.ts';
import type { OpenSheet } from '../open-sheet.ts';
import type { PageCell } from './results-workbook.ts';
import type { DebitRow, ResultsHeading, ResultTotals, ResultTotalsRow } from './row-result.ts';

type Line = readonly PageCell[];

const plain = (text: string): PageCell => ({ text });
const number = (text: string): PageCell => ({ text, form: 'number' });
const sum = (text: string): PageCell => ({ text, form: 'sum' });

/** The widths of its columns, in characters. */
export const TOTALS_WIDTHS = [26, 16, 12, 20, 16, 24, 20];

interface StatedTotals {
  readonly heading: ResultsHeading;
  readonly rows: number;
  readonly toFix: number;
  readonly totals: ResultTotals;
  /** The reason why the workbook of an XLSX is a new one; null otherwise. */
  readonly rewriteReason: string | null;
}

/**
 * The worksheet of totals: the total debit by currency and status with its fees, the sheet's stated amounts, and its
 * control totals. None of its headers is in the column catalog, so it is never treated as a sheet of payments.
 */
export function totalsPage(
  sheet: OpenSheet,
  { heading, rows, toFix, totals, rewriteReason }: StatedTotals,
): readonly Line[] {
  const { stated, debits, sheet: ofSheet, sent = null } = totals;
  return [
    [{ text: heading.title, form: 'title' }],
    ...(heading.sandbox ? [[{ text: 'SANDBOX, NO MONEY MOVES', form: 'warning' } as const]] : []),
    [plain('File'), plain(sheet.name.replace(/^.*[/\\]/, ''))],
    ...(heading.merchant === undefined ? [] : [[plain('Merchant'), plain(heading.merchant)]]),
    [plain('Written (UTC)'), plain(new Date(heading.at).toISOString().replace('T', ' ').slice(0, 19))],
    [plain('Rows in the sheet'), number(String(rows))],
    ...(heading.notUsed ?? []).map((column, n): Line => [plain(n === 0 ? 'Columns not used' : ''), plain(column)]),
    ...(rewriteReason === null
      ? []
      : [
          [
            plain('This workbook'),
            plain(`is a new one with the values of yours, without its formulas, because ${rewriteReason}.`),
          ],
        ]),
    [],
    ...(debits.length === 0
      ? []
      : [
          [{ text: 'Total debit by status', form: 'title' } as const],
          headOf(
            ['currency debited', 'status'],
            ['payments', 'total debit', 'not quoted, before fees', 'sum of fees', 'deducted from recipients'],
          ),
          ...debits.map(debitLine),
          [],
        ]),
    [{ text: 'What the sheet states', form: 'title' }],
    headOf(['currency in the sheet', 'status'], ['rows', 'the sheet states']),
    ...stated.map(statedLine),
    [],
    [{ text: 'Control totals', form: 'title' }],
    // With the first of these lines on top, the same sheet passes the control total check.
    ...controlTotal('of the sheet', ofSheet),
    ...(sent === null ? [] : controlTotal('of paid and processing payments', sent)),
    ...(toFix === 0 ? [] : [[], ...nextStepLines(toFix, rows, canceledIn(stated))]),
  ];
}

function headOf(left: readonly string[], right: readonly string[]): Line {
  return [
    ...left.map((text): PageCell => ({ text, form: 'head' })),
    ...right.map((text): PageCell => ({ text, form: 'headRight' })),
  ];
}

function statedLine({ currency, status, rows, amount }: ResultTotalsRow): Line {
  // The amount of an invalid row may not be readable, so these are not summed.
  if (currency === '') return [plain(''), plain(rowStatus(status)), number(String(rows)), plain('not counted')];
  return totalsLine(currency, status, [String(rows), amount]);
}

function debitLine(line: DebitRow): Line {
  const { currency, status, payments, totalDebit, beforeFees, fees, recipientFees } = line;
  return totalsLine(currency, status, [String(payments), totalDebit, beforeFees, fees, recipientFees]);
}

/** The line with the sums of the others of its currency is emphasized. */
function totalsLine(currency: string, status: string, figures: readonly string[]): Line {
  if (status === ALL_STATUSES) return [currency, status, ...figures].map(sum);
  return [plain(currency), plain(rowStatus(status)), ...figures.map(number)];
}

function controlTotal(label: string, total: ControlTotalLine): readonly Line[] {
  return [
    [plain(label), { text: total.line, form: 'code' }],
    ...(total.line.split(',').length > 2 ? [[plain(''), plain(describeTotalSides(total))]] : []),
  ];
}

const canceledIn = (stated: readonly ResultTotalsRow[]): number =>
  stated.reduce((sum, { status, rows }) => sum + (status === 'canceled' ? rows : 0), 0);

/** References of canceled rows are free again: the whole file pays them too, and "Rows to fix" does not. */
function nextStepLines(toFix: number, rows: number, canceled: number): readonly Line[] {
  const count = `${toFix} of ${rows} ${rows === 1 ? 'row' : 'rows'}`;
  const others = canceled === 0 ? '' : `, and ${canceled} ${canceled === 1 ? 'was' : 'were'} canceled`;
  const isPaid =
    canceled === 0 ? 'only what was corrected is paid' : 'what was corrected and what was canceled is paid';
  const only = canceled === 0 ? '.' : ': only what was corrected is paid then, and nothing that was canceled.';
  return [
    [{ text: 'What to do', form: 'title' }],
    [
      plain(
        `${count} ${toFix === 1 ? 'was' : 'were'} not paid and can be corrected${others}. Red cells have a comment that gives the reason.`,
      ),
    ],
    [plain(`Correct the cells in the first worksheet, save, and pay this file in a new run: ${isPaid}.`)],
    [plain(`Or save the worksheet "Rows to fix" as a file of its own, correct it there, and pay that${only}`)],
  ];
}
