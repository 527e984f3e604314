import { columnLetters } from '../column-letters.ts';
import type { CellKind } from '../write/row-xml.ts';
import { cellXml } from '../write/row-xml.ts';
import { Unpatchable } from '../xlsx/unpatchable.ts';
import { withAttribute } from './edit-xml.ts';
import {
  type CellSlice,
  getAttribute,
  getCellSlices,
  hasFormula,
  lastCell,
  type RowSlice,
} from './worksheet-slices.ts';

/** The changes to a row of a worksheet, by column position. */
export interface RowPatch {
  /** Cells to write, in order of position. They replace existing cells. */
  readonly cells: readonly NewCell[];
  /** Result cells of an earlier run to remove: `from` included, `to` excluded. */
  readonly clear: { readonly from: number; readonly to: number } | null;
  /** Cells to mark red. */
  readonly red: readonly number[];
  /** Whether a cell may be red from earlier results: it loses the red unless it is in `red`. Null if none may be. */
  readonly wasRed: ((at: number) => boolean) | null;
}

export interface NewCell {
  readonly at: number;
  readonly text: string;
  readonly kind: CellKind;
  /** -1 for the style of the existing cell, its row or its column. */
  readonly style: number;
}

export interface RowStyles {
  red(style: number): number;
  /** Null if it is not red. */
  notRed(style: number): number | null;
  /** The style of a missing cell: that of its column. */
  ofColumn(at: number): number;
}

/**
 * A row with its changes, in Latin-1 like the input. Everything else stays the same byte for byte. Throws `Unpatchable`
 * if a formula would be lost.
 */
export function patchRow(slice: RowSlice, p: string, patch: RowPatch, styles: RowStyles): string {
  const { xml, row, start, inner } = slice;
  const { cells, clear, red, wasRed } = patch;
  const tag = withSpans(xml.slice(start, inner), cells.at(-1)?.at ?? -1);
  const rowStyle = getAttribute(xml, start, inner - 1, 'customFormat')
    ? Number(getAttribute(xml, start, inner - 1, 's') ?? 0)
    : null;
  const written = ({ at, text, kind, style }: NewCell, own?: number) =>
    latin1(
      cellXml(
        p,
        `${columnLetters(at)}${row}`,
        text,
        kind,
        style >= 0 ? style : (own ?? rowStyle ?? styles.ofColumn(at)),
      ),
    );

  // Most rows only get cells after their last one.
  const first = cells[0]?.at ?? Number.POSITIVE_INFINITY;
  if (!wasRed && red.length === 0 && clear === null && xml.charCodeAt(inner - 2) !== SLASH) {
    const last = lastCell(slice, p);
    if (last !== null && last < first) {
      const end = xml.lastIndexOf('</');
      return `${xml.slice(0, start)}${tag}${xml.slice(inner, end)}${cells.map((cell) => written(cell)).join('')}${xml.slice(end)}`;
    }
  }

  const slices = getCellSlices(slice, p);
  const own = new Map(slices.map((cell) => [cell.at, cell]));
  const fresh: NewCell[] = [...cells];
  const wrong = new Set(red);
  for (const at of red)
    if (!own.has(at) && !cells.some((cell) => cell.at === at))
      fresh.push({ at, text: '', kind: 'text', style: styles.red(rowStyle ?? styles.ofColumn(at)) });
  fresh.sort((a, b) => a.at - b.at);
  const out: string[] = [];
  let next = 0;
  let remaining = inner;
  const flushTo = (at: number) => {
    while (next < fresh.length && fresh[next]!.at < at) out.push(written(fresh[next++]!));
  };
  for (const cell of slices) {
    out.push(xml.slice(remaining, cell.from));
    remaining = cell.to;
    flushTo(cell.at);
    const style = styleOf(xml, cell);
    if (next < fresh.length && fresh[next]!.at === cell.at) {
      refuseFormula(xml, cell, p);
      out.push(written(fresh[next++]!, wrong.has(cell.at) ? styles.red(style) : style));
    } else if (clear && cell.at >= clear.from && cell.at < clear.to) refuseFormula(xml, cell, p);
    else
      out.push(
        restyled(
          xml,
          cell,
          style,
          wrong.has(cell.at) ? styles.red(style) : wasRed?.(cell.at) ? styles.notRed(style) : null,
        ),
      );
  }
  flushTo(Number.POSITIVE_INFINITY);
  const empty = xml.charCodeAt(inner - 2) === SLASH;
  const rest = empty ? `</${p}row>` : xml.slice(remaining);
  return `${xml.slice(0, start)}${empty ? `${tag.slice(0, -2).trimEnd()}>` : tag}${out.join('')}${rest}`;
}

const SLASH = 47;

/** -1 if the cell has no style. */
function styleOf(xml: string, { from, inner }: CellSlice): number {
  return Number(getAttribute(xml, from, inner - 1, 's') ?? -1);
}

function restyled(xml: string, { from, inner, to }: CellSlice, before: number, style: number | null): string {
  if (style === null || style === before) return xml.slice(from, to);
  return withAttribute(xml.slice(from, inner), 's', String(style)) + xml.slice(inner, to);
}

/** Other formulas may be derived from it, and the calculation chain lists it. */
function refuseFormula(xml: string, cell: CellSlice, p: string): void {
  if (hasFormula(xml, cell, p)) throw new Unpatchable('a formula is in a cell that Payrun writes');
}

/** Extends `spans`, the range of columns of a row, which must not be too small. */
function withSpans(tag: string, last: number): string {
  const spans = getAttribute(tag, 0, tag.length - 1, 'spans');
  const [, from = '', to = ''] = /^(\d+):(\d+)$/.exec(spans ?? '') ?? [];
  return from === '' || Number(to) > last ? tag : withAttribute(tag, 'spans', `${from}:${last + 1}`);
}

function latin1(xml: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII.
  return /^[\x00-\x7f]*$/.test(xml) ? xml : Buffer.from(xml).toString('latin1');
}
