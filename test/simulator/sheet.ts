import ExcelJS from 'exceljs';
import iconv from 'iconv-lite';
import { germanIban } from '../support/payroll.ts';

/** A row of a sheet; `due` identifies the intended payment, however its cells change. Payrun never sees that. */
export interface Row {
  readonly due: string;
  readonly cells: Readonly<Record<Column, string>>;
}

export interface Sheet {
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

const COLUMNS = [
  'merchant',
  'paymentReference',
  'amount',
  'currency',
  'targetAmount',
  'targetCurrency',
  'type',
  'firstName',
  'lastName',
  'email',
  'street1',
  'city',
  'country',
  'iban',
  'memo',
] as const;
type Column = (typeof COLUMNS)[number];

export const PEOPLE = 6;
/** An IBAN that a person's row names one day, or another that it names on another day. */
export const ibanOf = (person: number, other = false) => germanIban(1 + person + (other ? 500 : 0));

/**
 * Intended payments: each has an amount of its own, so that no two of them are alike by chance. `merchants`: who pays them; if
 * there is only one, no row names it.
 */
export function newSheet(
  dues: readonly { due: string; number: number; person: number }[],
  references: Spelling,
  merchants: readonly string[],
): Sheet {
  const letters = 'abcdefghij';
  const left = new Set<Column>([
    ...(references === SPELLINGS.none ? (['paymentReference'] as const) : []),
    ...(merchants.length === 1 ? (['merchant'] as const) : []),
  ]);
  return {
    columns: COLUMNS.filter((column) => !left.has(column)),
    rows: dues.map(({ due, number, person }) => ({
      due,
      cells: {
        merchant: merchants[number % merchants.length]!,
        paymentReference: references(number),
        amount: `${100 + number}.50`,
        currency: 'EUR',
        targetAmount: '',
        targetCurrency: '',
        type: 'individual',
        firstName: `First${letters[person]}`,
        lastName: `Müller${letters[person]}`,
        email: `person${person}@example.com`,
        street1: `Street ${person}`,
        city: 'Köln',
        country: 'DE',
        iban: ibanOf(person),
        memo: 'Fee',
      },
    })),
  };
}

type Spelling = (number: number) => string;
export const SPELLINGS = {
  letters: (n) => `INV-${n}`,
  zeros: (n) => String(n).padStart(6, '0'),
  words: (n) => `Bill ${n} a`,
  none: () => '',
} as const satisfies Record<string, Spelling>;

/** Formats of a saved sheet; its content is the same. */
export const FORMS = {
  'as CSV': (sheet) => Buffer.from(csvOf(sheet, ',')),
  'as CSV with semicolons and Windows line ends': (sheet) => Buffer.from(csvOf(sheet, ';').replaceAll('\n', '\r\n')),
  'as CSV in Windows-1252': (sheet) => windows1252(csvOf(sheet, ',')),
  'as CSV in UTF-16': (sheet) => iconv.encode(csvOf(sheet, '\t'), 'utf-16le', { addBOM: true }),
  'as XLSX': (sheet) => xlsxOf(sheet),
} as const satisfies Readonly<Record<string, (sheet: Sheet) => Buffer | Promise<Buffer>>>;
export type Form = keyof typeof FORMS;

/** A program that cannot save a letter in it saves UTF-8 instead: no `?` takes the place of a letter. */
function windows1252(text: string): Buffer {
  const bytes = iconv.encode(text, 'windows-1252');
  return iconv.decode(bytes, 'windows-1252') === text ? bytes : Buffer.from(text);
}

const textOf = ({ columns, rows }: Sheet) => [
  [...columns],
  ...rows.map(({ cells }) => columns.map((one) => cells[one])),
];

const csvOf = (sheet: Sheet, delimiter: string) =>
  textOf(sheet)
    .map((line) => `${line.join(delimiter)}\n`)
    .join('');

/** Amounts are numbers, as in every workbook; all else is text. */
async function xlsxOf(sheet: Sheet): Promise<Buffer> {
  const workbook = new ExcelJS.Workbook();
  const worksheet = workbook.addWorksheet('Payments');
  const [header, ...lines] = textOf(sheet);
  worksheet.addRow(header);
  for (const line of lines)
    worksheet.addRow(
      line.map((text, i) => (sheet.columns[i]!.toLowerCase().endsWith('amount') && text !== '' ? Number(text) : text)),
    );
  return Buffer.from(await workbook.xlsx.writeBuffer());
}
