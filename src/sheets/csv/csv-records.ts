import { pipeline, type Readable, Transform } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import iconv from 'iconv-lite';
import { PayrunError } from '../../errors.ts';
import { SAVE_AGAIN } from '../repairs.ts';
import type { CellMark, SheetRecord } from '../sheet-table.ts';
import { CSV_OPTIONS } from './delimiter.ts';
import type { Encoding } from './encoding.ts';

/**
 * The limit of bytes in one row. A longer row means an unclosed quote, or no CSV; without a limit, the parser would
 * hold the rest of the file.
 */
const ROW_LIMIT = 4_000_000;
/** As in Excel. No Payrun column takes that many. */
const LONGEST_CELL = 32_767;
/** The columns of a spreadsheet. The parser does not count separators, and would hold millions of empty cells. */
const MOST_CELLS = 16_384;
/** Twice the rows of a worksheet. Each pass over a sheet parses all its rows: 62 MB of line ends took two minutes. */
const MOST_BLANK_ROWS = 2_097_152;
/** Bytes that are parsed at once. */
const SLICE = 32 * 1024;
/** Small, so that records become garbage quickly: the reader's own memory stays at 10 MB. */
const CHUNK = 100;
const QUOTE = 34;
const UNREADABLE = /[\uFFFD\0]/;
/** Two bytes of UTF-8 read as Windows-1252: "Ã¼" for ü; for Greek and Cyrillic, two such letters in a row. */
const MISREAD =
  /[ÂÃ][\u00A0-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]|(?:[ÄÅÎÏÐÑ][\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]){2}/;

export interface CsvForm {
  readonly encoding: Encoding;
  readonly delimiter: string;
  /** The first line is Excel's `sep=;`, which is no row for Excel. */
  readonly declared: boolean;
}

/**
 * The records of a CSV in chunks, each with the row number that Excel shows: a record is one row even if its quoted
 * cells have several lines, and a blank line is a row. Throws `sheet_unclosed_quote`, `sheet_swallowed_rows`,
 * `sheet_damaged`.
 */
export async function* csvRecords(
  file: string,
  content: () => Readable,
  form: CsvForm,
): AsyncGenerator<SheetRecord[], void> {
  const { encoding, delimiter } = form;
  const parser = parse({ ...CSV_OPTIONS, delimiter, bom: encoding.bom === 3, max_record_size: ROW_LIMIT });
  const source = content();
  let failure: Error | null = null;
  let done = false;
  let wake = () => {};
  const settle = (error?: Error | null) => {
    failure ??= error ?? null;
    done = true;
    wake();
  };
  parser.on('readable', () => wake());
  parser.on('end', () => settle());
  expectAnyLength(parser);
  const narrow = requireNarrow(file, parser);
  const ended = (error: Error | null) => error && settle(error);
  if (encoding.codec) pipeline(source, iconv.decodeStream(encoding.codec), narrow, parser, ended);
  else pipeline(source, narrow, parser, ended);

  let row = form.declared ? -1 : 0;
  let width = 0;
  let blank = 0;
  try {
    for (;;) {
      const chunk: SheetRecord[] = [];
      while (chunk.length < CHUNK) {
        const record = parser.read() as string[] | null;
        if (record === null) break;
        row++;
        if (record.length > MOST_CELLS) throw tooWide(file, row);
        if (record.every((value) => value === '') && ++blank > MOST_BLANK_ROWS) throw tooManyBlank(file);
        const swallowed = width >= SWALLOWED_WIDTH ? swallowedLines(record, delimiter, width) : 0;
        if (swallowed > 0) throw new PayrunError('sheet_swallowed_rows', { file, row, last: row + swallowed });
        width = Math.max(width, record.length);
        if (record.some(opensQuote) && !(await isQuoted(content, form, row)))
          throw new PayrunError('sheet_unclosed_quote', { file, row });
        if (record.some((value) => value.length > LONGEST_CELL)) throw cellTooLong(file, row);
        if (row > 0) chunk.push(toRecord(row, record, encoding));
      }
      if (chunk.length > 0) yield chunk;
      else if (failure) throw failure;
      else if (done) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
          if (done || parser.readableLength > 0) resolve();
        });
      }
    }
  } catch (error) {
    throw parserError(file, error, form.declared ? 0 : 1, stateOf(parser).quoting);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

/**
 * The parser creates an Error with a stack for every record that is not as long as it expects, in 30 times the time of
 * reading it: a file of blank lines would take hours. Any number of fields is valid. Set before each record, because
 * with a getter in the parser's state V8 looks up all of the state by name, and parsing takes three times as long.
 */
function expectAnyLength(parser: unknown): void {
  const { api } = parser as { api: { state: ParserState; __onRecord: (...args: unknown[]) => unknown } };
  const onRecord = api.__onRecord;
  api.__onRecord = (...args) => {
    api.state.expectedRecordLength = api.state.record.length;
    return onRecord.apply(api, args);
  };
}

/**
 * Passes a CSV on to its parser, as long as the row that is being parsed has few enough cells. In slices, between which
 * the process does other work: a piece of blank lines has a quarter of a million rows.
 */
function requireNarrow(file: string, parser: ReturnType<typeof parse>): Transform {
  return new Transform({
    transform(piece: Buffer, _encoding, next) {
      const pass = (from: number) => {
        if (stateOf(parser).record.length > MOST_CELLS) return next(tooWide(file, parser.info.records + 1));
        this.push(piece.subarray(from, from + SLICE));
        if (from + SLICE >= piece.length) return next();
        setImmediate(pass, from + SLICE);
      };
      pass(0);
    },
  });
}

const cellTooLong = (file: string, row: number) =>
  new PayrunError('sheet_damaged', {
    file,
    detail: `row ${row} has a cell with too many characters`,
    repair: SAVE_AGAIN,
  });

function tooWide(file: string, row: number): PayrunError {
  return new PayrunError('sheet_damaged', {
    file,
    detail: `row ${row} has more than ${MOST_CELLS.toLocaleString('en-US')} cells`,
    repair: SAVE_AGAIN,
  });
}

function tooManyBlank(file: string): PayrunError {
  return new PayrunError('sheet_damaged', {
    file,
    detail: `it has more than ${MOST_BLANK_ROWS.toLocaleString('en-US')} blank rows`,
    repair: SAVE_AGAIN,
  });
}

/** The parser's internal state, which its types do not include. */
interface ParserState {
  readonly quoting: boolean;
  readonly record: readonly string[];
  expectedRecordLength: number;
}

function stateOf(parser: unknown): ParserState {
  return (parser as { state: ParserState }).state;
}

/**
 * Whether a cell may contain the rows below it: if a quote closes in the middle of a cell, the opening quote stays in
 * the text, with a line break after it.
 */
function opensQuote(value: string): boolean {
  return value.charCodeAt(0) === QUOTE && /[\r\n]/.test(value);
}

/** Lines with this many fields inside a cell are rows, not an address or a note. */
const SWALLOWED_WIDTH = 4;

/**
 * The number of further lines in a row if one of them is as wide as a row; else 0. A stray quote that closes some rows
 * further down turns the rows between into text of one cell.
 */
function swallowedLines(record: readonly string[], delimiter: string, width: number): number {
  if (!record.some((value) => value.includes('\n') || value.includes('\r'))) return 0;
  const lines = record.join(delimiter).split(/\r\n|\n|\r/);
  const wide = lines.slice(1).filter((line) => line.split(delimiter).length >= width);
  return wide.length > 0 ? lines.length - 1 : 0;
}

/** Whether all quotes of a row are closed correctly. Parses the file again up to that row; few files need it. */
async function isQuoted(content: () => Readable, { encoding, delimiter, declared }: CsvForm, row: number) {
  const parser = parse({ ...CSV_OPTIONS, delimiter, bom: encoding.bom === 3, max_record_size: ROW_LIMIT, raw: true });
  const source = content();
  const streams = encoding.codec ? [source, iconv.decodeStream(encoding.codec), parser] : [source, parser];
  pipeline(streams as [Readable, typeof parser], () => {});
  let at = declared ? -1 : 0;
  try {
    for await (const { raw } of parser as AsyncIterable<{ raw: string }>) {
      if (++at < row) continue;
      return areQuotesClosed(raw, delimiter);
    }
    return false;
  } catch {
    return false;
  } finally {
    source.destroy();
  }
}

/** Whether each cell of a row that begins with a quote has its closing quote at the end only. */
function areQuotesClosed(raw: string, delimiter: string): boolean {
  let at = 0;
  while (at < raw.length) {
    if (raw[at] === '"') {
      at++;
      while (at < raw.length && (raw[at] !== '"' || raw[at + 1] === '"')) at += raw[at] === '"' ? 2 : 1;
      if (at >= raw.length) return false;
      at++;
      if (at < raw.length && raw[at] !== delimiter && raw[at] !== '\r' && raw[at] !== '\n') return false;
    } else while (at < raw.length && raw[at] !== delimiter) at++;
    at++;
  }
  return true;
}

function toRecord(row: number, values: string[], { suspect }: Encoding): SheetRecord {
  if (!suspect) return { row, values };
  const marks: CellMark[] = values.flatMap((value, at) =>
    isUnreadable(value) ? [{ at, kind: 'unreadable' as const }] : [],
  );
  return marks.length > 0 ? { row, values, marks } : { row, values };
}

/**
 * Whether a text has U+FFFD (invalid bytes), NUL, half a character of UTF-16, or UTF-8 that was read as another
 * encoding.
 */
function isUnreadable(value: string): boolean {
  return UNREADABLE.test(value) || !value.isWellFormed() || MISREAD.test(value);
}

function parserError(file: string, error: unknown, firstRow: number, quoting: boolean): unknown {
  const code = (error as Partial<CsvError>).code;
  const row = ((error as { records?: number }).records ?? 0) + firstRow;
  if (code === 'CSV_QUOTE_NOT_CLOSED') return new PayrunError('sheet_unclosed_quote', { file, row }, { cause: error });
  if (code === 'CSV_MAX_RECORD_SIZE') {
    if (quoting) return new PayrunError('sheet_unclosed_quote', { file, row }, { cause: error });
    const detail = `row ${row} has more than ${ROW_LIMIT.toLocaleString('en-US')} bytes`;
    return new PayrunError('sheet_damaged', { file, detail, repair: SAVE_AGAIN }, { cause: error });
  }
  return error;
}
