import { isSpreadsheetError } from '../../references/spreadsheet-error.ts';
import { readAmountText } from '../cells/amount-text.ts';
import { isNumberCell } from '../cells/decimal-style.ts';
import { columnNamed } from '../headers/columns.ts';
import { normalizeHeader } from '../headers/normalize-header.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { Understood } from '../understood-sheet.ts';

/** Labels of the last line of a sheet. A currency or a number of rows may follow. */
const TOTAL = [
  // English
  'total|totals|sum|total amount|total amount due|total due|total payable|total payments|grand total|grand sum|control total|control sum',
  'final total|final sum|general total|sum total|overall total|overall result',
  // German, Dutch, Swedish, Norwegian, Danish, Finnish
  'summe|gesamt|gesamtsumme|gesamttotal|gesamtbetrag|gesamtergebnis|endsumme|endtotal|kontrollsumme|insgesamt|totaal|eindtotaal|totaal generaal',
  'totalt|totalsumma|totalsum|total sum|summa totalt|i alt|yhteensä',
  // French, Italian, Spanish, Portuguese, Romanian
  'total général|montant total|totaux|somme|totale|totale generale|totale complessivo|suma|suma total|total geral|total general',
  // Polish, Czech, Hungarian, Turkish, Greek, Vietnamese, Indonesian
  'razem|suma końcowa|celkem|összesen|toplam|genel toplam|σύνολο|tổng cộng|jumlah total',
  // Russian, Ukrainian, Arabic, Hebrew, Hindi, Thai, Japanese, Chinese, Korean
  'итого|всего|разом|المجموع|الإجمالي|סהכ|סך הכל|कुल|कुल योग|รวม|รวมทั้งสิ้น|合計|合计|总计|總計|합계|총계',
];
const PART = ['subtotal|subtotals|zwischensumme|sous total|subtotale|tussentotaal|delsumma'];
const wordsOf = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split('|')).map(normalizeHeader));
const TOTALS = wordsOf(TOTAL);
const PARTS = wordsOf(PART);
/** The suffix of a label: EUR, or 3 payments. */
const BEHIND = /[^\p{L}\p{N}]+(?:[a-z]{3}|\d{1,7}(?: (?:payments?|rows?|zahlungen))?)[^\p{L}\p{N}]*$/iu;
/** In a table with fewer columns, a payment may be little more than its amount. */
const LEAST_COLUMNS = 5;
/** No amount and no currency has five letters in a row. */
const WORD = /[A-Za-z]{5}/;
const CODE = /\b[A-Z]{3}\b/;

/** A row that adds up the rows above it. It is no payment. */
export interface TotalsRow {
  readonly row: number;
  /** The label as the sheet has it: "Total". */
  readonly label: string;
  /** A subtotal: it adds up only some of the rows. */
  readonly partial: boolean;
  /** Without a word: only a sum, so it is a total only if it agrees with the rows above. Its label is the sum. */
  readonly wordless?: true;
  /** The text of its cells in the columns of amounts, each with its position. */
  readonly sums: readonly { readonly at: number; readonly text: string }[];
  /** The currency that the row names; null if none. */
  readonly currency: string | null;
  readonly record: SheetRecord;
}

/**
 * Creates a function that recognizes totals rows: one cell has a word for a total, and all others are numbers,
 * currencies or empty. A payment has more text than that. A row that has only an amount may be one too. `results` is
 * the block of result columns, whose cells are ignored.
 */
export function totalsRowFinder(
  columns: readonly (string | null)[],
  results: Understood['results'] = null,
): (record: SheetRecord) => Omit<TotalsRow, 'record'> | null {
  const kinds = columns.map((name) => (name === null ? null : columnNamed(name)!.kind));
  return (record) => {
    // Returns early for nearly every row: the check of each cell takes longer than reading it.
    if (record.stored === undefined && results === null && hasTwoWords(record.values)) return null;
    let label: string | null = null;
    let currency: string | null = null;
    let others = 0;
    const sums: { at: number; text: string }[] = [];
    for (const [at, value] of record.values.entries()) {
      const text = value.trim();
      // Result columns of an earlier run do not make a totals row a payment.
      if (text === '' || (results !== null && at >= results.from && at < results.to)) continue;
      if (text.length > 60) return null;
      if (kinds[at] === 'currency' && /^[A-Za-z]{3}$/.test(text)) currency ??= text.toUpperCase();
      else if (isNumberCell(record, at) || readAmountText(text).kind !== 'unreadable' || isSpreadsheetError(text)) {
        if (kinds[at] === 'amount') sums.push({ at, text });
        else others++;
      } else if (label === null && isLabel(text)) label = text;
      else return null;
    }
    if (label === null) {
      if (sums.length === 0 || others > 0 || kinds.length < LEAST_COLUMNS) return null;
      return { row: record.row, label: sums[0]!.text, partial: false, wordless: true, sums, currency };
    }
    currency ??= CODE.exec(label.replace(/^\S+/, ''))?.[0] ?? null;
    return { row: record.row, label, partial: isPart(label), sums, currency };
  };
}

/** Whether two cells have a word that is no number. Only one of them could be a label. */
function hasTwoWords(values: readonly string[]): boolean {
  let words = 0;
  for (const value of values) if (WORD.test(value) && ++words === 2) return true;
  return false;
}

function isLabel(text: string): boolean {
  return hasOneOf(TOTALS, text) || isPart(text);
}

/** A subtotal may name its part: "Subtotal Marketing". */
function isPart(text: string): boolean {
  const words = text.split(/[^\p{L}]+/u).filter((word) => word !== '');
  return hasOneOf(PARTS, text) || [1, 2].some((most) => PARTS.has(normalizeHeader(words.slice(0, most).join(' '))));
}

function hasOneOf(words: ReadonlySet<string>, text: string): boolean {
  return words.has(normalizeHeader(text)) || words.has(normalizeHeader(text.replace(BEHIND, '')));
}
