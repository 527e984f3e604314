import { neutralise } from '../cells/formula-guard.ts';
import { escapeText } from '../xlsx/xlsx-text.ts';
import { columnLetters } from './row-xml.ts';

/** A comment as exceljs's streaming writer takes it. */
export interface CellComment {
  readonly ref: string;
  readonly note: object;
  readonly anchor: object;
}

/** Columns that a comment is wide, and letters that fit on its lines; Excel's own box is too small for two sentences. */
const COLUMNS = 3;
const LETTERS = 38;

/** A comment on a cell, in a box that shows all of it. `column` is a position, `row` what Excel shows. */
export function cellComment(column: number, row: number, text: string): CellComment {
  const lines = text.split('\n').reduce((most, line) => most + Math.max(1, Math.ceil(line.length / LETTERS)), 1);
  const top = Math.max(0, row - 2);
  const margins = { insetmode: 'auto', inset: [0.13, 0.13, 0.25, 0.25] };
  const protection = { locked: 'True', lockText: 'True' };
  return {
    ref: `${columnLetters(column)}${row}`,
    note: { texts: [{ text: escapeText(neutralise(text)) }], margins, protection, editAs: 'absolute' },
    anchor: { left: column + 1.2, top: top + 0.3, right: column + 1.2 + COLUMNS, bottom: top + 0.3 + lines },
  };
}
