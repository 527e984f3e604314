import type { CellMark, SheetRecord } from '../sheet-table.ts';
import { MOST_COLUMNS, ROWS } from '../xlsx/xlsx-address.ts';
import { XlsxFault } from '../xlsx/xlsx-fault.ts';
import { type OdsReading, readOdsCell } from './ods-cell.ts';
import type { OdsStyles } from './ods-styles.ts';
import { type OdsAttributes, type OdsListener, readOds } from './ods-xml.ts';

/** Small, so that records become garbage quickly. */
const CHUNK = 100;
/** As in Excel. No Payrun column takes that many. */
const LONGEST_CELL = 32_767;
/** The limit of cells in total, with repeated cells counted each time. */
const MOST_CELLS = 64_000_000;
/** A sheet of payments has 60 columns at most; a merged title may span all columns. */
const WIDEST = 255;

/** A row and how many times it occurs in sequence. */
interface Repeated {
  readonly record: SheetRecord;
  readonly times: number;
}

/** The rows of one table that are not empty, in chunks. Throws if the content is invalid; never drops a cell. */
export async function* odsRecords(
  chunks: AsyncIterable<Buffer>,
  table: number,
  styles: OdsStyles,
): AsyncGenerator<SheetRecord[], void> {
  const rows = rowListener(table, styles);
  let chunk: SheetRecord[] = [];
  for await (const _ of readOds(chunks, 'office:document-content', rows.listener)) {
    for (const { record, times } of rows.ready.splice(0)) {
      for (let more = 0; more < times; more++) {
        chunk.push(more === 0 ? record : { ...record, row: record.row + more, values: [...record.values] });
        if (chunk.length < CHUNK) continue;
        yield chunk;
        chunk = [];
      }
    }
    // `odsTables` has already read and checked the rest of the part.
    if (rows.ended()) break;
  }
  if (!rows.ended()) throw new XlsxFault('a worksheet is cut off');
  if (chunk.length > 0) yield chunk;
}

function rowListener(wanted: number, styles: OdsStyles) {
  const ready: Repeated[] = [];
  let tables = -1;
  let depth = 0;
  /** Depth of the table, its row, its cell and of a skipped element; 0 for none. */
  let table = 0;
  let rowDepth = 0;
  let cellDepth = 0;
  let passed = 0;
  let ended = false;
  let hiddenGroups = 0;
  const groups: boolean[] = [];

  let row = 1;
  let times = 1;
  let hidden = false;
  let rowStyle: string | undefined;
  let values: string[] = [];
  let marks: CellMark[] = [];
  let raws: (string | undefined)[] = [];
  let cells = 0;
  let at = 0;
  /** Default styles of columns, each up to the position `to`. */
  const columnStyles: { readonly to: number; readonly style: string | undefined }[] = [];

  let repeated = 1;
  let covered = false;
  let spans = 0;
  let style: string | undefined;
  let type: string | undefined;
  let value: string | undefined;
  let currency: string | undefined;
  let formula = false;
  let error = false;
  let paragraphs: string[] = [];
  let paragraph = 0;

  const startRow = (attributes: OdsAttributes) => {
    times = repeats(attributes('table:number-rows-repeated'), ROWS * 16);
    const visibility = attributes('table:visibility');
    hidden = hiddenGroups > 0 || visibility === 'collapse' || visibility === 'filter';
    rowStyle = attributes('table:default-cell-style-name');
    values = [];
    marks = [];
    raws = [];
    at = 0;
  };

  const startCell = (name: string, attributes: OdsAttributes) => {
    repeated = repeats(attributes('table:number-columns-repeated'), MOST_COLUMNS);
    covered = name === 'table:covered-table-cell';
    const columns = repeats(attributes('table:number-columns-spanned'), MOST_COLUMNS);
    spans = columns > 1 || repeats(attributes('table:number-rows-spanned'), ROWS * 16) > 1 ? columns : 0;
    style = attributes('table:style-name');
    type = attributes('office:value-type');
    error = attributes('calcext:value-type') === 'error';
    formula = attributes('table:formula') !== undefined;
    currency = attributes('office:currency');
    value = type === undefined ? undefined : attributes(VALUES[type] ?? 'office:value');
    paragraphs = [];
    paragraph = 0;
  };

  const endCell = () => {
    const columns = columnStyles.find(({ to }) => at <= to)?.style;
    const look = styles.of(style ?? rowStyle ?? columns);
    const shown = paragraphs.length > 0 ? paragraphs.join('\n') : null;
    const read = readOdsCell({ type, value, currency, formula, error, shown }, look);
    if (read.text !== '' || read.marks.length > 0) putCells(read, look.struck);
    // Merged cells alone do not make a row that is not empty.
    if (covered) for (let i = 0; i < Math.min(repeated, WIDEST - at); i++) marks.push({ at: at + i, kind: 'merged' });
    else if (spans > 0 && at <= WIDEST) marks.push({ at, kind: 'merged' });
    at += repeated;
    if (at > MOST_COLUMNS) throw new XlsxFault(`row ${row} has more cells than a worksheet can have`);
  };

  const putCells = ({ text, marks: own, raw }: OdsReading, struck: boolean) => {
    if (text.length > LONGEST_CELL) throw new XlsxFault(`row ${row} has a cell with too many characters`);
    if (at + repeated > MOST_COLUMNS) throw new XlsxFault(`row ${row} has more cells than a worksheet can have`);
    cells += repeated * times;
    if (cells > MOST_CELLS) throw new XlsxFault('it has more cells than a sheet of payments can have');
    while (values.length < at) values.push('');
    for (let i = at; i < at + repeated; i++) {
      for (const mark of own) marks.push({ ...mark, at: i });
      if (text === '') continue;
      if (struck) marks.push({ at: i, kind: 'struck' });
      if (raw !== undefined) raws[i] = raw;
      values[i] = text;
    }
  };

  const endRow = () => {
    const last = row + times - 1;
    if (values.length > 0 || marks.some(({ kind }) => kind !== 'merged')) {
      if (last > ROWS) throw new XlsxFault('it has more rows than a worksheet can have');
      const record: SheetRecord = {
        row,
        values,
        ...(marks.length > 0 ? { marks } : {}),
        ...(hidden ? { hidden } : {}),
        // Results are an XLSX, so they cannot use the styles of an ODS.
        stored: { styles: [], raws },
      };
      ready.push({ record, times });
    }
    row = last + 1;
    if (row > ROWS * 16) throw new XlsxFault('it has more rows than a worksheet can have');
  };

  const within = (name: string, attributes: OdsAttributes) => {
    switch (name) {
      case 'table:table-row':
        rowDepth = depth;
        startRow(attributes);
        return;
      case 'table:table-row-group':
        groups.push(attributes('table:display') === 'false');
        if (groups.at(-1)) hiddenGroups++;
        return;
      case 'table:table-column': {
        const from = (columnStyles.at(-1)?.to ?? -1) + 1;
        const to = from + repeats(attributes('table:number-columns-repeated'), MOST_COLUMNS) - 1;
        columnStyles.push({ to, style: attributes('table:default-cell-style-name') });
        if (columnStyles.length > MOST_COLUMNS) throw new XlsxFault('it has more columns than a worksheet can have');
        return;
      }
      case 'table:table-rows':
      case 'table:table-header-rows':
      case 'table:table-columns':
      case 'table:table-header-columns':
      case 'table:table-column-group':
        return;
      default:
        passed = depth;
    }
  };

  const listener: OdsListener = {
    open: (name, attributes) => {
      depth++;
      if (passed > 0 || ended) return;
      if (table === 0) {
        // Other elements, such as tracked changes, may contain tables that are no worksheets.
        if (depth === 4 && name !== 'table:table') passed = depth;
        else if (depth === 4 && ++tables === wanted) table = depth;
        else if (depth === 4) passed = depth;
        return;
      }
      if (rowDepth === 0) return within(name, attributes);
      if (cellDepth === 0) {
        if (name !== 'table:table-cell' && name !== 'table:covered-table-cell')
          throw new XlsxFault('a worksheet has something between its cells that is none');
        cellDepth = depth;
        return startCell(name, attributes);
      }
      if (name === 'table:table') throw new XlsxFault(`row ${row} has a table within a cell`);
      if (depth === cellDepth + 1 && (name === 'text:p' || name === 'text:h')) {
        paragraph = depth;
        paragraphs.push('');
      } else if (paragraph > 0 && name === 'text:s') put(' '.repeat(repeats(attributes('text:c'), LONGEST_CELL)));
      else if (paragraph > 0 && name === 'text:tab') put('\t');
      else if (paragraph > 0 && name === 'text:line-break') put('\n');
      else if (!TRANSPARENT.has(name)) passed = depth;
    },
    text: (more) => {
      if (passed > 0 || paragraph === 0 || ended) return;
      // The format collapses line ends and spaces of the file into one space.
      const text = more.replace(/[ \t\r\n]+/g, ' ');
      put(/[ \n\t]$/.test(paragraphs.at(-1)!) || paragraphs.at(-1) === '' ? text.replace(/^ /, '') : text);
    },
    close: (name) => {
      if (passed > 0) {
        if (depth === passed) passed = 0;
      } else if (table > 0) {
        if (depth === paragraph) paragraph = 0;
        else if (depth === cellDepth) {
          endCell();
          cellDepth = 0;
        } else if (depth === rowDepth) {
          endRow();
          rowDepth = 0;
        } else if (depth === table) ended = true;
        else if (name === 'table:table-row-group' && groups.pop()) hiddenGroups--;
      }
      depth--;
    },
  };
  const put = (text: string) => {
    const whole = paragraphs.at(-1)! + text;
    if (whole.length > LONGEST_CELL) throw new XlsxFault(`row ${row} has a cell with too many characters`);
    paragraphs[paragraphs.length - 1] = whole;
  };
  return { listener, ready, ended: () => ended };
}

/** The attribute that holds the value, by type; all other types use `office:value`. */
const VALUES: Readonly<Record<string, string>> = {
  string: 'office:string-value',
  date: 'office:date-value',
  time: 'office:time-value',
  boolean: 'office:boolean-value',
};

/** Elements that may wrap a part of a text. Any other element in a cell (a note, a picture) is not part of its text. */
const TRANSPARENT: ReadonlySet<string> = new Set(['text:span', 'text:a', 'text:meta', 'text:ruby', 'text:ruby-base']);

function repeats(text: string | undefined, most: number): number {
  if (text === undefined) return 1;
  const times = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
  if (times < 1 || times > most) throw new XlsxFault('something in it is repeated as often as nothing can be');
  return times;
}
