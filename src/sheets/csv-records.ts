import { pipeline, type Readable } from 'node:stream';
import { type CsvError, parse } from 'csv-parse';
import iconv from 'iconv-lite';
import { PayrunError } from '../errors.ts';
import { CSV_OPTIONS } from './delimiter.ts';
import type { Encoding } from './encoding.ts';
import type { CellMark, SheetRecord } from './open-sheet.ts';

/** Characters in one row. A row beyond it is a quote that was never closed; the parser would hold the rest of the file. */
const ROW_LIMIT = 1_000_000;
/** Small, so that a record that is not kept dies young: the reader's own memory stays at 10 MB. */
const CHUNK = 100;
const QUOTE = 34;

export interface CsvForm {
  readonly encoding: Encoding;
  readonly delimiter: string;
  /** The first line is Excel's `sep=;`. Excel does not count it as a row. */
  readonly declared: boolean;
}

/**
 * The records of a CSV in chunks, each with the row number that Excel shows: a record is a row however many lines its
 * quoted cells have, and a blank line is a row. Throws `sheet_unclosed_quote`.
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
  if (encoding.codec) pipeline(source, iconv.decodeStream(encoding.codec), parser, (error) => error && settle(error));
  else pipeline(source, parser, (error) => error && settle(error));

  let row = form.declared ? -1 : 0;
  let width = 0;
  try {
    for (;;) {
      const chunk: SheetRecord[] = [];
      while (chunk.length < CHUNK) {
        const record = parser.read() as string[] | null;
        if (record === null) break;
        row++;
        // The parser makes an Error with a stack for every record of another length than the first; what stands above
        // the header is shorter, and then every row would cost one.
        if (record.length > width) {
          width = record.length;
          (parser as unknown as { state: { expectedRecordLength: number } }).state.expectedRecordLength = width;
        }
        if (row > 0) chunk.push(toRecord(file, row, record, encoding.suspect));
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
    throw parserError(file, error, form.declared ? 0 : 1);
  } finally {
    source.destroy();
    parser.destroy();
  }
}

function toRecord(file: string, row: number, values: string[], suspect: boolean): SheetRecord {
  for (const value of values) {
    // A quote that closes in the middle of a cell leaves the opening quote in the text. With a line break behind it, the
    // cell has swallowed the rows below.
    if (value.charCodeAt(0) === QUOTE && /[\r\n]/.test(value))
      throw new PayrunError('sheet_unclosed_quote', { file, row });
  }
  if (!suspect) return { row, values };
  const marks: CellMark[] = values.flatMap((value, at) =>
    value.includes('\uFFFD') || value.includes('\0') ? [{ at, kind: 'unreadable' as const }] : [],
  );
  return marks.length > 0 ? { row, values, marks } : { row, values };
}

function parserError(file: string, error: unknown, firstRow: number): unknown {
  const code = (error as Partial<CsvError>).code;
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE') {
    const records = (error as { records?: number }).records ?? 0;
    return new PayrunError('sheet_unclosed_quote', { file, row: records + firstRow }, { cause: error });
  }
  return error;
}
