import { parseAddress } from './xlsx-address.ts';
import { XlsxFault } from './xlsx-fault.ts';
import { hearXml, isTrue, SPREADSHEET } from './xlsx-xml.ts';

/** What a worksheet says before and after its rows. */
export interface XlsxOutline {
  /** Positions of hidden columns: from, up to and with to. */
  readonly hidden: readonly (readonly [from: number, to: number])[];
  /** Widths of columns by position, in characters; absent where none is given. */
  readonly widths: readonly (number | undefined)[];
  /** Merged cells, by their first row. */
  readonly merged: readonly MergedCells[];
}

export interface MergedCells {
  readonly top: number;
  readonly bottom: number;
  /** Positions. */
  readonly left: number;
  readonly right: number;
}

const COLUMNS = 16_384;
/** What stands around the rows. Conditional formats and validations of 10,000 ranges take 2 MB. */
const MOST = 32 * 1024 * 1024;

/**
 * Goes through a worksheet once before its rows are read: merged cells stand behind them, and by then it would be too late
 * to say of a row that its cells are merged. It also makes sure, before the first row is read, that the part is whole.
 * 100,000 rows of 16 columns (80 MB) take 0.2 s, in another thread; the rows are not parsed.
 */
export async function readOutline(chunks: AsyncIterable<Buffer>): Promise<XlsxOutline> {
  const hidden: [number, number][] = [];
  const widths: (number | undefined)[] = [];
  const merged: MergedCells[] = [];
  await hearXml(withoutRows(chunks), 'worksheet', SPREADSHEET, {
    open: (name, attributes) => {
      if (name === 'col') readColumn(attributes, hidden, widths);
      else if (name === 'mergeCell') merged.push(readMerged(attributes.ref ?? ''));
    },
  });
  return { hidden, widths, merged: merged.sort((a, b) => a.top - b.top) };
}

function readColumn(
  { min, max, width, ...attributes }: Readonly<Record<string, string>>,
  hidden: [number, number][],
  widths: (number | undefined)[],
): void {
  const from = Number(min) - 1;
  const to = Math.min(Number(max), COLUMNS) - 1;
  if (!(from >= 0 && to >= from)) throw new XlsxFault('a column of the worksheet has no valid number');
  if (isTrue(attributes.hidden) || width === '0') hidden.push([from, to]);
  // A width of all columns to the right is one of none.
  if (width !== undefined && to - from < 1000) for (let at = from; at <= to; at++) widths[at] = Number(width);
}

function readMerged(ref: string): MergedCells {
  const [first = '', last = first] = ref.split(':');
  const from = parseAddress(first);
  const to = parseAddress(last);
  return { top: from.row, left: from.at, bottom: to.row, right: to.at };
}

const START = /<([\w.-]+:)?sheetData(?:\s[^>]*?)?(\/?)>/;

/** The part without what stands in its element of rows, as XML. */
async function* withoutRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const pieces = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let start: RegExpExecArray | null = null;
  while (start === null) {
    const next = await pieces.next();
    if (next.done) throw new XlsxFault('a worksheet has no rows, not even an empty list of them');
    head = bounded([head, next.value]);
    // Latin-1 has one character for every byte, so positions are the same.
    start = START.exec(head.toString('latin1'));
  }
  const [tag, prefix = '', closed] = start;
  yield head.subarray(0, start.index);
  yield Buffer.from(`<${prefix}sheetData/>`);

  let piece = head.subarray(start.index + tag.length);
  if (closed !== '/') piece = await afterRows(piece, pieces, Buffer.from(`</${prefix}sheetData`));
  yield piece;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) yield next.value;
}

/** What stands behind the rows: all of it, because their end must not come twice. */
async function afterRows(first: Buffer, pieces: AsyncIterator<Buffer>, end: Buffer): Promise<Buffer> {
  let window = first;
  let at = window.indexOf(end);
  while (at < 0) {
    const next = await pieces.next();
    if (next.done) throw new XlsxFault('a worksheet is cut off');
    window = Buffer.concat([window.subarray(-end.length), next.value]);
    at = window.indexOf(end);
  }
  const parts = [window.subarray(at)];
  let size = 0;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    size += next.value.length;
    if (size > MOST) throw new XlsxFault(TOO_MUCH);
    parts.push(next.value);
  }
  const tail = bounded(parts);
  // In text "<" is escaped, so another one could only be meant to deceive.
  if (tail.includes(end, 1)) throw new XlsxFault('the rows of a worksheet end twice');
  return tail.subarray(tail.indexOf('>') + 1);
}

const TOO_MUCH = 'it has more around its rows than a sheet can have';

function bounded(parts: readonly Buffer[]): Buffer {
  const all = Buffer.concat(parts);
  if (all.length > MOST) throw new XlsxFault(TOO_MUCH);
  return all;
}
