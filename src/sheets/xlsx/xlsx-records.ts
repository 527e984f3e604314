import { shownBy } from '../cells/number-format.ts';
import type { CellMark, SheetRecord } from '../sheet-table.ts';
import { MOST_COLUMNS, parseAddress, parseRow, ROWS } from './xlsx-address.ts';
import { readCell } from './xlsx-cell.ts';
import { XlsxFault } from './xlsx-fault.ts';
import type { MergedCells } from './xlsx-outline.ts';
import { richText } from './xlsx-rich-text.ts';
import type { SharedStrings } from './xlsx-strings.ts';
import type { CellStyle } from './xlsx-styles.ts';
import { unescapeText } from './xlsx-text.ts';
import { isTrue, readXml, SPREADSHEET, type XmlListener } from './xlsx-xml.ts';

/** Small, so that records become garbage quickly. */
const CHUNK = 100;
/** The limit of Excel. No Payrun column takes that many. */
const LONGEST_CELL = 32_767;

/**
 * The limit of cells in total: a million rows of about 60 columns. An empty cell without an address takes only four
 * bytes of a package.
 */
const MOST_CELLS = 64_000_000;

/** A sheet of payments has 60 columns at most; a merged title may span all 16,384. */
const WIDEST = 255;

export interface CellContext {
  readonly strings: SharedStrings;
  readonly cellStyles: readonly CellStyle[];
  readonly date1904: boolean;
  /** Sorted by their first row. */
  readonly merged: readonly MergedCells[];
}

/** The rows that are not empty, in chunks. Throws if the part is invalid; never drops a cell. */
export async function* xlsxRecords(
  chunks: AsyncIterable<Buffer>,
  context: CellContext,
): AsyncGenerator<SheetRecord[], void> {
  const rows = rowListener(context);
  for await (const _ of readXml(chunks, 'worksheet', SPREADSHEET, rows.listener)) {
    if (rows.ready.length < CHUNK) continue;
    yield rows.ready.splice(0);
  }
  if (!rows.ended()) throw new XlsxFault('a worksheet is cut off');
  if (rows.ready.length > 0) yield rows.ready;
}

type Place = 'before' | 'rows' | 'row' | 'cell' | 'value' | 'formula' | 'inline' | 'after';

/** The allowed children of each element. Anything else among the rows could be an unread cell, so it throws. */
const INSIDE: Readonly<Partial<Record<Place, Readonly<Record<string, Place>>>>> = {
  rows: { row: 'row' },
  row: { c: 'cell' },
  cell: { v: 'value', f: 'formula', is: 'inline' },
};
const OUTSIDE: Readonly<Partial<Record<Place, Place>>> = {
  rows: 'after',
  row: 'rows',
  cell: 'row',
  value: 'cell',
  formula: 'cell',
  inline: 'cell',
};

const ADDED = { digits: 'lengthened', sign: 'altered' } as const;

const PLAIN: CellStyle = { format: undefined, struck: false };

function rowListener({ strings, cellStyles, date1904, merged }: CellContext) {
  const ready: SheetRecord[] = [];
  const rich = richText();
  const mergedIn = mergeWatch(merged);
  let place: Place = 'before';
  let depth = 0;
  /** The depth of an element that is skipped with its content; 0 for none. */
  let passed = 0;
  let ended = false;

  let row = 0;
  let cells = 0;
  let hidden = false;
  let values: string[] = [];
  let marks: CellMark[] = [];
  let styles: (number | undefined)[] = [];
  let raws: (string | undefined)[] = [];

  let at = -1;
  let type: string | undefined;
  let style: number | undefined;
  let text = '';
  let formula = false;
  let hasValue = false;

  const startRow = (attributes: Readonly<Record<string, string>>) => {
    const number = attributes.r === undefined ? row + 1 : parseRow(attributes.r);
    if (number > ROWS) throw new XlsxFault('it has more rows than a worksheet can have');
    if (number <= row) throw new XlsxFault(`row ${number} follows row ${row}`);
    row = number;
    hidden = isTrue(attributes.hidden) || attributes.ht === '0';
    at = -1;
  };

  const startCell = (attributes: Readonly<Record<string, string>>) => {
    if (++cells > MOST_CELLS) throw new XlsxFault('it has more cells than a sheet of payments can have');
    if (attributes.r === undefined) at++;
    else {
      const address = parseAddress(attributes.r);
      if (address.row !== row) throw new XlsxFault(`a cell of row ${address.row} is in row ${row}`);
      at = address.at;
    }
    if (at >= MOST_COLUMNS) throw new XlsxFault(`row ${row} has more cells than a worksheet can have`);
    type = attributes.t;
    style = attributes.s === undefined ? undefined : Number(attributes.s);
    text = '';
    formula = false;
    hasValue = false;
  };

  const endCell = () => {
    if (style !== undefined) styles[at] = style;
    if (!hasValue && !formula) return;
    if (values[at]) throw new XlsxFault(`row ${row} has a cell twice`);
    const cellText = type === 's' && hasValue ? strings.at(indexOf(text)) : type === 'str' ? unescapeText(text) : text;
    if (cellText.length > LONGEST_CELL) throw new XlsxFault(`row ${row} has a cell with too many characters`);
    const { format, struck } = (style === undefined ? undefined : cellStyles[style]) ?? PLAIN;
    const read = readCell({ type, text: cellText, formula, hasValue, format }, date1904);
    if (read.kind) marks.push({ at, kind: read.kind });
    if (read.text === '') return;
    if (read.raw !== undefined) raws[at] = read.raw;
    if (format !== undefined) markShown(read, format);
    if (struck) marks.push({ at, kind: 'struck' });
    while (values.length < at) values.push('');
    values[at] = read.text;
  };

  const markShown = ({ text: cellText, raw }: ReturnType<typeof readCell>, format: string) => {
    if (cellText.trim() === '') return;
    const number = type === undefined || type === 'n' ? Number(raw) : null;
    const { unseen, signs, scaled, adds } = shownBy(format, number);
    if (unseen) marks.push({ at, kind: 'unseen' });
    if (number === null) return;
    if (scaled) marks.push({ at, kind: 'scaled' });
    if (signs.length > 0) marks.push({ at, kind: 'currency', signs });
    // Not a code with its hyphens, a share or a date.
    if (adds !== null && number > 0 && Number(cellText) === number) marks.push({ at, kind: ADDED[adds] });
  };

  const endRow = () => {
    const merges = mergedIn(row);
    if (values.length === 0 && marks.length === 0) {
      styles = [];
      return;
    }
    for (const { left, right } of merges)
      for (let from = left; from <= Math.min(right, WIDEST); from++) marks.push({ at: from, kind: 'merged' });
    ready.push({
      row,
      values,
      ...(marks.length > 0 ? { marks } : {}),
      ...(hidden ? { hidden } : {}),
      stored: { styles, raws },
    });
    values = [];
    marks = [];
    styles = [];
    raws = [];
  };

  const listener: XmlListener = {
    open: (name, attributes) => {
      depth++;
      if (passed > 0 || place === 'after') return;
      if (place === 'before') {
        if (depth === 2 && name === 'sheetData') place = 'rows';
        return;
      }
      if (place === 'inline') return rich.open(name);
      const next = INSIDE[place]?.[name];
      if (next === undefined) {
        if (name !== 'extLst') throw new XlsxFault('a worksheet has something between its cells that is none');
        passed = depth;
        return;
      }
      place = next;
      if (next === 'cell') startCell(attributes);
      else if (next === 'row') startRow(attributes);
      else if (next === 'formula') formula = true;
      else hasValue = true;
    },
    text: (more) => {
      if (place === 'value') text += more;
      else if (place === 'inline') rich.text(more);
    },
    close: () => {
      depth--;
      if (passed > 0) {
        if (depth < passed) passed = 0;
        return;
      }
      if (place === 'inline' && rich.close()) return;
      if (place === 'inline') text = rich.take();
      if (place === 'cell') endCell();
      else if (place === 'row') endRow();
      else if (place === 'rows') ended = true;
      place = OUTSIDE[place] ?? place;
    },
  };
  return { listener, ready, ended: () => ended };
}

function indexOf(text: string): number {
  let index = 0;
  // Without a regular expression for speed, because most cells of a sheet are text.
  for (let i = 0; i < text.length; i++) {
    const digit = text.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9 || i > 9) return indexOf('');
    index = index * 10 + digit;
  }
  if (text === '') throw new XlsxFault('the text of a cell is missing');
  return index;
}

const NONE: readonly MergedCells[] = [];

/**
 * Creates a function that returns the merged cells of a row. Call it with rows in order. Merged cells do not overlap,
 * so a row has few.
 */
function mergeWatch(merged: readonly MergedCells[]): (row: number) => readonly MergedCells[] {
  let next = 0;
  let open: MergedCells[] = [];
  return (row) => {
    if (open.length === 0 && !(next < merged.length && merged[next]!.top <= row)) return NONE;
    while (next < merged.length && merged[next]!.top <= row) open.push(merged[next++]!);
    open = open.filter(({ bottom }) => bottom >= row);
    if (open.length > 16_384) throw new XlsxFault('it has merged cells that overlap');
    return open;
  };
}
