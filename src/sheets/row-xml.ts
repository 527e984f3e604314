import { neutralise } from './formula-guard.ts';
import { letter } from './match-header.ts';
import { escapeText } from './xlsx-workbook.ts';

/** Excel refuses a workbook with a longer cell. */
const CELL_LIMIT = 32_767;
/** In points; Excel's own for 11 point text. */
const LINE_HEIGHT = 15;
const SPECIAL = /[&<>]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** A cell as it is to stand in a worksheet. `style` is exceljs's id of one. */
export interface CellXml {
  readonly text: string;
  /** The text is a plain number that a spreadsheet keeps exactly, and is written as one. */
  readonly numeric: boolean;
  readonly style: number;
}

const LETTERS: string[] = [];

/** The letters of a column by its position. Made once each, because every cell needs its address. */
export function columnLetters(at: number): string {
  LETTERS[at] ??= letter(at);
  return LETTERS[at];
}

/** A row of a worksheet as XML, `lines` lines of text high. Text is an inline string, which is never a formula, and neutralised besides. */
export function rowXml(row: number, cells: readonly CellXml[], lines: number): string {
  // A program that opens the workbook does not measure wrapped text by itself.
  const parts = [lines > 1 ? `<row r="${row}" ht="${lines * LINE_HEIGHT}" customHeight="1">` : `<row r="${row}">`];
  for (let at = 0; at < cells.length; at++) {
    const { text, numeric, style } = cells[at]!;
    if (text === '' && style === 0) continue;
    parts.push('<c r="', columnLetters(at), String(row));
    if (style !== 0) parts.push('" s="', String(style));
    if (text === '') parts.push('"/>');
    else if (numeric) parts.push('"><v>', text, '</v></c>');
    else parts.push('" t="inlineStr"><is><t xml:space="preserve">', xmlText(text), '</t></is></c>');
  }
  parts.push('</row>');
  // Joined, not added up: half of the garbage.
  return parts.join('');
}

function xmlText(text: string): string {
  const safe = escapeText(neutralise(text));
  const whole = safe.length > CELL_LIMIT ? `${safe.slice(0, CELL_LIMIT - 1)}…` : safe;
  return whole.replace(SPECIAL, (char) => ENTITIES[char]!);
}
