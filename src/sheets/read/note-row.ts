import { columnNamed } from '../headers/columns.ts';
import type { SheetNote } from '../sheet-note.ts';
import type { SheetRecord } from '../sheet-table.ts';
import type { Understood } from '../understood-sheet.ts';

/** A table with fewer columns has rows as short as a note. */
const LEAST_COLUMNS = 5;
/** "Approved by: Ann" in one cell or two. */
const MOST_FILLED = 2;
const LONGEST = 400;
/** Kinds of columns in which any text could be a payment's. */
const OF_PAYMENT: ReadonlySet<string> = new Set(['amount', 'currency', 'code']);
const KEYS: ReadonlySet<string> = new Set(['paymentReference', 'referenceId', 'email', 'merchant']);

/**
 * Creates a function that recognizes notes and signatures below a total: "Approved: ____". A payment that misses most
 * of its cells is none: its first cell is one word.
 */
export function noteRowFinder({ columns, results }: Pick<Understood, 'columns' | 'results'>) {
  const ofPayment = columns.map((name) => name !== null && (KEYS.has(name) || OF_PAYMENT.has(columnNamed(name)!.kind)));
  return ({ values }: SheetRecord): boolean => {
    if (columns.length < LEAST_COLUMNS) return false;
    const filled = values.flatMap((value, at) => {
      const isResult = results !== null && at >= results.from && at < results.to;
      return value.trim() === '' || isResult ? [] : [{ at, text: value.trim() }];
    });
    const [first, second] = filled;
    if (!first || filled.length > MOST_FILLED || first.text.length > LONGEST) return false;
    if (second && (ofPayment[second.at] ?? true)) return false;
    return (
      /\p{L}{3}|[^\p{Script=Latin}\P{L}]/u.test(first.text) && /[\s:_]/.test(first.text) && !first.text.includes('@')
    );
  };
}

/** A sentence about the notes of a sheet. */
export function notesNote(notes: readonly SheetRecord[]): SheetNote {
  return { code: 'rows_below_total', text: notesText(notes) };
}

function notesText(notes: readonly SheetRecord[]): string {
  const [first, last] = [notes[0]!.row, notes.at(-1)!.row];
  if (first === last) return `Row ${first}, below the total, is a note and no payment.`;
  return `Rows ${first} ${notes.length === 2 ? 'and' : 'to'} ${last}, below the total, are notes and no payments.`;
}
