import { neutralize } from '../cells/formula-guard.ts';
import { columnLetters } from '../column-letters.ts';
import { escapeText } from '../xlsx/xlsx-text.ts';

/** A comment in the form of exceljs's streaming writer. */
export interface CellComment {
  readonly ref: string;
  readonly note: object;
  readonly anchor: object;
}

/**
 * The width of a comment in columns, and the letters that fit on one of its lines; Excel's default box is too small for
 * two sentences.
 */
const COLUMNS = 3;
const LETTERS = 38;

/** A comment in a box with room for its whole text. `column` is a position, `row` the row number that Excel shows. */
export function cellComment(column: number, row: number, text: string): CellComment {
  const lines = text.split('\n').reduce((most, line) => most + Math.max(1, Math.ceil(line.length / LETTERS)), 1);
  const top = Math.max(0, row - 2);
  const margins = { insetmode: 'auto', inset: [0.13, 0.13, 0.25, 0.25] };
  const protection = { locked: 'True', lockText: 'True' };
  return {
    ref: `${columnLetters(column)}${row}`,
    note: { texts: [{ text: escapeText(neutralize(text)) }], margins, protection, editAs: 'absolute' },
    anchor: { left: column + 1.2, top: top + 0.3, right: column + 1.2 + COLUMNS, bottom: top + 0.3 + lines },
  };
}
