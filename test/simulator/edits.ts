import type { SeededRandom } from '../support/seeded-random.ts';
import { ibanOf, PEOPLE, type Row, type Sheet } from './sheet.ts';

type SheetEdit = (sheet: Sheet, random: SeededRandom, merchants: readonly string[]) => Sheet;

/** An edit for which a team needs several merchants. */
export const OTHER_MERCHANT = 'a row moved to another merchant';

/** Changes of a sheet between two uploads, with their text in the story. */
export const EDITS: Readonly<Record<string, SheetEdit>> = {
  'the amount of a row changed': changeOne((cells) =>
    cells.amount
      ? { ...cells, amount: (Number(cells.amount) + 1).toFixed(2) }
      : { ...cells, targetAmount: (Number(cells.targetAmount) + 1).toFixed(2) },
  ),
  'the e-mail of a row changed': changeOne((cells) => ({ ...cells, email: cells.email.replace('@', '.new@') })),
  'the name of a row respelled': changeOne((cells) => ({ ...cells, lastName: cells.lastName.replace('ü', 'ue') })),
  'the IBAN of a row changed': changeOne((cells, random) => ({ ...cells, iban: ibanOf(random.upTo(PEOPLE), true) })),
  'a value moved from amount to targetAmount': changeOne((cells) =>
    cells.amount
      ? { ...cells, amount: '', currency: '', targetAmount: cells.amount, targetCurrency: cells.currency }
      : cells,
  ),
  'the memo of a row changed': changeOne((cells) => ({ ...cells, memo: `${cells.memo}, corrected` })),
  'references in small letters': changeAll((cells) => ({
    ...cells,
    paymentReference: cells.paymentReference.toLowerCase(),
  })),
  'references with two spaces': changeAll((cells) => ({
    ...cells,
    paymentReference: cells.paymentReference.replace(' ', '  '),
  })),
  'references with a letter that looks the same': changeAll((cells) => ({
    ...cells,
    paymentReference: cells.paymentReference.replace('B', 'В').replace('I', 'І'),
  })),
  'saved by a spreadsheet that took references and amounts for numbers': changeAll((cells) => ({
    ...cells,
    paymentReference: cells.paymentReference.replace(/^0+(?=\d+$)/, ''),
    amount: cells.amount.replace(/(\.\d)0$/, '$1'),
  })),
  'a row copied': (sheet, random) => copyOne(sheet, random, (row) => row),
  'a row copied under a new reference': (sheet, random) =>
    copyOne(sheet, random, (row) => ({
      ...row,
      cells: { ...row.cells, paymentReference: `${row.cells.paymentReference}-NEW` },
    })),
  'rows in another order': (sheet) => ({ ...sheet, rows: sheet.rows.toReversed() }),
  'a row removed': (sheet) => (sheet.rows.length > 2 ? { ...sheet, rows: sheet.rows.slice(1) } : sheet),
  [OTHER_MERCHANT]: (sheet, random, merchants) =>
    changeOne((cells) => ({ ...cells, merchant: merchants.find((one) => one !== cells.merchant)! }))(sheet, random),
  'the reference column removed': (sheet) => ({
    ...sheet,
    columns: sheet.columns.filter((column) => column !== 'paymentReference'),
    rows: sheet.rows.map((row) => ({ ...row, cells: { ...row.cells, paymentReference: '' } })),
  }),
};

/** Edits that name the same payments: after an adoption, each row is known again or asked about. */
export const CORRECTIONS: readonly string[] = [
  'the e-mail of a row changed',
  'the name of a row respelled',
  'references in small letters',
  'references with two spaces',
  'saved by a spreadsheet that took references and amounts for numbers',
];

type CellsEdit = (cells: Row['cells'], random: SeededRandom) => Row['cells'];

function changeOne(edit: CellsEdit) {
  return (sheet: Sheet, random: SeededRandom): Sheet => {
    const at = random.upTo(sheet.rows.length);
    return {
      ...sheet,
      rows: sheet.rows.map((row, i) => (i === at ? { ...row, cells: edit(row.cells, random) } : row)),
    };
  };
}

function changeAll(edit: CellsEdit) {
  return (sheet: Sheet, random: SeededRandom): Sheet => ({
    ...sheet,
    rows: sheet.rows.map((row) => ({ ...row, cells: edit(row.cells, random) })),
  });
}

function copyOne(sheet: Sheet, random: SeededRandom, edit: (row: Row) => Row): Sheet {
  return { ...sheet, rows: [...sheet.rows, edit(random.oneOf(sheet.rows))] };
}
