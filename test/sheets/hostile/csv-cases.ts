import iconv from 'iconv-lite';
import { OFFICE_CSV_CASES } from './csv-offices.ts';

/** A CSV, and what must be read from it. */
export interface CsvCase {
  readonly name: string;
  readonly bytes: Buffer | string;
  readonly rows?: readonly (readonly [row: number, cells: Readonly<Record<string, string>>])[];
  readonly problems?: readonly { readonly row: number; readonly column: string | null; readonly code: string }[];
  readonly error?: string;
  /** How many sentences there are about the file as a whole. */
  readonly warnings?: number;
  readonly options?: { readonly columns?: Readonly<Record<string, string>>; readonly decimal?: 'point' | 'comma' };
}

/** Of a recipient who is known already: the shortest row that can be paid. */
const HEAD = 'referenceId,amount,currency,memo';
const cells = (referenceId: string, amount = '10.50', memo?: string, currency = 'EUR') => ({
  referenceId,
  amount,
  currency,
  ...(memo === undefined ? {} : { memo }),
});
const problem = (row: number, column: string | null, code: string) => ({ row, column, code });
const lines = (...rows: string[]) => `${[HEAD, ...rows].join('\n')}\n`;
const semicolons = (...rows: string[]) => lines(...rows).replace(HEAD, HEAD.replaceAll(',', ';'));
const A = 'A,10.50,EUR,x';
const B = 'B,10.50,EUR,y';
const AB = [[2, cells('A', '10.50', 'x')], [3, cells('B', '10.50', 'y')]] as const;
const BOM = '\uFEFF';
const WIDE = lines('A,10.50,EUR,Čapek Ærø 東京');
const WIDE_ROWS = [[2, cells('A', '10.50', 'Čapek Ærø 東京')]] as const;
const utf16 = (text: string, codec: 'utf-16le' | 'utf-16be') => iconv.encode(text, codec, { addBOM: false });
const withByte = (text: string, mark: string, byte: number) => {
  const bytes = Buffer.from(text);
  bytes[bytes.indexOf(mark)] = byte;
  return bytes;
};
/** Amounts in one column: the text, and what must be read of it, or the code of its problem. */
const amounts = (
  name: string,
  list: readonly (readonly [text: string, read: string, code?: string | undefined, currency?: string])[],
  options?: CsvCase['options'],
): CsvCase => ({
  name,
  bytes: semicolons(...list.map(([text, , , currency], i) => `R${i};${text};${currency ?? 'EUR'};`)),
  rows: list.map(([, read, , currency], i) => [i + 2, cells(`R${i}`, read, undefined, currency ?? 'EUR')]),
  problems: list.flatMap(([, , code], i) => (code === undefined ? [] : [problem(i + 2, 'amount', code)])),
  ...(options ? { options } : {}),
});

const ENCODINGS: readonly CsvCase[] = [
  { name: 'utf-8-with-bom', bytes: BOM + WIDE, rows: WIDE_ROWS },
  { name: 'utf-16le-with-bom', bytes: utf16(BOM + WIDE, 'utf-16le'), rows: WIDE_ROWS },
  { name: 'utf-16be-with-bom', bytes: utf16(BOM + WIDE, 'utf-16be'), rows: WIDE_ROWS },
  { name: 'utf-16le-without-bom', bytes: utf16(WIDE, 'utf-16le'), rows: WIDE_ROWS },
  { name: 'utf-16be-without-bom', bytes: utf16(WIDE, 'utf-16be'), rows: WIDE_ROWS },
  {
    name: 'utf-16le-half-a-character',
    bytes: utf16(lines('A,10.50,EUR,a\ud83dz', B), 'utf-16le'),
    rows: [[2, cells('A', '10.50', 'a\uFFFDz')], [3, cells('B', '10.50', 'y')]],
    problems: [problem(2, 'memo', 'cell_unreadable')],
  },
  {
    name: 'windows-1252',
    bytes: iconv.encode(lines('A,10.50,EUR,Müller – 5 €'), 'windows-1252'),
    rows: [[2, cells('A', '10.50', 'Müller – 5 €')]],
  },
  {
    name: 'windows-1252-with-some-utf-8',
    bytes: Buffer.concat([
      iconv.encode(lines('A,10.50,EUR,Müller', 'B,10.50,EUR,Jäger', 'C,10.50,EUR,Böse'), 'windows-1252'),
      Buffer.from('D,10.50,EUR,Groß\n'),
    ]),
    rows: [
      [2, cells('A', '10.50', 'Müller')],
      [3, cells('B', '10.50', 'Jäger')],
      [4, cells('C', '10.50', 'Böse')],
      [5, cells('D', '10.50', 'GroÃŸ')],
    ],
    problems: [problem(5, 'memo', 'cell_unreadable')],
  },
  {
    name: 'utf-8-with-one-bad-byte',
    bytes: withByte(lines('A,10.50,EUR,Ærø', 'B,10.50,EUR,a#b', 'C,10.50,EUR,Ærø'), '#', 0xff),
    rows: [[2, cells('A', '10.50', 'Ærø')], [3, cells('B', '10.50', 'a\uFFFDb')], [4, cells('C', '10.50', 'Ærø')]],
    problems: [problem(3, 'memo', 'cell_unreadable')],
  },
  {
    name: 'utf-8-with-a-bad-byte-in-an-unknown-column',
    bytes: withByte('referenceId,amount,currency,color\nA,10.50,EUR,é#\n', '#', 0xff),
    rows: [[2, cells('A')]],
  },
  {
    name: 'nul-bytes',
    bytes: lines('A,10.50,EUR,x\0y', 'B\0,10.50,EUR,y', 'C,1\u00000.50,EUR,y'),
    rows: [[2, cells('A', '10.50', 'x\0y')], [3, cells('B\0', '10.50', 'y')], [4, cells('C', '1\u00000.50', 'y')]],
    problems: [
      problem(2, 'memo', 'cell_unreadable'),
      problem(3, 'referenceId', 'cell_unreadable'),
      problem(4, 'amount', 'cell_unreadable'),
    ],
  },
  { name: 'binary-called-csv', bytes: Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 37) % 256)), error: 'sheet_not_a_sheet' },
  { name: 'pdf-called-csv', bytes: '%PDF-1.7\n%âãÏÓ\n', error: 'sheet_not_a_sheet' },
  { name: 'web-page-called-csv', bytes: '<html><table><tr><td>amount</td></tr></table></html>', error: 'sheet_not_a_sheet' },
];

const FORM: readonly CsvCase[] = [
  { name: 'comma', bytes: lines(A, B), rows: AB },
  { name: 'semicolon', bytes: lines(A, B).replaceAll(',', ';'), rows: AB },
  { name: 'tab', bytes: lines(A, B).replaceAll(',', '\t'), rows: AB },
  { name: 'pipe', bytes: lines(A, B).replaceAll(',', '|'), rows: AB },
  { name: 'semicolon-with-more-commas', bytes: semicolons('A;10,50;EUR;a, b, c, d', 'B;10,50;EUR;e, f, g, h'), rows: [[2, cells('A', '10.50', 'a, b, c, d')], [3, cells('B', '10.50', 'e, f, g, h')]] },
  { name: 'sep-line', bytes: `sep=;\r\n${semicolons('A;10.50;EUR;x', 'B;10.50;EUR;y')}`, rows: AB },
  { name: 'sep-line-quoted-with-bom', bytes: `${BOM}"sep=|"\r${lines(A, B).replaceAll(',', '|').replaceAll('\n', '\r')}`, rows: AB },
  { name: 'cr', bytes: lines(A, B).replaceAll('\n', '\r'), rows: AB },
  { name: 'crlf', bytes: lines(A, B).replaceAll('\n', '\r\n'), rows: AB },
  { name: 'mixed-line-ends', bytes: `${HEAD}\r\n${A}\r${B}\nC,10.50,EUR,z`, rows: [...AB, [4, cells('C', '10.50', 'z')]] },
  {
    name: 'line-breaks-in-cells',
    bytes: lines('A,10.50,EUR,"one\ntwo\r\nthree"', B, '"C",10.50,EUR,z'),
    rows: [[2, cells('A', '10.50', 'one\ntwo\r\nthree')], [3, cells('B', '10.50', 'y')], [4, cells('C', '10.50', 'z')]],
    problems: [problem(2, 'memo', 'text_characters')],
  },
  {
    name: 'line-break-behind-a-quote-that-is-text',
    bytes: lines('A,10.50,EUR,"""Hello"" said\nAda"', B),
    rows: [[2, cells('A', '10.50', '"Hello" said\nAda')], [3, cells('B', '10.50', 'y')]],
    problems: [problem(2, 'memo', 'text_characters')],
  },
  {
    name: 'lines-above-the-header',
    bytes: `Payments of June,,,\n\nmade by Ada,,,\n${lines(A)}`,
    rows: [[5, cells('A', '10.50', 'x')]],
    warnings: 1,
  },
  {
    name: 'blank-rows-and-columns',
    bytes: `\n,referenceId,,amount,currency,,\n\n,,,,,,\n,A,,10.50,EUR,,\n  ,,\t, ,,,\n,B,lost,10.50,EUR,,\n\n`,
    rows: [[5, cells('A')], [7, cells('B')]],
    problems: [problem(7, null, 'cell_without_header')],
  },
  {
    name: 'ragged-rows',
    bytes: lines(A, 'B,10.50', 'C,1,234.50,EUR,y', 'D,10.50,EUR,z,,,', 'E'),
    rows: [[2, cells('A', '10.50', 'x')], [3, {}], [4, {}], [5, cells('D', '10.50', 'z')], [6, {}]],
    problems: [problem(3, null, 'row_too_short'), problem(4, null, 'row_too_long'), problem(6, null, 'row_too_short')],
  },
  { name: 'unclosed-quote', bytes: lines(A, 'B,10.50,EUR,"y', 'C,10.50,EUR,z'), error: 'sheet_unclosed_quote' },
  { name: 'rows-that-a-quote-takes-in', bytes: lines(A, 'B,10.50,EUR,"hello', 'C,1.00,EUR,x', 'D,1.00,EUR,ok"', B), error: 'sheet_swallowed_rows' },
  { name: 'unclosed-quote-that-another-closes', bytes: lines(A, 'B,"10.50,EUR,y', 'C,"10.50",EUR,z', B), error: 'sheet_swallowed_rows' },
  {
    name: 'quotes-in-the-middle',
    bytes: lines('A,10.50,EUR,5" disk', 'B,10.50,EUR,say "hi" now', 'C,10.50,EUR,"a ""b"" c"', 'D,10.50,EUR,"a"b'),
    rows: [
      [2, cells('A', '10.50', '5" disk')],
      [3, cells('B', '10.50', 'say "hi" now')],
      [4, cells('C', '10.50', 'a "b" c')],
      [5, cells('D', '10.50', '"a"b')],
    ],
  },
  {
    name: 'a-cell-of-a-megabyte',
    bytes: lines(`A,10.50,EUR,"${'long '.repeat(220_000)}"`, B),
    error: 'sheet_damaged',
  },
  { name: 'a-row-without-an-end', bytes: `${HEAD}\nA,10.50,EUR,${'x'.repeat(4_100_000)}`, error: 'sheet_damaged' },
  { name: 'column-twice', bytes: 'referenceId,amount,currency,Amount\nA,10.50,EUR,10.50\n', error: 'sheet_column_twice' },
  { name: 'column-twice-by-alias', bytes: 'referenceId,amount,currency,Vendor ID\nA,10.50,EUR,A\n', error: 'sheet_column_twice' },
  { name: 'unknown-column-twice', bytes: 'referenceId,amount,currency,color,color\nA,10.50,EUR,red,blue\n', rows: [[2, cells('A')]], warnings: 2 },
  {
    name: 'header-in-german',
    bytes: 'Lieferant;Zahlbetrag;Währung;Verwendungszweck\nA;1.240,50;EUR;Miete\n',
    rows: [[2, cells('A', '1240.50', 'Miete')]],
    options: { columns: { Lieferant: 'referenceId', Zahlbetrag: 'amount', Währung: 'currency', Verwendungszweck: 'memo' } },
  },
  { name: 'header-in-german-without-a-mapping', bytes: 'Lieferant;Zahlbetrag;Währung;Verwendungszweck\nA;1.240,50;EUR;Miete\n', error: 'sheet_columns_missing' },
  { name: 'header-in-capitals-and-spaces', bytes: 'REFERENCE_ID , A-mount,"Currency\n",Mémo\nA,10.50,EUR,x\n', rows: [[2, cells('A', '10.50', 'x')]] },
  { name: 'empty', bytes: '', error: 'sheet_empty' },
  { name: 'only-line-ends', bytes: '\r\n\r\n \n', error: 'sheet_empty' },
  { name: 'only-a-header', bytes: `${HEAD}\n`, error: 'sheet_no_rows' },
  { name: 'only-a-byte-order-mark', bytes: BOM, error: 'sheet_empty' },
  {
    name: 'formulas-as-text',
    bytes: lines(`A,10.50,EUR,"=HYPERLINK(""http://x"")"`, "B,10.50,EUR,'=1+1", 'C,=1+1,EUR,y'),
    rows: [[2, cells('A', '10.50', '=HYPERLINK("http://x")')], [3, cells('B', '10.50', '=1+1')], [4, cells('C', '=1+1', 'y')]],
    problems: [problem(4, 'amount', 'amount_form')],
  },
];

const AMOUNTS: readonly CsvCase[] = [
  amounts('amounts-with-a-point', [
    ['1240', '1240'],
    ['1240.5', '1240.5'],
    ['1,240.50', '1240.50'],
    ['1,240', '1240'],
    ['1,240,000', '1240000'],
    ['1,00,000', '100000'],
    ['12,34,567.89', '1234567.89'],
    ['1 240.50', '1240.50'],
    ['1\u00a0240.50', '1240.50'],
    ['1\u202f240\u202f000.50', '1240000.50'],
    ["1'240.50", '1240.50'],
    ['1’240.50', '1240.50'],
    ['１２４０．５０', '1240.50'],
    ['1.500', '1.500', 'amount_ambiguous'],
    ['0.005', '0.005', 'amount_scale'],
    ['1240.505', '1240.505', 'amount_scale'],
    ['1.500', '1.500', undefined, 'KWD'],
    ['1.505', '1.505', 'amount_scale', 'KWD'],
    ['1500.5', '1500.5', 'amount_scale', 'JPY'],
    ['0.00', '0.00', 'amount_zero'],
  ]),
  amounts('amounts-with-a-comma', [
    ['1240,5', '1240.5'],
    ['1.240,50', '1240.50'],
    ['1.240', '1240'],
    ['1.240.000', '1240000'],
    ['1 240,50', '1240.50'],
    ["1'240,50", '1240.50'],
    ['1,240', '1,240', 'amount_ambiguous'],
    ['1240,505', '1240.505', 'amount_scale'],
    ['-5,00', '-5.00', 'amount_negative'],
  ]),
  amounts('amounts-that-show-no-style', [
    ['1240', '1240'],
    ['1,240', '1,240', 'amount_ambiguous'],
    ['1.240', '1.240', 'amount_ambiguous'],
    ['1 240', '1240'],
  ]),
  amounts('amounts-declared-comma', [['1,240', '1.240'], ['1.240', '1240'], ['1.5', '1.5', 'amount_other_style']], { decimal: 'comma' }),
  amounts('amounts-declared-point', [['1,240', '1240'], ['1.240', '1.240'], ['1,5', '1,5', 'amount_other_style']], { decimal: 'point' }),
  amounts('amounts-in-two-styles', [
    ['1,5', '1,5', 'amount_other_style'],
    ['1.5', '1.5'],
    ['2.5', '2.5'],
    ['1,240', '1,240', 'amount_ambiguous'],
    ['1,240.00', '1240.00'],
  ]),
  {
    name: 'amounts-in-another-style-far-below',
    bytes: semicolons(...Array.from({ length: 300 }, (_, i) => `A${i};1.5;EUR;`), ...Array.from({ length: 400 }, (_, i) => `B${i};1,5;EUR;`)),
    error: 'sheet_two_decimals',
  },
  amounts('amounts-with-currencies', [
    ['€ 1240.50', '1240.50'],
    ['1240.50 €', '1240.50'],
    ['EUR 1240.50', '1240.50'],
    ['1240.50eur', '1240.50'],
    ['$1,240.50', '$1,240.50', 'amount_other_currency'],
    ['USD 5', 'USD 5', 'amount_other_currency'],
    ['$5.00', '5.00', undefined, 'USD'],
    ['$5.00', '5.00', undefined, 'CAD'],
    ['CA$5.00', 'CA$5.00', 'amount_other_currency', 'USD'],
    ['£5.00', '5.00', undefined, 'GBP'],
    ['Rs. 500', '500', undefined, 'INR'],
    ['￥1500', '1500', undefined, 'JPY'],
    ['5 kr', '5', undefined, 'SEK'],
    ['€.50', '€.50', 'amount_form'],
    ['€5€', '€5€', 'amount_form'],
    ['5 apples', '5 apples', 'amount_form'],
  ]),
  amounts('amounts-that-are-none', [
    ['(1.00)', '-1.00', 'amount_negative'],
    ['1.00-', '-1.00', 'amount_negative'],
    ['−1.00', '-1.00', 'amount_negative'],
    ['($5.00)', '-5.00', 'amount_negative', 'USD'],
    ['1e2', '1e2', 'amount_form'],
    ['1E5', '1E5', 'amount_form'],
    ['1.5E+2', '1.5E+2', 'number_destroyed'],
    ['1.23E+17', '1.23E+17', 'number_destroyed'],
    ['.5', '.5', 'amount_form'],
    ['5.', '5.', 'amount_form'],
    ['+5', '+5', 'amount_form'],
    ['12 34', '12 34', 'amount_form'],
    ['1,23,4', '1,23,4', 'amount_form'],
    ['1.2.3', '1.2.3', 'amount_form'],
    ['0x10', '0x10', 'amount_form'],
    ['٥', '٥', 'amount_form'],
    ['1 or 2', '1 or 2', 'amount_form'],
    ['9999999999999999', '9999999999999999', 'amount_form'],
    ['#N/A', '#N/A', 'cell_error'],
  ]),
  {
    name: 'codes-that-a-spreadsheet-destroyed',
    bytes: 'email,amount,currency,type,firstName,lastName,street1,city,region,postalCode,country,branchId,accountNum\n' +
      'ana@acme.example,10.50,USD,individual,Ana,Walker,12 Main Street,Austin,TX,73301,US,21000021,1.23E+11\n',
    rows: [[2, {
      email: 'ana@acme.example', amount: '10.50', currency: 'USD', type: 'individual', firstName: 'Ana', lastName: 'Walker',
      street1: '12 Main Street', city: 'Austin', region: 'TX', postalCode: '73301', country: 'US', branchId: '21000021', accountNum: '1.23E+11',
    }]],
    problems: [problem(2, 'accountNum', 'number_destroyed'), problem(2, 'branchId', 'branch_code_zeros_lost')],
  },
];

const TOTALS: readonly CsvCase[] = [
  { name: 'totals-row', bytes: lines(A, B, 'Total,21.00,,'), rows: AB, warnings: 1 },
  { name: 'totals-row-in-german', bytes: semicolons('A;1.010,50;EUR;x', 'B;10,50;EUR;y', ';;;', 'Summe EUR:;1.021,00 €;;'), rows: [[2, cells('A', '1010.50', 'x')], [3, cells('B', '10.50', 'y')]], warnings: 1 },
  { name: 'totals-row-that-does-not-agree', bytes: lines(A, B, 'Grand total,22.00,EUR,'), error: 'control_total' },
  { name: 'totals-rows-by-currency', bytes: lines(A, 'B,5.00,USD,y', 'Total,10.50,EUR,', 'Total,5.00,USD,'), rows: [[2, cells('A', '10.50', 'x')], [3, cells('B', '5.00', 'y', 'USD')]], warnings: 2 },
  {
    name: 'header-that-is-repeated',
    bytes: lines(A, HEAD, 'Reference ID,Amount,CURRENCY,', B, 'Total,21.00,,'),
    rows: [[2, cells('A', '10.50', 'x')], [3, {}], [4, {}], [5, cells('B', '10.50', 'y')]],
    problems: [problem(3, null, 'row_is_header'), problem(4, null, 'row_is_header')],
    warnings: 1,
  },
  {
    name: 'header-that-is-repeated-below-a-gap',
    bytes: lines(A, '', HEAD, B),
    rows: [[2, cells('A', '10.50', 'x')], [4, {}], [5, {}]],
    problems: [problem(4, null, 'row_of_repeated_table'), problem(5, null, 'row_of_repeated_table')],
  },
  {
    name: 'header-that-is-repeated-in-results',
    bytes: `${HEAD},status,paymentReference,reason\n${A},paid,PR-1,\n${HEAD},invalid,,The row repeats the header.\n`,
    rows: [[2, { ...cells('A', '10.50', 'x'), paymentReference: 'PR-1' }], [3, {}]],
    problems: [problem(3, null, 'row_of_repeated_table')],
  },
  { name: 'totals-row-that-is-short', bytes: lines(A, B, 'Total'), rows: AB, warnings: 1 },
  { name: 'totals-row-over-rows-with-problems', bytes: lines(A, 'B,10.50,XXQ,y', 'Total,21.00,,'), rows: [[2, cells('A', '10.50', 'x')], [3, cells('B', '10.50', 'y', 'XXQ')]], problems: [problem(3, 'currency', 'currency_unknown')], warnings: 1 },
  {
    name: 'totals-row-in-the-middle',
    bytes: lines(A, ',10.50,EUR,Subtotal', B),
    rows: [[2, cells('A', '10.50', 'x')], [4, cells('B', '10.50', 'y')]],
    warnings: 1,
  },
  {
    name: 'totals-row-over-a-subtotal',
    bytes: lines(A, ',10.50,EUR,Subtotal', B, ',21.00,EUR,Total'),
    rows: [[2, cells('A', '10.50', 'x')], [4, cells('B', '10.50', 'y')]],
    warnings: 2,
  },
  { name: 'subtotal-that-does-not-agree', bytes: lines(A, ',10.51,EUR,Subtotal', B), error: 'control_total' },
  {
    name: 'subtotals-with-a-label-after-them',
    bytes: lines(A, ',10.50,EUR,Subtotal Marketing', B, ',10.50,EUR,Zwischensumme IT', ',21.00,EUR,Sous-total Europe', ',21.00,EUR,Total'),
    rows: [[2, cells('A', '10.50', 'x')], [4, cells('B', '10.50', 'y')]],
    warnings: 2,
  },
  { name: 'control-total', bytes: `PAYRUN,2,EUR,21.00\n${lines(A, B)}`, rows: [[3, cells('A', '10.50', 'x')], [4, cells('B', '10.50', 'y')]] },
  { name: 'control-total-that-does-not-agree', bytes: `PAYRUN,2,EUR,21.01\n${lines(A, B)}`, error: 'control_total' },
  { name: 'control-total-malformed', bytes: `PAYRUN,two,EUR\n${lines(A, B)}`, error: 'control_total' },
];

export const CSV_CASES: readonly CsvCase[] = [...ENCODINGS, ...FORM, ...AMOUNTS, ...TOTALS, ...OFFICE_CSV_CASES];
