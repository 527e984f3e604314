import type { CellKind } from '../write/row-xml.ts';
import { cellXml, columnLetters } from '../write/row-xml.ts';
import { Unpatchable } from '../xlsx/unpatchable.ts';
import { withAttribute } from './edit-xml.ts';
import { attributeOf, type CellSlice, cellsOf, hasFormula, lastCell, type RowSlice } from './worksheet-slices.ts';

/** What a row of a worksheet becomes. Positions are those of columns. */
export interface RowPatch {
  /** Cells of ours, by position, in order. They take the place of what stands there. */
  readonly cells: readonly NewCell[];
  /** Cells of ours of an earlier results workbook that go: from, up to but without to. */
  readonly clear: { readonly from: number; readonly to: number } | null;
  /** Cells that are red. */
  readonly red: readonly number[];
  /** Which cells may be red from earlier results: they are red no more unless they are in `red`. Null for none. */
  readonly wasRed: ((at: number) => boolean) | null;
}

export interface NewCell {
  readonly at: number;
  readonly text: string;
  readonly kind: CellKind;
  /** -1 for the one that the cell, its row or its column has. */
  readonly style: number;
}

export interface RowStyles {
  red(style: number): number;
  /** Null if it is not red. */
  notRed(style: number): number | null;
  /** Of a cell that is not there: that of its column. */
  ofColumn(at: number): number;
}

/** A row with its changes; Latin-1 as it came. What is not changed stays byte for byte. Throws `Unpatchable` where a formula would go. */
export function patchRow(slice: RowSlice, p: string, patch: RowPatch, styles: RowStyles): string {
  const { xml, row, start, inner } = slice;
  const { cells, clear, red, wasRed } = patch;
  const tag = withSpans(xml.slice(start, inner), cells.at(-1)?.at ?? -1);
  const rowStyle = attributeOf(xml, start, inner - 1, 'customFormat')
    ? Number(attributeOf(xml, start, inner - 1, 's') ?? 0)
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

  // Most rows only get cells behind their last one.
  const first = cells[0]?.at ?? Number.POSITIVE_INFINITY;
  if (!wasRed && red.length === 0 && clear === null && xml.charCodeAt(inner - 2) !== SLASH) {
    const last = lastCell(slice, p);
    if (last !== null && last < first) {
      const end = xml.lastIndexOf('</');
      return `${xml.slice(0, start)}${tag}${xml.slice(inner, end)}${cells.map((cell) => written(cell)).join('')}${xml.slice(end)}`;
    }
  }

  const slices = cellsOf(slice, p);
  const own = new Map(slices.map((cell) => [cell.at, cell]));
  const fresh: NewCell[] = [...cells];
  const wrong = new Set(red);
  for (const at of red)
    if (!own.has(at) && !cells.some((cell) => cell.at === at))
      fresh.push({ at, text: '', kind: 'text', style: styles.red(rowStyle ?? styles.ofColumn(at)) });
  fresh.sort((a, b) => a.at - b.at);
  const out: string[] = [];
  let next = 0;
  let kept = inner;
  const flushTo = (at: number) => {
    while (next < fresh.length && fresh[next]!.at < at) out.push(written(fresh[next++]!));
  };
  for (const cell of slices) {
    out.push(xml.slice(kept, cell.from));
    kept = cell.to;
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
  const rest = empty ? `</${p}row>` : xml.slice(kept);
  return `${xml.slice(0, start)}${empty ? `${tag.slice(0, -2).trimEnd()}>` : tag}${out.join('')}${rest}`;
}

const SLASH = 47;

/** -1 where it names none. */
function styleOf(xml: string, { from, inner }: CellSlice): number {
  return Number(attributeOf(xml, from, inner - 1, 's') ?? -1);
}

function restyled(xml: string, { from, inner, to }: CellSlice, before: number, style: number | null): string {
  if (style === null || style === before) return xml.slice(from, to);
  return withAttribute(xml.slice(from, inner), 's', String(style)) + xml.slice(inner, to);
}

/** Other formulas may be made from it, and the list of what is calculated names it. */
function refuseFormula(xml: string, cell: CellSlice, p: string): void {
  if (hasFormula(xml, cell, p)) throw new Unpatchable('a formula stands where Payrun writes');
}

/** `spans` is what a row is said to reach; it must not be less than that. */
function withSpans(tag: string, last: number): string {
  const spans = attributeOf(tag, 0, tag.length - 1, 'spans');
  const [, from = '', to = ''] = /^(\d+):(\d+)$/.exec(spans ?? '') ?? [];
  return from === '' || Number(to) > last ? tag : withAttribute(tag, 'spans', `${from}:${last + 1}`);
}

function latin1(xml: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII.
  return /^[\x00-\x7f]*$/.test(xml) ? xml : Buffer.from(xml).toString('latin1');
}
