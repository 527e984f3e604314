import type { XlsxCase } from './xlsx-cases.ts';
import { type Book, type Cell, formula, row, STRICT, value, xlsxOf } from './xlsx-of.ts';

/** Workbooks as offices make them: numbers where text was meant, merged titles, second tables, totals over filtered rows. */
type Read = Readonly<Record<string, string>>;
type Line = readonly Cell[];

const HEAD = ['paymentReference', 'referenceId', 'amount', 'currency', 'memo'];
const problem = (at: number, column: string | null, code: string) => ({ row: at, column, code });
const table = (lines: readonly Line[], head: readonly string[] = HEAD): string => [head, ...lines].map((line, i) => row(i + 1, line)).join('');
const book = (lines: readonly Line[], more: Partial<Book> = {}): Buffer => xlsxOf({ sheets: [{ name: 'June', rows: table(lines) }], ...more });
const sheet = (rows: string, around: { before?: string; after?: string } = {}, more: Partial<Book> = {}): Buffer =>
  xlsxOf({ sheets: [{ name: 'June', rows, ...around }], ...more });
const paid = (paymentReference: string, referenceId: string, amount: string, currency = 'EUR', memo?: string): Read => ({
  paymentReference, referenceId, amount, currency, ...(memo === undefined ? {} : { memo }),
});
const A: Line = ['R1', 'A', value('1'), 'EUR'];
const READ_A = paid('R1', 'A', '1');
const merge = (...ranges: string[]) => `<mergeCells>${ranges.map((range) => `<mergeCell ref="${range}"/>`).join('')}</mergeCells>`;

export const OFFICE_XLSX_CASES: readonly XlsxCase[] = [
  // References that were taken for numbers
  {
    name: 'references-of-more-digits-than-a-number-keeps',
    bytes: book([
      [value('20260601000000120'), 'A', value('1'), 'EUR'],
      ['R2', value('2.0260601E16'), value('2'), 'EUR'],
      [value('202606010000123'), value('100000012345678'), value('3'), 'EUR'],
    ]),
    rows: [[2, paid('20260601000000120', 'A', '1')], [3, paid('R2', '20260601000000000', '2')], [4, paid('202606010000123', '100000012345678', '3')]],
    problems: [problem(2, 'paymentReference', 'number_too_long'), problem(3, 'referenceId', 'number_too_long')],
  },
  {
    name: 'references-that-became-dates',
    bytes: book([[value('46174', 0), 'A', value('1'), 'EUR'], ['R2', value('46174.5', 0), value('2'), 'EUR'], ['R3', 'C', value('3'), 'EUR', value('46174', 0)]], { formats: [14] }),
    rows: [[2, paid('2026-06-01', 'A', '1')], [3, paid('R2', '2026-06-01 12:00:00', '2')], [4, paid('R3', 'C', '3', 'EUR', '2026-06-01')]],
    problems: [problem(2, 'paymentReference', 'cell_is_date'), problem(3, 'referenceId', 'cell_is_date')],
  },
  {
    name: 'references-as-number-and-as-text',
    bytes: book([[value('1001'), 'A', value('1'), 'EUR'], [value('1002.0'), 'B', value('2'), 'EUR'], [value('1003', 0), 'C', value('3'), 'EUR']], { formats: ['000000'] }),
    rows: [[2, paid('1001', 'A', '1')], [3, paid('1002', 'B', '2')], [4, paid('001003', 'C', '3')]],
  },

  // Amounts
  {
    name: 'amounts-that-became-dates-or-shares',
    bytes: book(
      [
        ['R1', 'A', value('46174', 0), 'EUR'], ['R2', 'B', value('0.5', 1), 'EUR'], ['R3', 'C', value('0.1', 2), 'EUR'],
        ['R4', 'D', value('12.5', 3), 'EUR'], ['R5', 'E', value('0.125', 4), 'EUR'],
      ],
      { formats: [14, 20, 9, '0.00E+00', '# ?/?'] },
    ),
    rows: [
      [2, paid('R1', 'A', '2026-06-01')], [3, paid('R2', 'B', '12:00:00')], [4, paid('R3', 'C', '10%')],
      [5, paid('R4', 'D', '12.5')], [6, paid('R5', 'E', '0.125')],
    ],
    problems: [problem(2, 'amount', 'cell_is_date'), problem(3, 'amount', 'cell_is_date'), problem(4, 'amount', 'amount_form'), problem(6, 'amount', 'amount_scale')],
  },
  {
    name: 'amounts-in-formats-of-accountants',
    bytes: book(
      [
        ['R1', 'A', value('1234.5', 0), 'EUR'], ['R2', 'B', value('-1234.5', 0), 'EUR'], ['R3', 'C', value('0', 0), 'EUR'], ['R4', 'D', value('10', 1), 'USD'],
        ['R5', 'E', value('12.5', 2), 'EUR'],
      ],
      { formats: ['_-* #,##0.00 [$€-407]_-;-* #,##0.00 [$€-407]_-;_-* "-"?? [$€-407]_-;_-@_-', '[$€-2] #,##0.00', '[Red][>100]#,##0.00;[Blue]0.0'] },
    ),
    rows: [
      [2, paid('R1', 'A', '1234.50')], [3, paid('R2', 'B', '-1234.50')], [4, paid('R3', 'C', '0.00')], [5, paid('R4', 'D', '10.00', 'USD')],
      [6, paid('R5', 'E', '12.50')],
    ],
    problems: [problem(3, 'amount', 'amount_negative'), problem(4, 'amount', 'amount_zero'), problem(5, 'amount', 'amount_other_currency')],
  },
  {
    name: 'amounts-shown-in-thousands',
    bytes: book(
      [['R1', 'A', value('10', 0), 'EUR'], ['R2', 'B', value('10', 1), 'EUR'], ['R3', 'C', value('10', 2), 'EUR'], ['R4', 'D', value('10', 3), 'EUR'], ['R5', 'E', value('10', 4), 'EUR']],
      { formats: ['0" TEUR"', '0 "T€"', '#,##0.0" Mio. €"', '0"k"', '0" net"'] },
    ),
    rows: [[2, paid('R1', 'A', '10')], [3, paid('R2', 'B', '10')], [4, paid('R3', 'C', '10.0')], [5, paid('R4', 'D', '10')], [6, paid('R5', 'E', '10')]],
    problems: [
      problem(2, 'amount', 'amount_other_currency'), problem(3, 'amount', 'amount_other_currency'),
      problem(4, 'amount', 'amount_other_currency'), problem(5, 'amount', 'amount_other_currency'),
    ],
  },
  {
    name: 'amounts-as-text-in-another-style',
    bytes: book([['R1', 'A', '1.234,50', 'EUR'], ['R2', 'B', '1,234.50', 'EUR'], ['R3', 'C', value('99.5'), 'EUR'], ['R4', 'D', '100.00\u200e', 'EUR'], ['R5', 'E', "'100.00", 'EUR']]),
    rows: [[2, paid('R1', 'A', '1.234,50')], [3, paid('R2', 'B', '1234.50')], [4, paid('R3', 'C', '99.5')], [5, paid('R4', 'D', '100.00\u200e')], [6, paid('R5', 'E', "'100.00")]],
    problems: [problem(2, 'amount', 'amount_other_style'), problem(5, 'amount', 'amount_form'), problem(6, 'amount', 'amount_form')],
  },

  // Titles, units and second tables
  {
    name: 'a-merged-title-above-the-header',
    bytes: sheet(row(1, ['Payments June', '', '', '', '']) + row(2, ['Payment', '', '', 'Text', '']) + row(3, HEAD) + row(4, A), { after: merge('A1:E1', 'A2:C2', 'D2:E2') }),
    rows: [[4, READ_A]],
    warnings: 1,
  },
  {
    name: 'a-header-merged-over-two-columns',
    bytes: sheet(row(1, ['referenceId', 'amount', '', 'currency']) + row(2, ['A', value('1'), value('2'), 'EUR']), { after: merge('B1:C1') }),
    rows: [[2, { referenceId: 'A', amount: '1', currency: 'EUR' }]],
    problems: [problem(2, null, 'cell_without_header')],
  },
  {
    name: 'a-line-of-units-below-a-merged-header',
    bytes: sheet(row(1, ['referenceId', 'amount', 'currency']) + row(2, ['', '(EUR)', '']) + row(3, ['A', value('1'), 'EUR']), { after: merge('A1:A2', 'C1:C2') }),
    rows: [[2, { amount: '(EUR)' }], [3, { referenceId: 'A', amount: '1', currency: 'EUR' }]],
    problems: [problem(2, 'referenceId', 'cell_merged'), problem(2, 'currency', 'cell_merged'), problem(2, 'amount', 'amount_form'), problem(2, null, 'recipient_missing')],
  },
  {
    name: 'two-tables-below-each-other',
    bytes: sheet(row(1, ['referenceId', 'amount', 'currency', 'memo']) + row(2, ['A', value('1'), 'EUR', 'x']) + row(5, ['paymentReference', 'amount', 'currency', 'referenceId']) + row(6, ['R2', value('5'), 'EUR', 'B'])),
    rows: [[2, { referenceId: 'A', amount: '1', currency: 'EUR', memo: 'x' }], [5, {}], [6, {}]],
    problems: [problem(5, null, 'row_of_other_table'), problem(6, null, 'row_of_other_table')],
  },
  {
    name: 'two-tables-with-formulas-below',
    bytes: sheet(row(1, HEAD) + row(2, A) + row(4, ['country', 'currency', '', 'amount']) + row(5, ['DE', 'EUR', formula('SUM(C2:C2)', '1'), 'EUR'])),
    rows: [[2, READ_A], [4, {}], [5, {}]],
    problems: [problem(4, null, 'row_of_other_table'), problem(5, null, 'row_of_other_table')],
  },

  // Totals
  {
    name: 'a-total-of-what-the-filter-shows',
    bytes: sheet(table([A]) + row(3, ['R2', 'B', value('2'), 'EUR'], ' hidden="1"') + row(4, ['', 'Total', formula('SUBTOTAL(109,C2:C3)', '1'), ''])),
    rows: [[2, READ_A], [3, paid('R2', 'B', '2')]],
    problems: [problem(3, null, 'row_hidden')],
    warnings: 1,
  },
  {
    name: 'a-total-of-what-the-filter-hides-too',
    bytes: sheet(table([A]) + row(3, ['R2', 'B', value('2'), 'EUR'], ' hidden="1"') + row(4, ['', 'Total', formula('SUM(C2:C3)', '3'), ''])),
    rows: [[2, READ_A], [3, paid('R2', 'B', '2')]],
    problems: [problem(3, null, 'row_hidden')],
    warnings: 1,
  },
  {
    name: 'a-total-of-other-rows-under-a-filter',
    bytes: sheet(table([A]) + row(3, ['R2', 'B', value('2'), 'EUR'], ' hidden="1"') + row(4, ['', 'Total', value('2'), ''])),
    error: 'control_total',
  },
  {
    name: 'a-signature-below-the-total',
    bytes: book([A, ['', 'Total', value('1'), 'EUR'], [], ['Approved by Ada']]),
    rows: [[2, READ_A]],
    warnings: 2,
  },

  {
    name: 'rows-that-are-struck-through',
    bytes: book(
      [
        A,
        ['R2', 'B', value('2', 1), 'EUR'],
        ['R3', 'C', value('3', 2), 'EUR'],
        ['R4', 'D', value('4'), 'EUR', '', value('5', 1)],
        ['', 'Total', value('8'), 'EUR'],
      ],
      { formats: [0, 0, 0], fonts: ['<font><b/></font>', '<font><strike/></font>', '<font><strike val="0"/></font>'] },
    ),
    rows: [[2, READ_A], [3, paid('R2', 'B', '2')], [4, paid('R3', 'C', '3')], [5, paid('R4', 'D', '4')]],
    problems: [problem(3, null, 'row_struck'), problem(5, null, 'cell_without_header')],
    warnings: 1,
  },

  // What programs export
  {
    name: 'numbers-of-apple',
    bytes: xlsxOf({
      sheets: [
        { name: 'Export Summary', rows: row(1, ['This document was exported from Numbers. Each table was converted to an Excel worksheet.']) + row(2, ['Numbers Sheet Name', 'Numbers Table Name', 'Excel Worksheet Name']) },
        { name: 'Sheet 1 - Table 1', rows: row(1, ['Table 1']) + row(2, HEAD) + row(3, A) },
      ],
    }),
    rows: [[3, READ_A]],
    warnings: 1,
  },
  {
    name: 'a-pivot-table-beside-the-payments',
    bytes: xlsxOf({ sheets: [{ name: 'Pay', rows: table([A]) }, { name: 'Pivot', rows: row(1, ['vendor id', 'currency', 'amount']) + row(2, ['A', 'EUR', value('1')]) + row(3, ['Grand Total', '', value('1')]) }] }),
    error: 'sheet_worksheets',
  },
  {
    name: 'lists-for-drop-downs-beside-the-payments',
    bytes: xlsxOf({ sheets: [{ name: 'Read me', rows: row(1, ['Column', 'Meaning']) + row(2, ['amount', 'what leaves']) }, { name: 'Pay', rows: table([A]) }, { name: 'Lists', rows: row(1, ['country', 'currency']) + row(2, ['DE', 'EUR']) }] }),
    rows: [[2, READ_A]],
  },
  {
    name: 'strict-format-with-dates-of-1904',
    bytes: book([['R1', 'A', value('1'), 'EUR', value('44712', 0)]], { formats: [14], date1904: true, namespaces: STRICT }),
    rows: [[2, paid('R1', 'A', '1', 'EUR', '2026-06-01')]],
  },
];
