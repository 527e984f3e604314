import { type Book, type Cell, escape, formula, partsOf, raw, row, STRICT, value, xlsxOf } from './xlsx-of.ts';
import { OFFICE_XLSX_CASES } from './xlsx-offices.ts';
import { type ZipEntry, zipOf } from './zip-of.ts';

/** A workbook, and what must be read from it. */
export interface XlsxCase {
  readonly name: string;
  readonly bytes: Buffer;
  readonly rows?: readonly (readonly [row: number, cells: Readonly<Record<string, string>>])[];
  readonly problems?: readonly { readonly row: number; readonly column: string | null; readonly code: string }[];
  readonly error?: string;
  /** How many sentences there are about the file as a whole. */
  readonly warnings?: number;
}

/** Of a recipient who is known already: the shortest row that can be paid. */
const HEADER = ['referenceId', 'amount', 'currency', 'memo'];
const BANK = [
  'referenceId', 'type', 'firstName', 'lastName', 'email', 'street1', 'city', 'region', 'postalCode', 'country',
  'branchId', 'accountNum', 'amount', 'currency', 'dob',
];

type Line = readonly Cell[];

/** The header in row 1, the lines below it. */
const table = (lines: readonly Line[], header: readonly string[] = HEADER): string =>
  [header, ...lines].map((line, i) => row(i + 1, line)).join('');
const book = (lines: readonly Line[], more: Partial<Book> = {}, around: { before?: string; after?: string } = {}): Buffer =>
  xlsxOf({ sheets: [{ name: 'June', rows: table(lines), ...around }], ...more });
const rowsXml = (rows: string, more: Partial<Book> = {}): Buffer => xlsxOf({ sheets: [{ name: 'June', rows }], ...more });
const line = (id: string, amount: Cell = value('10.5'), memo: Cell = ''): Line => [id, amount, 'EUR', memo];
const cells = (referenceId: string, amount = '10.5', memo?: string) => ({
  referenceId, amount, currency: 'EUR', ...(memo === undefined ? {} : { memo }),
});
const bankLine = (branchId: Cell, accountNum: Cell, dob: Cell = ''): Line => [
  'V-1', 'individual', 'Ana', 'Walker', 'ana@acme.example', '12 Main Street', 'Austin', 'TX', '73301', 'US',
  branchId, accountNum, value('10.5'), 'USD', dob,
];
const bankCells = (branchId: string, accountNum: string, dob?: string) => ({
  referenceId: 'V-1', type: 'individual', firstName: 'Ana', lastName: 'Walker', email: 'ana@acme.example', street1: '12 Main Street',
  city: 'Austin', region: 'TX', postalCode: '73301', country: 'US', branchId, accountNum, amount: '10.5',
  currency: 'USD', ...(dob === undefined ? {} : { dob }),
});
const problem = (at: number, column: string | null, code: string) => ({ row: at, column, code });
const bank = (lines: readonly Line[], more: Partial<Book> = {}) =>
  xlsxOf({ sheets: [{ name: 'June', rows: table(lines, BANK) }], ...more });
const GOOD = rowsXml(table([line('A'), line('B'), line('C')]));
const THREE = [[2, cells('A')], [3, cells('B')], [4, cells('C')]] as const;
const ole = (stream: string) =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(70_000), Buffer.from(`${stream}\0`, 'utf16le')]);

export const XLSX_CASES: readonly XlsxCase[] = [
  // Text
  {
    name: 'text-shared-inline-and-spaced',
    bytes: book(
      [
        [value(0, undefined, 's'), value('1'), value(1, undefined, 's'), value(2, undefined, 's')],
        line('B', value('2'), raw('t="inlineStr"', '<is><t xml:space="preserve">  two  words </t></is>')),
        line('C', value('3'), raw('t="str"', '<v>plain</v>')),
        line('D', value('4'), raw('t="inlineStr"', '<is><t><![CDATA[a <b> & c]]></t></is>')),
        line('E', value('5'), raw('t="inlineStr"', '<is><t>&#x41;&lt;&amp;gt;_x005F_x0041_</t></is>')),
      ],
      { strings: ['<si><t>A</t></si>', '<si><t>EUR</t></si>', '<si><t xml:space="preserve"> first </t></si>'] },
    ),
    rows: [
      [2, cells('A', '1', 'first')],
      [3, cells('B', '2', 'two  words')],
      [4, cells('C', '3', 'plain')],
      [5, cells('D', '4', 'a <b> & c')],
      [6, cells('E', '5', 'A<&gt;_x0041_')],
    ],
  },
  {
    name: 'rich-text-and-phonetic-guides',
    bytes: book(
      [
        line('A', value('1'), value(0, undefined, 's')),
        line('B', value('2'), value(1, undefined, 's')),
        line('C', value('3'), raw('t="inlineStr"', '<is><r><rPr><b/></rPr><t>Roy</t></r><r><t xml:space="preserve">alties </t></r><r><t>June</t></r></is>')),
      ],
      {
        strings: [
          '<si><r><t>Studio</t></r><r><rPr><sz val="9"/></rPr><t xml:space="preserve"> hire</t></r></si>',
          '<si><t>課きく</t><rPh sb="0" eb="1"><t>カ</t></rPh><phoneticPr fontId="1"/></si>',
        ],
      },
    ),
    rows: [[2, cells('A', '1', 'Studio hire')], [3, cells('B', '2', '課きく')], [4, cells('C', '3', 'Royalties June')]],
  },
  {
    name: 'hyperlinks-booleans-and-errors',
    bytes: book(
      [
        line('A', value('1'), 'see mail'),
        line('B', value('2'), value(1, undefined, 'b')),
        line('C', value('#N/A', undefined, 'e')),
        line('D', value('3'), value('#REF!', undefined, 'e')),
      ],
      {},
      { after: '<hyperlinks><hyperlink ref="D2" location="Sheet2!A1" display="other"/></hyperlinks>' },
    ),
    rows: [
      [2, cells('A', '1', 'see mail')],
      [3, cells('B', '2', 'TRUE')],
      [4, cells('C', '#N/A')],
      [5, cells('D', '3', '#REF!')],
    ],
    problems: [problem(4, 'amount', 'cell_error'), problem(5, 'memo', 'cell_error')],
  },
  {
    name: 'very-long-text',
    bytes: book([line('A', value('1'), 'x'.repeat(32_767)), line('B', value('2'), 'y'.repeat(1024))]),
    rows: [[2, cells('A', '1', 'x'.repeat(32_767))], [3, cells('B', '2', 'y'.repeat(1024))]],
    problems: [problem(2, 'memo', 'memo_too_long')],
  },
  { name: 'endless-text', bytes: book([line('A', value('1'), 'x'.repeat(1_000_001))]), error: 'sheet_damaged' },

  // Numbers
  {
    name: 'amounts-from-floats',
    bytes: book(
      [
        line('A', value('10.1')),
        line('B', value('0.30000000000000004')),
        line('C', value('1240.4999999999998', 0)),
        line('D', value('1234.5678', 0)),
        line('E', value('1.05E2')),
        line('F', value('1000000000000.4567')),
        line('G', value('0.1', 1)),
        line('H', value('0x1F')),
        line('I', value('1E999')),
        line('J', value('-5')),
        line('K', value('1234000', 2)),
      ],
      { formats: ['0.00', '0%', '#,##0.0,"k"'] },
    ),
    rows: [
      [2, cells('A', '10.1')],
      [3, cells('B', '0.3')],
      [4, cells('C', '1240.50')],
      [5, cells('D', '1234.5678')],
      [6, cells('E', '105')],
      [7, cells('F', '1000000000000.46')],
      [8, cells('G', '10%')],
      [9, cells('H', '0x1F')],
      [10, cells('I', '1E999')],
      [11, cells('J', '-5')],
      [12, cells('K', '1234000')],
    ],
    problems: [
      problem(5, 'amount', 'amount_scale'),
      problem(7, 'amount', 'number_too_long'),
      problem(8, 'amount', 'amount_form'),
      problem(9, 'amount', 'cell_error'),
      problem(10, 'amount', 'cell_error'),
      problem(11, 'amount', 'amount_negative'),
      problem(12, 'amount', 'number_scaled'),
    ],
  },
  {
    name: 'amounts-shown-in-other-currencies',
    bytes: book(
      [
        line('A', value('1', 0)),
        line('B', value('1', 1)),
        line('C', value('1', 2)),
        line('D', value('1', 3)),
        ['E', value('1', 0), 'CAD'],
        ['F', value('1', 2), 'USD'],
        ['G', value('1', 3), 'USD'],
        ['H', value('1', 0), ''],
        line('I', value('1', 4)),
        line('J', value('1', 5)),
        line('K', value('-1', 6)),
        line('L', value('1', 6)),
        line('M', formula('1*1', '1')),
        line('N', raw('s="0"', '<f>1*1</f><v>1</v>')),
        line('O', value('1', 7)),
        line('P', value('1'), value('1', 0)),
        line('Q', value('1', 8)),
        line('R', value('0.1', 9)),
      ],
      {
        formats: [
          '[$$-409]#,##0.00', '"USD" 0.00', '#,##0.00 "€"', '#,##0.00\\ [$€-407]', 44, '0.00" net"', '0;0\\ "USD"', '[Red]0.00',
          '_-[$£-809]* #,##0.00_-;-[$£-809]* #,##0.00_-;_-[$£-809]* "-"??_-;_-@_-', '0.00" CHF"',
        ],
      },
    ),
    rows: [
      [2, cells('A', '1.00')], [3, cells('B', '1.00')], [4, cells('C', '1.00')], [5, cells('D', '1.00')],
      [6, { ...cells('E', '1.00'), currency: 'CAD' }], [7, { ...cells('F', '1.00'), currency: 'USD' }], [8, { ...cells('G', '1.00'), currency: 'USD' }],
      [9, { referenceId: 'H', amount: '1.00' }], [10, cells('I', '1.00')], [11, cells('J', '1.00')], [12, cells('K', '-1')],
      [13, cells('L', '1')], [14, cells('M', '1')], [15, cells('N', '1.00')], [16, cells('O', '1.00')], [17, cells('P', '1', '1.00')],
      [18, cells('Q', '1.00')], [19, cells('R', '0.10')],
    ],
    problems: [
      ...[2, 3, 7, 8].map((at) => problem(at, 'amount', 'amount_other_currency')),
      problem(9, 'currency', 'currency_missing'),
      problem(12, 'amount', 'amount_other_currency'),
      problem(14, 'amount', 'cell_formula'),
      ...[15, 18, 19].map((at) => problem(at, 'amount', 'amount_other_currency')),
    ],
  },
  {
    name: 'values-that-their-format-hides',
    bytes: bank(
      [
        bankLine('021000021', '123456').with(12, value('1', 0)),
        bankLine('021000021', '123456').with(12, value('1', 1)),
        bankLine('021000021', '123456').with(12, value('-1', 2)),
        bankLine('021000021', '123456').with(12, value('1', 2)),
        bankLine('021000021', '123456').with(12, value('1', 3)),
        bankLine('021000021', value('123456', 0)),
        bankLine('021000021', raw('s="0" t="inlineStr"', '<is><t>123456</t></is>')),
        bankLine('021000021', raw('s="4" t="inlineStr"', '<is><t>123456</t></is>')),
        bankLine('021000021', '123456').with(2, raw('s="0" t="inlineStr"', '<is><t>Ana</t></is>')),
        bankLine('021000021', '123456').with(12, value('0', 5)),
        bankLine('021000021', '123456').with(14, raw('s="0"', '')),
      ],
      { formats: [';;;', '[Red]', '0.00;;0.00;@', '"paid";0', ';;', '0.00;-0.00;"-"'] },
    ),
    rows: ['1', '1', '-1.00', '1.00', '1', '10.5', '10.5', '10.5', '10.5', '0.00', '10.5'].map(
      (amount, i) => [i + 2, { ...bankCells('021000021', '123456'), amount }] as const,
    ),
    problems: [
      ...[2, 3, 4, 6].map((at) => problem(at, 'amount', 'cell_unseen')),
      ...[7, 8].map((at) => problem(at, 'accountNum', 'cell_unseen')),
      problem(11, 'amount', 'amount_zero'),
    ],
  },
  {
    name: 'numbers-that-their-format-changes',
    bytes: bank(
      [
        ...[0, 1, 2, 3, 4, 5].map((format) => bankLine('021000021', '123456').with(12, value('5000', format))),
        bankLine('021000021', value('123456', 4)),
      ],
      { formats: ['\\-0', '0"%"', '"("0")"', '0\\.00', '"1"0', '[>9000]0;0,'] },
    ),
    rows: ['5000', '5000', '5000', '5000', '5000', '5000', '10.5'].map(
      (amount, i) => [i + 2, { ...bankCells('021000021', '123456'), amount }] as const,
    ),
    problems: [
      ...[2, 3, 4, 5, 6].map((at) => problem(at, 'amount', 'number_altered')),
      problem(7, 'amount', 'number_scaled'),
      problem(8, 'accountNum', 'number_altered'),
    ],
  },
  { name: 'a-header-that-is-repeated', bytes: book([line('A'), HEADER, [...HEADER.slice(0, 3)], line('B')]), rows: [[2, cells('A')], [3, {}], [4, {}], [5, cells('B')]], problems: [problem(3, null, 'row_is_header'), problem(4, null, 'row_is_header')] },
  {
    name: 'codes-in-numeric-cells',
    bytes: bank(
      [
        bankLine(value('21000021', 0), value('123456', 1)),
        bankLine(value('21000021'), value('1.2180000118359719E+16')),
        bankLine('021000021', value('12180000118359719', 2)),
        bankLine(value('210000.21'), '1.23E+17'),
      ],
      { formats: ['000000000', '00-00-00', '0.00E+00'] },
    ),
    rows: [
      [2, bankCells('021000021', '12-34-56')],
      [3, bankCells('21000021', '12180000118359700')],
      [4, bankCells('021000021', '12180000118359719')],
      [5, bankCells('210000.21', '1.23E+17')],
    ],
    problems: [
      problem(3, 'accountNum', 'number_too_long'),
      problem(3, 'branchId', 'branch_code_zeros_lost'),
      problem(4, 'accountNum', 'number_too_long'),
      problem(5, 'branchId', 'number_not_whole'),
      problem(5, 'accountNum', 'number_destroyed'),
    ],
  },
  {
    name: 'dates-of-1900',
    bytes: bank(
      [
        bankLine('021000021', '123456', value('32980', 0)),
        bankLine('021000021', '123456', value('60', 0)),
        bankLine('021000021', value('43538', 0), value('1', 1)),
        bankLine('021000021', '123456', value('-1', 0)),
        bankLine('021000021', '123456', raw('t="d"', '<v>1990-04-17T00:00:00</v>')),
      ],
      { formats: [14, '[$-407]d\\. mmmm yyyy'] },
    ),
    rows: [
      [2, bankCells('021000021', '123456', '1990-04-17')],
      [3, bankCells('021000021', '123456', '1900-02-29')],
      [4, bankCells('021000021', '2019-03-14', '1900-01-01')],
      [5, bankCells('021000021', '123456', '-1')],
      [6, bankCells('021000021', '123456', '1990-04-17')],
    ],
    problems: [
      problem(3, 'dob', 'dob_no_day'),
      problem(4, 'accountNum', 'cell_is_date'),
      problem(5, 'dob', 'dob_form'),
    ],
  },
  {
    name: 'dates-of-1904',
    bytes: bank([bankLine('021000021', '123456', value('31518', 0))], { formats: [14], date1904: true }),
    rows: [[2, bankCells('021000021', '123456', '1990-04-17')]],
  },

  // Formulas
  {
    name: 'formulas',
    bytes: book([
      line('A', formula('5*2.1', '10.5'), formula('IF(TRUE,"","x")', '', 'str')),
      line('B', formula("'[other.xlsx]June'!B2", '7')),
      line('C', formula('B2*2')),
      line('D', formula('1/0', '#DIV/0!', 'e')),
      line('E', value('1'), formula('HYPERLINK("https://x.example","invoice")', 'invoice', 'str')),
      [formula('A2'), formula('B2'), formula('C2'), ''],
    ]),
    rows: [
      [2, cells('A', '10.5')],
      [3, cells('B', '7')],
      [4, { referenceId: 'C', currency: 'EUR' }],
      [5, cells('D', '#DIV/0!')],
      [6, cells('E', '1', 'invoice')],
      [7, {}],
    ],
    problems: [
      problem(2, 'amount', 'cell_formula'),
      problem(4, 'amount', 'cell_uncalculated'),
      problem(5, 'amount', 'cell_error'),
      problem(6, 'memo', 'cell_formula'),
      problem(7, 'referenceId', 'cell_uncalculated'),
      problem(7, 'amount', 'cell_uncalculated'),
      problem(7, 'currency', 'cell_uncalculated'),
      problem(7, null, 'recipient_missing'),
    ],
  },
  {
    name: 'shared-and-array-formulas',
    bytes: book([
      line('A', raw('', '<f t="shared" ref="B2:B3" si="0">5+5</f><v>10</v>')),
      line('B', raw('', '<f t="shared" si="0"/><v>10</v>')),
      line('C', raw('', '<f t="array" ref="B4">SUM(B2:B3)</f><v>20</v>')),
    ]),
    rows: [[2, cells('A', '10')], [3, cells('B', '10')], [4, cells('C', '20')]],
    problems: [problem(2, 'amount', 'cell_formula')],
  },

  // What is out of sight
  {
    name: 'hidden-and-filtered-rows',
    bytes: rowsXml(
      row(1, HEADER) + row(2, line('A')) + row(3, line('B'), ' hidden="1"') + row(4, line('C'), ' ht="0" customHeight="1"') + row(5, [], ' hidden="1"') + row(6, line('D')),
    ),
    rows: [[2, cells('A')], [3, cells('B')], [4, cells('C')], [6, cells('D')]],
    problems: [problem(3, null, 'row_hidden'), problem(4, null, 'row_hidden')],
  },
  {
    name: 'hidden-columns',
    bytes: book([line('A')], {}, { before: '<cols><col min="2" max="3" hidden="1" width="9"/><col min="20" max="16384" hidden="1"/></cols>' }),
    rows: [[2, cells('A')]],
    warnings: 1,
  },
  {
    name: 'merged-cells',
    bytes: book([line('A'), ['B', value('5'), '', 'one'], line('C'), line('D')], {}, {
      before: '<cols><col min="1" max="1" width="12.5"/></cols>',
      after: '<mergeCells count="2"><mergeCell ref="C2:C3"/><mergeCell ref="A5:B5"/></mergeCells>',
    }),
    rows: [[2, cells('A')], [3, { referenceId: 'B', amount: '5', memo: 'one' }], [4, cells('C')], [5, cells('D')]],
    problems: [
      problem(2, 'currency', 'cell_merged'),
      problem(3, 'currency', 'cell_merged'),
      problem(5, 'referenceId', 'cell_merged'),
      problem(5, 'amount', 'cell_merged'),
    ],
  },
  {
    name: 'cells-beyond-the-header',
    bytes: book([[...line('A', value('1'), 'x'), '', 'stray'], line('B')]),
    rows: [[2, cells('A', '1', 'x')], [3, cells('B')]],
    problems: [problem(2, null, 'cell_without_header')],
  },

  // Several worksheets
  {
    name: 'the-worksheet-with-the-header',
    bytes: xlsxOf({
      sheets: [
        { name: 'Read me', rows: row(1, ['How to fill in the amount']) },
        { name: 'June', rows: table([line('A')]) },
        { name: 'Empty', rows: table([]) },
        { name: 'Old', rows: table([line('OLD')]), state: 'veryHidden' },
      ],
    }),
    rows: [[2, cells('A')]],
  },
  {
    name: 'two-worksheets-with-payments',
    bytes: xlsxOf({ sheets: [{ name: 'May', rows: table([line('A')]) }, { name: 'June', rows: table([line('B')]) }] }),
    error: 'sheet_worksheets',
  },
  {
    name: 'only-hidden-worksheets',
    bytes: xlsxOf({
      sheets: [{ name: 'Notes', rows: row(1, ['x']) }, { name: 'June', rows: table([line('A')]), state: 'hidden' }],
    }),
    error: 'sheet_no_header',
  },

  // Shapes that other programs write
  {
    name: 'no-addresses',
    bytes: rowsXml(
      `<row>${HEADER.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>` +
        '<row><c t="inlineStr"><is><t>A</t></is></c><c><v>1</v></c><c t="inlineStr"><is><t>EUR</t></is></c></row><row/>' +
        '<row><c t="inlineStr"><is><t>B</t></is></c><c t="n"><v>2</v></c><c t="inlineStr"><is><t>EUR</t></is></c></row>',
    ),
    rows: [[2, cells('A', '1')], [4, cells('B', '2')]],
  },
  {
    name: 'cells-out-of-order',
    bytes: rowsXml(
      row(1, HEADER) +
        '<row r="2"><c r="C2" t="inlineStr"><is><t>EUR</t></is></c><c r="B2"><v>1</v></c><c r="A2" t="inlineStr"><is><t>A</t></is></c></row>',
    ),
    rows: [[2, cells('A', '1')]],
  },
  { name: 'rows-out-of-order', bytes: rowsXml(row(1, HEADER) + row(3, line('B')) + row(2, line('A'))), error: 'sheet_damaged' },
  { name: 'a-row-twice', bytes: rowsXml(row(1, HEADER) + row(2, line('A')) + row(2, line('B'))), error: 'sheet_damaged' },
  {
    name: 'a-cell-twice',
    bytes: rowsXml(`${row(1, HEADER)}<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>`),
    error: 'sheet_damaged',
  },
  {
    name: 'a-cell-of-another-row',
    bytes: rowsXml(`${row(1, HEADER)}<row r="2"><c r="A3"><v>1</v></c></row>`),
    error: 'sheet_damaged',
  },
  {
    name: 'strict-format',
    bytes: book([line('A'), line('B', value('2', 0))], { namespaces: STRICT, formats: ['0.00'] }),
    rows: [[2, cells('A')], [3, cells('B', '2.00')]],
  },
  {
    name: 'prefixed-elements',
    bytes: rowsXml(
      (row(1, HEADER) + row(2, line('A')) + row(3, line('B', formula('1+1', '2')))).replaceAll(/<(\/?)(\w)/g, '<$1x:$2'),
      { prefix: 'x:' },
    ),
    rows: [[2, cells('A')], [3, cells('B', '2')]],
    problems: [problem(3, 'amount', 'cell_formula')],
  },
  {
    name: 'a-row-of-another-namespace',
    bytes: rowsXml(`${row(1, HEADER)}${row(2, line('A'))}<y:row xmlns:y="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="3"/>`),
    error: 'sheet_damaged',
  },
  {
    name: 'empty-rows-by-the-thousand',
    bytes: rowsXml(
      row(1, HEADER) + row(2, line('A')) +
        Array.from({ length: 20_000 }, (_, i) => `<row r="${i + 3}" s="1" customFormat="1"><c r="A${i + 3}" s="0"/><c r="B${i + 3}" s="0"/></row>`).join('') +
        row(1_048_576, line('Z')),
      { formats: ['@'] },
    ),
    rows: [[2, cells('A')], [1_048_576, cells('Z')]],
  },
  {
    name: 'lies-about-its-dimension',
    bytes: book([line('A')], {}, { before: '<dimension ref="A1:XFD1048576"/>' }),
    rows: [[2, cells('A')]],
  },
  {
    name: 'linked-workbooks-are-not-read',
    bytes: book([line('A')], {
      parts: [
        {
          name: 'xl/externalLinks/externalLink1.xml',
          content: '<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>',
        },
      ],
    }),
    rows: [[2, cells('A')]],
  },

  {
    name: 'macro-enabled',
    bytes: book([line('A')], { parts: [{ name: 'xl/vbaProject.bin', content: ole('VBA') }] }),
    rows: [[2, cells('A')]],
  },
  {
    name: 'absolute-targets-and-other-names',
    bytes: elsewhere(),
    rows: [[2, cells('A')]],
  },

  // What is no XLSX
  { name: 'password-protected', bytes: ole('EncryptedPackage'), error: 'sheet_not_a_sheet' },
  { name: 'old-excel', bytes: ole('Workbook'), error: 'sheet_not_a_sheet' },
  { name: 'binary-workbook', bytes: zipOf([{ name: 'xl/workbook.bin', content: 'x' }]), error: 'sheet_not_a_sheet' },
  {
    name: 'open-document',
    bytes: zipOf([{ name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet', stored: true }]),
    error: 'sheet_damaged',
  },
  { name: 'numbers', bytes: zipOf([{ name: 'Index/Document.iwa', content: 'x', stored: true }]), error: 'sheet_not_a_sheet' },
  { name: 'word', bytes: zipOf([{ name: '_rels/.rels', content: 'x' }, { name: 'word/document.xml', content: 'x' }]), error: 'sheet_not_a_sheet' },
  { name: 'zip', bytes: zipOf([{ name: 'payments.csv', content: 'x' }]), error: 'sheet_not_a_sheet' },
  { name: 'encrypted-entry', bytes: zipOf([{ name: 'xl/workbook.xml', content: 'x', encrypted: true }]), error: 'sheet_not_a_sheet' },

  // Attacks
  {
    name: 'zip-bomb',
    bytes: rowsXml(row(1, HEADER) + row(2, line('A')) + ' '.repeat(20 * 1024 * 1024)),
    error: 'sheet_too_large',
  },
  {
    name: 'more-cells-than-a-row-can-have',
    bytes: rowsXml(row(1, HEADER) + row(2, line('A')) + `<row r="3">${'<c/>'.repeat(16_385)}</row>`),
    error: 'sheet_damaged',
  },
  {
    name: 'more-rows-than-a-worksheet-can-have',
    bytes: rowsXml(row(1, HEADER) + row(2, line('A')) + '<row/>'.repeat(1_048_575)),
    error: 'sheet_damaged',
  },
  {
    name: 'zip-bomb-that-lies',
    bytes: zipBomb(),
    error: 'sheet_damaged',
  },
  {
    name: 'entities',
    bytes: xlsxOf({
      sheets: [
        {
          name: 'June',
          rows: '',
          xml: `<!DOCTYPE worksheet [<!ENTITY a "EUR"><!ENTITY x SYSTEM "file:///etc/passwd">]><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${table([line('A')]).replaceAll('EUR', '&a;')}</sheetData></worksheet>`,
        },
      ],
    }),
    error: 'sheet_damaged',
  },
  { name: 'elements-without-end', bytes: rowsXml('', { parts: [styles('<a>'.repeat(200_000))] }), error: 'sheet_damaged' },
  { name: 'unknown-entity', bytes: rowsXml(table([line('A')]).replaceAll('EUR', '&a;')), error: 'sheet_damaged' },
  {
    name: 'not-utf-8',
    bytes: xlsxOf({
      sheets: [{ name: 'June', rows: '' }],
      parts: [
        {
          name: 'xl/worksheets/sheet1.xml',
          content: Buffer.from(
            `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${table([line('M\xfcller')])}</sheetData></worksheet>`,
            'latin1',
          ),
        },
      ],
    }),
    error: 'sheet_damaged',
  },
  { name: 'paths-that-climb', bytes: zipOf([{ name: '../../etc/passwd', content: 'x' }]), error: 'sheet_damaged' },

  // Damage
  { name: 'cut-in-the-middle', bytes: GOOD.subarray(0, GOOD.length >> 1), error: 'sheet_damaged' },
  { name: 'cut-in-its-directory', bytes: GOOD.subarray(0, GOOD.length - 40), error: 'sheet_damaged' },
  { name: 'with-something-behind-it', bytes: Buffer.concat([GOOD, Buffer.from('\n\n')]), error: 'sheet_damaged' },
  {
    name: 'no-end-of-rows',
    bytes: xlsxOf({
      sheets: [
        {
          name: 'June',
          rows: '',
          xml: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${table([line('A'), line('B')])}`,
        },
      ],
    }),
    error: 'sheet_damaged',
  },
  {
    name: 'wrong-checksum',
    bytes: xlsxOf({
      sheets: [{ name: 'June', rows: '' }],
      parts: [
        {
          name: 'xl/worksheets/sheet1.xml',
          content: `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${table([line('A')])}</sheetData></worksheet>`,
          crc: 1,
        },
      ],
    }),
    error: 'sheet_damaged',
  },
  { name: 'a-text-that-is-missing', bytes: book([line('A', value('1'), value(7, undefined, 's'))], { strings: ['<si><t>x</t></si>'] }), error: 'sheet_damaged' },
  { name: 'no-texts-at-all', bytes: book([line('A', value('1'), value(0, undefined, 's'))]), error: 'sheet_damaged' },
  { name: 'a-part-twice', bytes: zipOf([{ name: 'xl/workbook.xml', content: 'x' }, { name: 'XL/Workbook.xml', content: 'y' }]), error: 'sheet_damaged' },
  { name: 'a-kind-of-cell-that-is-none', bytes: book([line('A', value('1', undefined, 'q'))]), error: 'sheet_damaged' },
  { name: 'an-address-that-is-none', bytes: rowsXml(`${row(1, HEADER)}<row r="2"><c r="XFE2"><v>1</v></c></row>`), error: 'sheet_damaged' },
  { name: 'whole', bytes: GOOD, rows: THREE },
  {
    name: 'markup-in-text',
    bytes: book([line('A', value('1'), '</sheetData><row r="9"/>'), line('B', value('2'), escape('&lt;'))]),
    rows: [[2, cells('A', '1', '</sheetData><row r="9"/>')], [3, cells('B', '2', '&amp;lt;')]],
  },
  ...OFFICE_XLSX_CASES,
];

/** The parts have other names than Excel gives them, and are named from the root of the package. */
function elsewhere(): Buffer {
  const moved = (text: string) =>
    text.replaceAll('xl/workbook.xml', 'book/main.xml').replaceAll('"worksheets/sheet1.xml', '"/book/one.xml');
  return zipOf(
    partsOf({ sheets: [{ name: 'June', rows: table([line('A')]) }] }).map(({ name, content }) => ({
      name: moved(name).replace('xl/worksheets/sheet1.xml', 'book/one.xml').replace('xl/_rels/workbook', 'book/_rels/main').replace('xl/', 'book/'),
      content: moved(String(content)),
    })),
  );
}

function styles(inner: string): ZipEntry {
  return {
    name: 'xl/styles.xml',
    content: `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${inner}</styleSheet>`,
  };
}

/** 30 MB of blanks in a part that says it has 1,000 bytes. */
function zipBomb(): Buffer {
  return xlsxOf({
    sheets: [{ name: 'June', rows: '' }],
    parts: [{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(30 * 1024 * 1024, ' '), size: 1000 }],
  });
}
