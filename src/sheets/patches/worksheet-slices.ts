import { Unpatchable } from '../xlsx/unpatchable.ts';
import { MOST_COLUMNS, parseAddress, parseRow } from '../xlsx/xlsx-address.ts';
import { findTagEnd } from '../xlsx/xml-parser.ts';

/** A worksheet split at its rows, as Latin-1: one character per byte, so that unchanged content needs no decoding. */
export type WorksheetSlice =
  /** Everything before the rows; ends with the start tag of `sheetData`. */
  | { readonly kind: 'head'; readonly xml: string; readonly prefix: string }
  | RowSlice
  /** Everything after the rows; begins with the end tag of `sheetData`. */
  | { readonly kind: 'tail'; readonly xml: string };

export interface RowSlice {
  readonly kind: 'row';
  readonly row: number;
  /** Includes the white space before it. */
  readonly xml: string;
  /** Positions in `xml` of its start tag and of its content. */
  readonly start: number;
  readonly inner: number;
}

/** A cell in the XML of its row. */
export interface CellSlice {
  readonly at: number;
  readonly from: number;
  /** The position after its start tag. */
  readonly inner: number;
  /** The position after its end. */
  readonly to: number;
}

const START = /<([\w.-]+:)?sheetData(?:\s[^<>]*?)?(\/?)>/;
const UNKNOWN = 'its rows hold something that Payrun does not know';
/** The limit of bytes around the rows, the same as the reader's. */
const MOST = 32 * 1024 * 1024;

/**
 * Splits a worksheet at its rows. The reader has read it before, so the part is known to be complete. Throws
 * `Unpatchable` if anything else is between rows or cells.
 */
export async function* worksheetSlices(chunks: AsyncIterable<Buffer>): AsyncGenerator<readonly WorksheetSlice[], void> {
  const pieces = chunks[Symbol.asyncIterator]();
  let rest = '';
  const more = async (): Promise<boolean> => {
    const next = await pieces.next();
    if (next.done) return false;
    rest += next.value.toString('latin1');
    return true;
  };
  try {
    let start: RegExpExecArray | null = null;
    while (start === null) {
      if (rest.length > MOST || !(await more())) throw new Unpatchable(UNKNOWN);
      start = START.exec(rest);
    }
    const prefix = start[1] ?? '';
    const empty = start[2] === '/';
    const end = start.index + start[0].length;
    const opened = empty ? `${start[0].slice(0, -2)}>` : start[0];
    yield [{ kind: 'head', xml: rest.slice(0, start.index) + opened, prefix }];
    rest = (empty ? `</${prefix}sheetData>` : '') + rest.slice(end);

    const cut = rowCutter(prefix);
    for (;;) {
      const { rows, used, over } = cut(rest);
      rest = rest.slice(used);
      if (rows.length > 0) yield rows;
      if (over) break;
      if (!(await more())) throw new Unpatchable(UNKNOWN);
    }
    const tail = [rest];
    let size = rest.length;
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
      size += next.value.length;
      if (size > MOST) throw new Unpatchable(UNKNOWN);
      tail.push(next.value.toString('latin1'));
    }
    yield [{ kind: 'tail', xml: tail.join('') }];
  } finally {
    await pieces.return?.();
  }
}

function rowCutter(prefix: string) {
  const open = `<${prefix}row`;
  const close = `</${prefix}row`;
  const end = `</${prefix}sheetData`;
  let number = 0;

  /** The row at `at`, with leading white space; null if its end has not arrived yet. */
  const rowAt = (all: string, at: number): (RowSlice & { readonly to: number }) | null => {
    const start = all.indexOf('<', at);
    if (start < 0 || start + open.length >= all.length) return null;
    if (!all.startsWith(open, start) || !isEndOfName(all.charCodeAt(start + open.length)))
      throw new Unpatchable(UNKNOWN);
    blank(all, at, start);
    const tagEnd = findTagEnd(all, start + 1);
    if (tagEnd < 0) return null;
    let to = tagEnd + 1;
    if (all.charCodeAt(tagEnd - 1) !== SLASH) {
      const closing = all.indexOf(close, to);
      const closed = closing < 0 ? -1 : all.indexOf('>', closing);
      if (closed < 0) return null;
      to = closed + 1;
    }
    const attribute = getAttribute(all, start, tagEnd, 'r');
    number = attribute === null ? number + 1 : parseRow(attribute);
    return { kind: 'row', row: number, xml: all.slice(at, to), start: start - at, inner: tagEnd + 1 - at, to };
  };

  return (all: string): { rows: RowSlice[]; used: number; over: boolean } => {
    const rows: RowSlice[] = [];
    let at = 0;
    // A comment or CDATA section could contain text that looks like a tag.
    const odd = [all.indexOf('<!'), all.indexOf('<?')].filter((found) => found >= 0);
    const last = odd.length > 0 ? all.indexOf(end) : -1;
    if (odd.some((found) => last < 0 || found < last)) throw new Unpatchable(UNKNOWN);
    for (;;) {
      const next = all.indexOf('<', at);
      if (next >= 0 && all.startsWith(end, next)) {
        blank(all, at, next);
        return { rows, used: at, over: true };
      }
      // The rest may be the beginning of the end tag.
      if (next < 0 || (all.length - next < end.length && end.startsWith(all.slice(next)))) break;
      const row = rowAt(all, at);
      if (!row) break;
      rows.push(row);
      at = row.to;
    }
    return { rows, used: at, over: false };
  };
}

export function getCellSlices({ row, xml, inner }: RowSlice, prefix: string): CellSlice[] {
  const open = `<${prefix}c`;
  const close = `</${prefix}c`;
  const cells: CellSlice[] = [];
  if (xml.charCodeAt(inner - 2) === SLASH) return cells;
  let position = inner;
  let at = -1;
  for (;;) {
    const from = xml.indexOf('<', position);
    blank(xml, position, from);
    if (xml.startsWith(`</${prefix}row`, from)) return cells;
    if (!xml.startsWith(open, from) || !isEndOfName(xml.charCodeAt(from + open.length))) throw new Unpatchable(UNKNOWN);
    const tagEnd = findTagEnd(xml, from + 1);
    let to = tagEnd + 1;
    if (xml.charCodeAt(tagEnd - 1) !== SLASH) {
      let closing = xml.indexOf(close, to);
      while (closing >= 0 && !isEndOfName(xml.charCodeAt(closing + close.length)))
        closing = xml.indexOf(close, closing + 1);
      if (closing < 0) throw new Unpatchable(UNKNOWN);
      to = xml.indexOf('>', closing) + 1;
    }
    const attribute = getAttribute(xml, from, tagEnd, 'r');
    if (attribute === null) at++;
    else {
      const address = parseAddress(attribute);
      if (address.row !== row) throw new Unpatchable(UNKNOWN);
      at = address.at;
    }
    if (at >= MOST_COLUMNS) throw new Unpatchable(UNKNOWN);
    const cell = { at, from, inner: tagEnd + 1, to };
    cells.push(cell);
    position = to;
  }
}

/**
 * The position of the last cell of a row from its address alone; -1 for an empty row, null if that cell has no address.
 */
export function lastCell({ xml, inner }: RowSlice, prefix: string): number | null {
  const open = `<${prefix}c`;
  let from = xml.lastIndexOf(open);
  while (from >= inner && !isEndOfName(xml.charCodeAt(from + open.length))) from = xml.lastIndexOf(open, from - 1);
  if (from < inner) return -1;
  const attribute = getAttribute(xml, from, findTagEnd(xml, from + 1), 'r');
  return attribute === null ? null : parseAddress(attribute).at;
}

export function hasFormula(xml: string, cell: CellSlice, prefix: string): boolean {
  const open = `<${prefix}f`;
  for (let at = xml.indexOf(open, cell.inner); at >= 0 && at < cell.to; at = xml.indexOf(open, at + 1))
    if (isEndOfName(xml.charCodeAt(at + open.length))) return true;
  return false;
}

/** Whether a cell has any content besides its style. */
export function hasContent(xml: string, { inner, to }: CellSlice): boolean {
  const next = xml.indexOf('<', inner);
  return next >= 0 && next < to && xml.charCodeAt(next + 1) !== SLASH;
}

/**
 * An attribute of the start tag from `from` to `tagEnd`; null if missing. It is not decoded: addresses and numbers need
 * no decoding.
 */
export function getAttribute(xml: string, from: number, tagEnd: number, name: string): string | null {
  let at = from;
  while (at < tagEnd && !isSpace(xml.charCodeAt(at))) at++;
  while (at < tagEnd) {
    while (isSpace(xml.charCodeAt(at))) at++;
    const equals = xml.indexOf('=', at);
    if (equals < 0 || equals > tagEnd) return null;
    let quote = equals + 1;
    while (isSpace(xml.charCodeAt(quote))) quote++;
    const close = xml.indexOf(xml[quote]!, quote + 1);
    if (xml.startsWith(name, at) && (at + name.length === equals || isSpace(xml.charCodeAt(at + name.length))))
      return xml.slice(quote + 1, close);
    at = close + 1;
  }
  return null;
}

const SLASH = 47;

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

function isEndOfName(code: number): boolean {
  return isSpace(code) || code === SLASH || code === 62;
}

function blank(xml: string, from: number, to: number): void {
  for (let at = from; at < to; at++) if (!isSpace(xml.charCodeAt(at))) throw new Unpatchable(UNKNOWN);
}
