import { readAmountText } from './amount-text.ts';
import { columnNamed } from './columns.ts';
import { isNumberCell } from './decimal-style.ts';
import { normaliseHeader } from './match-header.ts';
import type { SheetRecord } from './open-sheet.ts';

/** How people label the last line of a sheet, without case, accents and punctuation. */
const TOTAL =
  /^(?:(?:grand|control|general|gesamt|end|final)?(?:totals?|sum|summe)|totalamount|totalgeneral|totalpayments|gesamtbetrag|insgesamt|montanttotal|totaux|somme|suma|sumatotal|totale|totalegenerale|totaal|totalt|razem|celkem|osszesen|toplam|итого|всего|合計|合计|总计|總計)(?:[a-z]{3}|\d{1,7})?$/;
const PART = /^(?:sub-?totals?|zwischensumme|soustotal|subtotale|tussentotaal|delsumma)(?:[a-z]{3}|\d{1,7})?$/;
/** No amount and no currency has five letters in a row. */
const WORD = /[A-Za-z]{5}/;
const CODE = /\b[A-Z]{3}\b/;

/** A row that adds up the rows above it, and is no payment. */
export interface TotalsRow {
  readonly row: number;
  /** As it stands in the sheet: "Total". */
  readonly label: string;
  /** It adds up only some of the rows. */
  readonly partial: boolean;
  /** What stands in the columns of amounts, each with its position. */
  readonly sums: readonly { readonly at: number; readonly text: string }[];
  /** The currency that the row names; null where it names none. */
  readonly currency: string | null;
  readonly record: SheetRecord;
}

/**
 * A function that knows totals rows: one cell has a word for a total, and all others are numbers, currencies or empty.
 * Whoever is paid by a row has more in it than that.
 */
export function totalsRowFinder(
  columns: readonly (string | null)[],
): (record: SheetRecord) => Omit<TotalsRow, 'record'> | null {
  const kinds = columns.map((name) => (name === null ? null : columnNamed(name)!.kind));
  return (record) => {
    // Nearly every row; whether each of its cells is a number takes longer than to read them.
    if (record.stored === undefined && hasTwoWords(record.values)) return null;
    let label: string | null = null;
    let currency: string | null = null;
    const sums: { at: number; text: string }[] = [];
    for (const [at, value] of record.values.entries()) {
      const text = value.trim();
      if (text === '') continue;
      if (text.length > 60) return null;
      if (kinds[at] === 'currency' && /^[A-Za-z]{3}$/.test(text)) currency ??= text.toUpperCase();
      else if (isNumberCell(record, at) || readAmountText(text).kind !== 'unreadable') {
        if (kinds[at] === 'amount') sums.push({ at, text });
      } else if (label === null && isLabel(text)) label = text;
      else return null;
    }
    if (label === null) return null;
    currency ??= CODE.exec(label.replace(/^\S+/, ''))?.[0] ?? null;
    return { row: record.row, label, partial: PART.test(normaliseHeader(label)), sums, currency };
  };
}

/** Two cells with a word that can be no number: at most one of them is a label. */
function hasTwoWords(values: readonly string[]): boolean {
  let words = 0;
  for (const value of values) if (WORD.test(value) && ++words === 2) return true;
  return false;
}

function isLabel(text: string): boolean {
  const word = normaliseHeader(text);
  return TOTAL.test(word) || PART.test(word);
}
