import { serialize } from 'node:v8';
import { PayrunError } from '../../errors.ts';
import type { SheetRow } from '../../model.ts';

// Payrun's process holds what a reader sends to it. A text that a workbook has once, and shows in a million cells,
// takes the memory of a reader once, and is sent a million times.

const MILLION = 1_000_000;
/** Characters of rows that are sent together, and of a single row. */
const TOGETHER = 4 * MILLION;
const MOST_OF_ROW = 16 * MILLION;
/** Bytes of everything but rows: the header, notes, a preview. */
const MOST_OF_FACTS = 64 * MILLION;

/** The rows in pieces that can be sent, at least one in each. Throws `sheet_too_large`. */
export function* inPieces(file: string, rows: readonly SheetRow[]): Generator<readonly SheetRow[]> {
  let from = 0;
  let together = 0;
  for (const [at, row] of rows.entries()) {
    const own = charactersOf(row);
    if (own > MOST_OF_ROW)
      throw new PayrunError('sheet_too_large', { file, detail: `row ${row.row} has more than 16 MB of text` });
    if (together + own > TOGETHER && at > from) {
      yield rows.slice(from, at);
      [from, together] = [at, 0];
    }
    together += own;
  }
  if (from < rows.length) yield rows.slice(from);
}

function charactersOf({ original, findings }: SheetRow): number {
  let characters = 0;
  for (const text of original) characters += text.length;
  for (const { message } of findings) characters += message.length;
  return characters;
}

/** The facts of a sheet, which can be sent. Throws `sheet_too_large`. */
export function sendableFacts<T>(file: string, facts: T): T {
  if (serialize(facts).length <= MOST_OF_FACTS) return facts;
  throw new PayrunError('sheet_too_large', { file, detail: 'it has more than 64 MB of text outside its rows' });
}
