import { parseAddress } from './xlsx-address.ts';
import { XlsxFault } from './xlsx-fault.ts';
import { isTrue, SPREADSHEET, watchXml } from './xlsx-xml.ts';

/** The data of a worksheet before and after its rows. */
export interface XlsxOutline {
  /** Positions of hidden columns, from and to included. */
  readonly hidden: readonly (readonly [from: number, to: number])[];
  /** Widths of columns by position, in characters; undefined if none is given. */
  readonly widths: readonly (number | undefined)[];
  /** Merged cells, sorted by their first row. */
  readonly merged: readonly MergedCells[];
}

export interface MergedCells {
  readonly top: number;
  readonly bottom: number;
  /** Column positions. */
  readonly left: number;
  readonly right: number;
}

const COLUMNS = 16_384;
/** The limit of bytes around the rows. Conditional formats and validations of 10,000 ranges take 2 MB. */
const MOST = 32 * 1024 * 1024;

/**
 * Reads through a worksheet once before its rows are read: merged cells come after the rows, but their marks are needed
 * with each row. It also makes sure that the part is complete before the first row is read. 100,000 rows of 16 columns
 * (80 MB) take 0.2 s in another thread; the rows are not parsed.
 */
export async function readOutline(chunks: AsyncIterable<Buffer>): Promise<XlsxOutline> {
  const hidden: [number, number][] = [];
  const widths: (number | undefined)[] = [];
  const merged: MergedCells[] = [];
  await watchXml(withoutRows(chunks), 'worksheet', SPREADSHEET, {
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
  // A width for this many columns is a default for the rest of the worksheet.
  if (width !== undefined && to - from < 1000) for (let at = from; at <= to; at++) widths[at] = Number(width);
}

function readMerged(ref: string): MergedCells {
  const [first = '', last = first] = ref.split(':');
  const from = parseAddress(first);
  const to = parseAddress(last);
  return { top: from.row, left: from.at, bottom: to.row, right: to.at };
}

const START = /<([\w.-]+:)?sheetData(?:\s[^<>]*?)?(\/?)>/;

/** The XML of the part without the content of its `sheetData` element. */
async function* withoutRows(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const pieces = chunks[Symbol.asyncIterator]();
  let head: Buffer = Buffer.alloc(0);
  let start: RegExpExecArray | null = null;
  while (start === null) {
    const next = await pieces.next();
    if (next.done) throw new XlsxFault('a worksheet has no rows, not even an empty list of them');
    head = bounded([head, next.value]);
    // Latin-1 has one character per byte, so positions are the same.
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

/** Everything after the rows, in one piece to check that they end only once. */
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
  // Text escapes "<", so a second end tag can only be an attack.
  if (tail.includes(end, 1)) throw new XlsxFault('the rows of a worksheet end twice');
  return tail.subarray(tail.indexOf('>') + 1);
}

const TOO_MUCH = 'it has more around its rows than a sheet can have';

function bounded(parts: readonly Buffer[]): Buffer {
  const all = Buffer.concat(parts);
  if (all.length > MOST) throw new XlsxFault(TOO_MUCH);
  return all;
}
