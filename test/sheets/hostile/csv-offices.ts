import iconv from 'iconv-lite';
import type { CsvCase } from './csv-cases.ts';

/** Sheets as offices all over the world make them: what their programs export, and what people do to it by hand. */
type Read = Readonly<Record<string, string>>;

const HEAD = 'paymentReference,referenceId,amount,currency,memo';
const problem = (row: number, column: string | null, code: string) => ({ row, column, code });
const lines = (...rows: string[]) => `${[HEAD, ...rows].join('\n')}\n`;
const paid = (paymentReference: string, referenceId: string, amount: string, currency = 'EUR', memo?: string): Read => ({
  paymentReference, referenceId, amount, currency, ...(memo === undefined ? {} : { memo }),
});
const A = 'R1,A,10.50,EUR,x';
const B = 'R2,B,1.50,EUR,y';
const READ_A = paid('R1', 'A', '10.50', 'EUR', 'x');
const READ_B = paid('R2', 'B', '1.50', 'EUR', 'y');
const AB = [[2, READ_A], [3, READ_B]] as const;

/** Amounts between semicolons: the text, and what must be read of it, or the code of its problem. */
const amounts = (name: string, currency: string, list: readonly (readonly [text: string, read: string, code?: string])[]): CsvCase => ({
  name,
  bytes: `referenceId;amount;currency\n${list.map(([text], i) => `V${i};${text};${currency}\n`).join('')}`,
  rows: list.map(([, amount], i) => [i + 2, { referenceId: `V${i}`, amount, currency }]),
  problems: list.flatMap(([, , code], i) => (code === undefined ? [] : [problem(i + 2, 'amount', code)])),
});

/** A totals row below two rows that come to 12.00. */
const total = (name: string, label: string): CsvCase => ({ name: `totals-row-${name}`, bytes: lines(A, B, `,${label},12.00,EUR,`), rows: AB, warnings: 1 });

const BANK = 'email,type,name,street1,city,country,iban,accountNum,branchId,amount,currency';
const bank = (name: string, list: readonly (readonly [country: string, column: 'iban' | 'accountNum' | 'branchId', text: string, code?: string, more?: string])[]): CsvCase => {
  const GOOD: Readonly<Record<string, Read>> = {
    DE: { iban: 'DE89370400440532013000', currency: 'EUR' },
    GB: { accountNum: '31366343', branchId: '404784', currency: 'GBP' },
  };
  const read = list.map(([country, column, text], i): Read => ({
    email: `v${i}@acme.example`, type: 'business', name: 'Muster', street1: 'Main 1', city: 'Town', country, ...GOOD[country], [column]: text, amount: '10.00',
  }));
  const quoted = (text = '') => `"${text.replaceAll('"', '""')}"`;
  return {
    name,
    bytes: `${BANK}\n${read.map((cells) => `${BANK.split(',').map((column) => quoted(cells[column])).join(',')}\n`).join('')}`,
    rows: read.map((cells, i) => [i + 2, cells]),
    problems: list.flatMap(([, column, , code], i) => (code === undefined ? [] : [problem(i + 2, column, code)])),
  };
};

export const OFFICE_CSV_CASES: readonly CsvCase[] = [
  // Amounts of many countries
  amounts('amounts-of-switzerland', 'CHF', [
    ["1'234.50", '1234.50'],
    ['1’234.50', '1234.50'],
    ["CHF 1'234.50", '1234.50'],
    ['Fr. 12.50', '12.50'],
    ['12.50 SFr.', '12.50'],
    ["1'234.—", '1234.00'],
    ["1'234.-", '1234.00'],
    ['1`234.50', '1`234.50', 'amount_form'],
  ]),
  amounts('amounts-of-india', 'INR', [
    ['1,00,000.00', '100000.00'],
    ['₹ 1,00,000', '100000'],
    ['INR 12,34,567.89', '1234567.89'],
    ['Rs. 1,00,000/-', 'Rs. 1,00,000/-', 'amount_form'],
    ['₹1,00,000.00 Cr', '₹1,00,000.00 Cr', 'amount_form'],
  ]),
  amounts('amounts-of-france', 'EUR', [
    ['1 234,50 €', '1234.50'],
    ['1\u00a0234,50\u00a0€', '1234.50'],
    ['1\u202f234,50\u202f€', '1234.50'],
    ['1\u2009234,50 EUR', '1234.50'],
    ['1 234 567 €', '1234567'],
    ['-1 234,50 €', '-1234.50', 'amount_negative'],
  ]),
  amounts('amounts-of-brazil', 'BRL', [
    ['R$ 1.234,50', '1234.50'],
    ['R$1.234,50', '1234.50'],
    ['R$\u00a01.234,50', '1234.50'],
    ['BRL 1.234,50', '1234.50'],
    ['R$ 1.234', '1234'],
    ['US$ 5,00', 'US$ 5,00', 'amount_other_currency'],
  ]),
  amounts('amounts-in-other-digits', 'EUR', [
    ['１２３４．５０', '1234.50'],
    ['١٢٣٤٫٥٠', '١٢٣٤٫٥٠', 'amount_form'],
    ['۱۲۳۴', '۱۲۳۴', 'amount_form'],
    ['½', '½', 'amount_form'],
    ['1²', '1²', 'amount_form'],
  ]),
  amounts('amounts-with-signs-of-accountants', 'EUR', [
    ['\u2212100.00', '-100.00', 'amount_negative'],
    ['100.00-', '-100.00', 'amount_negative'],
    ['(100.00)', '-100.00', 'amount_negative'],
    ['—100.00', '-100.00', 'amount_negative'],
    ['100.00 CR', '100.00 CR', 'amount_form'],
    ['100.00 H', '100.00 H', 'amount_form'],
    ['1.5k', '1.5k', 'amount_form'],
    ['TBD', 'TBD', 'amount_form'],
    ['#####', '#####', 'cell_error'],
  ]),
  amounts('amounts-that-became-dates', 'EUR', [
    ['12.50', '12.50'],
    ['01.05.2026', '01.05.2026', 'amount_form'],
    ['1. Mai', '1. Mai', 'amount_form'],
    ['2026-05-01', '2026-05-01', 'amount_form'],
    ['01/05/2026', '01/05/2026', 'amount_form'],
  ]),
  amounts('amounts-with-characters-that-cannot-be-seen', 'EUR', [
    ['\u00a0100.00\u00a0', '100.00'],
    ['\u200b100.00', '\u200b100.00', 'amount_form'],
    ['\u200e100.00\u200f', '\u200e100.00\u200f', 'amount_form'],
    ['\u202a100.00\u202c', '\u202a100.00\u202c', 'amount_form'],
    ['1\u200b00.00', '1\u200b00.00', 'amount_form'],
  ]),

  // References that look the same, or are no longer what was typed
  {
    name: 'references-with-characters-that-cannot-be-seen',
    bytes: lines('INV-1,A,10.00,EUR,', 'INV-1\u200b,B,11.00,EUR,', 'INV\u00a01,C,12.00,EUR,', 'R4,D\u200f,13.00,EUR,', 'R\u00ad5,E,14.00,EUR,', 'RÉF-6 ü,Ç,15.00,EUR,'),
    rows: [
      [2, paid('INV-1', 'A', '10.00')], [3, paid('INV-1\u200b', 'B', '11.00')], [4, paid('INV\u00a01', 'C', '12.00')],
      [5, paid('R4', 'D\u200f', '13.00')], [6, paid('R\u00ad5', 'E', '14.00')], [7, paid('RÉF-6 ü', 'Ç', '15.00')],
    ],
    problems: [
      problem(3, 'paymentReference', 'text_unseen'), problem(4, 'paymentReference', 'text_unseen'),
      problem(5, 'referenceId', 'text_unseen'), problem(6, 'paymentReference', 'text_unseen'),
    ],
  },
  {
    name: 'references-that-a-spreadsheet-destroyed',
    bytes: lines('2.02606E+13,A,10.00,EUR,', 'R2,"1,00001E+11",11.00,EUR,', '1E5,C,12.00,EUR,', '12E3,D,13.00,EUR,'),
    rows: [[2, paid('2.02606E+13', 'A', '10.00')], [3, paid('R2', '1,00001E+11', '11.00')], [4, paid('1E5', 'C', '12.00')], [5, paid('12E3', 'D', '13.00')]],
    problems: [problem(2, 'paymentReference', 'number_destroyed'), problem(3, 'referenceId', 'number_destroyed')],
  },
  {
    name: 'text-that-is-kept-by-a-formula',
    bytes: lines('"=""0012""","=""007""","=""12.50""",EUR,"=""x"""', 'R2,B,1.50,EUR,"=""a""&""b"""'),
    rows: [[2, paid('0012', '007', '12.50', 'EUR', 'x')], [3, paid('R2', 'B', '1.50', 'EUR', '="a"&"b"')]],
  },

  // Bank details
  bank('ibans-as-people-write-them', [
    ['DE', 'iban', 'DE89 3704 0044 0532 0130 00'],
    ['DE', 'iban', 'IBAN: DE89 3704 0044 0532 0130 00'],
    ['DE', 'iban', 'DE89\u00a03704\u202f0044\u200b0532 0130 00'],
    ['DE', 'iban', 'DE8.93704E+19', 'iban_characters'],
    ['DE', 'iban', '8.93704E+19', 'number_destroyed'],
    ['DE', 'iban', '8,93704E+19', 'number_destroyed'],
    ['DE', 'iban', "'DE89370400440532013000", 'iban_characters'],
    ['DE', 'iban', '\u200eDE89370400440532013000', 'unseen_removed'],
    ['DE', 'iban', 'DE89370400440532013000 (Muster)', 'iban_characters'],
    ['DE', 'iban', 'DE89370400440532013001', 'iban_check_digits'],
  ]),
  bank('sort-codes-that-became-dates', [
    ['GB', 'branchId', '40-47-84'],
    ['GB', 'branchId', '04-Jul-84', 'branch_code_form'],
    ['GB', 'branchId', '04/07/1984', 'branch_code_characters'],
    ['GB', 'branchId', '40784', 'branch_code_zeros_lost'],
    ['GB', 'accountNum', '1366343', 'account_number_zeros_lost'],
    ['GB', 'accountNum', '31366343.0', 'account_number_form'],
    ['GB', 'accountNum', '31,366,343', 'account_number_characters'],
    ['GB', 'accountNum', '3.14E+07', 'number_destroyed'],
  ]),

  // More than one table, and what stands around it
  {
    name: 'two-tables-below-each-other',
    bytes: lines(A, ',,,,', 'Suppliers,,,,', 'referenceId,paymentReference,amount,currency,memo', 'B,R2,1.50,EUR,y', ',,,,', HEAD, 'R3,C,3.00,EUR,z'),
    rows: [[2, READ_A], [4, { paymentReference: 'Suppliers' }], [5, {}], [6, {}], [8, {}], [9, {}]],
    problems: [
      problem(4, 'currency', 'currency_missing'), problem(4, 'amount', 'amount_missing'), problem(4, null, 'recipient_missing'),
      problem(5, null, 'row_of_other_table'), problem(6, null, 'row_of_other_table'), problem(8, null, 'row_of_repeated_table'),
      problem(9, null, 'row_of_repeated_table'),
    ],
  },
  {
    name: 'two-tables-with-other-amounts',
    bytes: 'referenceId,amount,currency\nA,10.50,EUR\nreferenceId,targetAmount,targetCurrency\nB,1000,JPY\n',
    rows: [[2, { referenceId: 'A', amount: '10.50', currency: 'EUR' }], [3, {}], [4, {}]],
    problems: [problem(3, null, 'row_of_other_table'), problem(4, null, 'row_of_other_table')],
  },
  { name: 'two-tables-side-by-side', bytes: 'referenceId,amount,currency,,referenceId,amount,currency\nA,1.00,EUR,,B,2.00,EUR\n', error: 'sheet_column_twice' },
  {
    name: 'words-that-are-column-names-too',
    bytes: lines('R1,Bank,10.50,EUR,message', 'R2,company,€ 1.50,EUR,refunds'),
    rows: [[2, paid('R1', 'Bank', '10.50', 'EUR', 'message')], [3, paid('R2', 'company', '1.50', 'EUR', 'refunds')]],
  },
  {
    name: 'a-signature-below-the-total',
    bytes: lines(A, B, ',Total,12.00,EUR,', ',,,,', 'Approved by: ____,,,,'),
    rows: AB,
    warnings: 2,
  },
  {
    name: 'a-signature-and-payments-below-the-total',
    bytes: lines(A, ',Total,10.50,EUR,', 'Approved by: ____,,,,', B),
    rows: [[2, READ_A], [3, {}], [4, { paymentReference: 'Approved by: ____' }], [5, READ_B]],
    problems: [
      problem(3, null, 'row_is_total'),
      problem(4, 'currency', 'currency_missing'), problem(4, 'amount', 'amount_missing'), problem(4, null, 'recipient_missing'),
    ],
  },
  {
    name: 'a-payment-without-amount-below-the-total',
    bytes: lines(A, ',Total,10.50,EUR,', 'R3,Cee Ltd,,EUR,', 'R4,,,,'),
    rows: [[2, READ_A], [3, {}], [4, { paymentReference: 'R3', referenceId: 'Cee Ltd', currency: 'EUR' }], [5, { paymentReference: 'R4' }]],
    problems: [
      problem(3, null, 'row_is_total'), problem(4, 'amount', 'amount_missing'),
      problem(5, 'currency', 'currency_missing'), problem(5, 'amount', 'amount_missing'), problem(5, null, 'recipient_missing'),
    ],
  },
  {
    name: 'a-wrong-total-above-a-signature',
    bytes: lines(A, B, ',Total,11.00,EUR,', 'Prepared by Ann on 30 June,,,,'),
    error: 'control_total',
  },
  {
    name: 'subtotals-between-payments',
    bytes: lines(A, ',Subtotal,10.50,EUR,', B, ',Subtotal,1.50,EUR,', ',Grand Total,12.00,EUR,'),
    rows: [[2, READ_A], [4, READ_B]],
    warnings: 2,
  },
  {
    name: 'more-totals-than-are-kept-back',
    bytes: lines(A, ...Array.from({ length: 11 }, () => ',Total,10.50,EUR,')),
    rows: [[2, READ_A], ...Array.from({ length: 10 }, (_, i) => [i + 3, {}] as const)],
    problems: Array.from({ length: 10 }, (_, i) => problem(i + 3, null, 'row_is_total')),
  },
  total('in-portuguese', 'Total geral'),
  total('in-italian', 'Totale complessivo'),
  total('in-dutch', 'Eindtotaal'),
  total('in-polish', 'Suma końcowa'),
  total('in-swedish', 'Totalsumma'),
  total('in-danish', 'I alt'),
  total('in-finnish', 'Yhteensä'),
  total('in-turkish', 'Genel Toplam'),
  total('in-korean', '합계'),
  total('in-greek', 'Σύνολο'),
  total('in-hebrew', 'סה״כ'),
  total('in-arabic', 'المجموع'),
  total('in-hindi', 'कुल योग'),
  total('of-a-pivot-table', 'Gesamtergebnis'),
  total('with-a-count', 'TOTAL (2 payments)'),
  {
    name: 'totals-row-without-a-word',
    bytes: lines(A, B, ',,12.00,EUR,'),
    rows: AB,
    problems: [],
  },
  {
    name: 'sum-without-a-word-that-differs',
    bytes: lines(A, B, ',,13.00,EUR,'),
    rows: [...AB, [4, { amount: '13.00', currency: 'EUR' }]],
    problems: [problem(4, null, 'recipient_missing')],
  },

  { name: 'control-total-below-a-title', bytes: `Payments of June,,,,\nPAYRUN,3,EUR,12.00\n${lines(A, B)}`, error: 'control_total' },
  { name: 'control-totals-of-two-kinds', bytes: `PAYRUN,2,EUR,12.00\nPAYRUN,2,USD,12.00\n${lines(A, B)}`, error: 'control_total' },
  {
    name: 'control-total-in-the-last-line',
    bytes: `referenceId,amount,currency,memo\nA,10.50,EUR,x\nPAYRUN,1,EUR,99.00\n`,
    rows: [[2, { referenceId: 'A', amount: '10.50', currency: 'EUR', memo: 'x' }], [3, {}]],
    problems: [problem(3, null, 'row_is_control_total')],
  },

  // What programs export
  {
    name: 'a-list-of-sap',
    bytes: ['-'.repeat(40), '| referenceId | amount    | currency |', '-'.repeat(40), '| 100001      | 1.234,50- | EUR      |', '| 100002      | 1.234,50  | EUR      |', '-'.repeat(40), '| Summe       | 2.469,00  | EUR      |', '-'.repeat(40), ''].join('\n'),
    rows: [
      [3, {}], [4, { referenceId: '100001', amount: '-1234.50', currency: 'EUR' }], [5, { referenceId: '100002', amount: '1234.50', currency: 'EUR' }],
      [6, {}], [7, {}], [8, {}],
    ],
    problems: [
      problem(3, null, 'row_too_short'), problem(4, 'amount', 'amount_negative'), problem(6, null, 'row_too_short'),
      problem(7, null, 'row_is_total'), problem(8, null, 'row_too_short'),
    ],
    warnings: 1,
  },
  {
    name: 'datev',
    bytes: iconv.encode('"EXTF";700;21;"Buchungsstapel";13;20260601\r\nUmsatz (ohne Soll/Haben-Kz);Soll/Haben-Kennzeichen;WKZ Umsatz;Gegenkonto\r\n1234,50;"S";"EUR";1200\r\n', 'windows-1252'),
    error: 'sheet_columns_missing',
  },
  {
    name: 'unicode-text-of-excel',
    bytes: iconv.encode(`\ufeffreferenceId\tamount\tcurrency\tmemo\r\nA\t"1.234,50"\tEUR\tMüller "5"" disk"\r\n`, 'utf-16le', { addBOM: false }),
    rows: [[2, { referenceId: 'A', amount: '1234.50', currency: 'EUR', memo: 'Müller "5"" disk"' }]],
  },
  { name: 'utf-32', bytes: iconv.encode(lines(A), 'utf-32le'), error: 'sheet_not_a_sheet' },
  {
    name: 'a-byte-order-mark-in-the-middle',
    bytes: `\ufeff${lines(A)}\ufeff${lines(B)}`,
    rows: [[2, READ_A], [3, {}], [4, READ_B]],
    problems: [problem(3, null, 'row_is_header')],
  },
  { name: 'json-called-csv', bytes: '[{"referenceId":"A","amount":1.0,"currency":"EUR"}]', error: 'sheet_not_a_sheet' },
  { name: 'a-web-archive-called-csv', bytes: 'MIME-Version: 1.0\nX-Document-Type: Workbook\n\n<html>', error: 'sheet_not_a_sheet' },
  { name: 'a-web-page-with-a-comment-called-csv', bytes: '\ufeff \n<!-- exported -->\n<table><tr><td>amount</td></tr></table>', error: 'sheet_not_a_sheet' },
  { name: 'every-line-between-quotes', bytes: '"referenceId,amount,currency"\n"A,1.00,EUR"\n', error: 'sheet_no_header' },
  {
    name: 'single-quotes-are-no-quotes',
    bytes: "'referenceId','amount','currency'\n'A','1,50','EUR'\n",
    rows: [[2, {}]],
    problems: [problem(2, null, 'row_too_long')],
  },
  {
    name: 'a-space-behind-each-comma',
    bytes: 'referenceId, amount, currency, memo\nA, 1.50, EUR, x\nB, "1,234.50", EUR, y\n',
    rows: [[2, { referenceId: 'A', amount: '1.50', currency: 'EUR', memo: 'x' }], [3, {}]],
    problems: [problem(3, null, 'row_too_long')],
  },
  { name: 'amounts-in-columns-by-currency', bytes: 'referenceId,amount EUR,amount USD\nA,10.00,\nB,,11.00\n', error: 'sheet_columns_unclear' },
];
