import { PassThrough, type Readable } from 'node:stream';
import { PayrunError } from '../errors.ts';
import type { CellMark, SheetRecord, SheetTable } from './open-sheet.ts';
import { readCell } from './xlsx-cell.ts';
import { saxEvents, unescapeText, WorkbookXml, type WorksheetXml } from './xlsx-workbook.ts';

const CHUNK = 1000;

/**
 * The visible worksheets of a workbook, one after the other, each with its records in chunks. Records must be read, or
 * given up with `return()`, before the next worksheet is asked for. Throws `sheet_damaged`.
 */
export async function* xlsxTables(file: string, content: () => Readable): AsyncGenerator<SheetTable, void> {
  const source = content();
  const { input, unlessBroken } = guardedInput(source);
  const workbook = new WorkbookXml(input, {
    worksheets: 'emit',
    sharedStrings: 'cache',
    hyperlinks: 'ignore',
    styles: 'cache',
    entries: 'ignore',
  });
  const parts = workbook.parse();
  let worksheets = 0;
  let failed = false;
  try {
    for (;;) {
      const next = await unlessBroken(parts.next());
      if (next.done) break;
      if (next.value.eventType !== 'worksheet') continue;
      const worksheet = next.value.value as WorksheetXml;
      worksheets++;
      if (worksheet.state === undefined || worksheet.state === 'visible')
        yield { worksheet: worksheet.name, records: worksheetRecords(file, workbook, worksheet, unlessBroken) };
      giveUp(worksheet);
    }
  } catch (error) {
    failed = true;
    throw damaged(file, error);
  } finally {
    if (!failed) await toTheEnd(parts, unlessBroken);
    source.destroy();
  }
  if (worksheets === 0) throw damaged(file, null);
}

/** The promise, but rejected as soon as the input breaks. */
type UnlessBroken = <T>(promise: Promise<T>) => Promise<T>;

/**
 * The bytes for exceljs, and a guard for every wait on it: it listens neither to a failure of the bytes nor to a ZIP that
 * breaks off while it reads a part, and would wait for ever. (Not `Promise.race` with one promise for all: that keeps
 * every result that was ever raced, 2.4 GB for 100,000 rows.)
 */
function guardedInput(source: Readable): { input: Readable; unlessBroken: UnlessBroken } {
  const input = new PassThrough();
  const waiting = new Set<(error: Error) => void>();
  let broken: Error | null = null;
  const breakOff = (error: Error) => {
    broken ??= error;
    for (const reject of waiting) reject(broken);
    waiting.clear();
  };
  source.on('error', (error) => breakOff(new SourceError(error)));
  const { pipe } = input;
  input.pipe = (unzip, options) => {
    unzip.on('error', breakOff);
    return pipe.call(input, unzip, options) as typeof unzip;
  };
  source.pipe(input);
  const unlessBroken = <T>(promise: Promise<T>) =>
    new Promise<T>((resolve, reject) => {
      if (broken) reject(broken);
      else waiting.add(reject);
      promise.then(
        (value) => {
          waiting.delete(reject);
          resolve(value);
        },
        (error: Error) => {
          waiting.delete(reject);
          reject(error);
        },
      );
    });
  return { input, unlessBroken };
}

/** The bytes could not be read: no fault of the workbook. */
class SourceError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

/** exceljs removes its temporary copy of a worksheet only when it goes on to the next. */
async function toTheEnd(parts: Parts, unlessBroken: UnlessBroken): Promise<void> {
  try {
    for (let next = await unlessBroken(parts.next()); !next.done; ) {
      if (next.value.eventType === 'worksheet') giveUp(next.value.value as WorksheetXml);
      next = await unlessBroken(parts.next());
    }
  } catch {
    // What was wanted has been read.
  }
}

type Parts = ReturnType<WorkbookXml['parse']>;

/** Lets go of a worksheet's stream. Its temporary copy may be gone before it was ever opened; that is no error then. */
function giveUp(worksheet: WorksheetXml): void {
  const stream = worksheet.iterator as Partial<Readable>;
  stream.on?.('error', () => {});
  stream.destroy?.();
}

function damaged(file: string, error: unknown): unknown {
  if (error instanceof PayrunError) return error;
  if (error instanceof SourceError) return error.cause;
  const detail = 'the workbook is damaged or cut off';
  return new PayrunError('sheet_damaged', { file, detail }, error === null ? {} : { cause: error });
}

async function* worksheetRecords(
  file: string,
  workbook: WorkbookXml,
  worksheet: WorksheetXml,
  unlessBroken: UnlessBroken,
): AsyncGenerator<SheetRecord[], void> {
  const formats = new Map<string, string | undefined>();
  const formatOf = (style: string | undefined) => {
    if (style === undefined) return undefined;
    if (!formats.has(style)) formats.set(style, workbook.styles.getStyleModel(Number(style))?.numFmt);
    return formats.get(style);
  };
  let chunk: SheetRecord[] = [];
  let row = 0;
  let inRow = false;
  let values: string[] = [];
  let marks: CellMark[] = [];
  let at = -1;
  let type: string | undefined;
  let style: string | undefined;
  let text = '';
  let formula = false;
  let reading = false;
  let phonetic = false;

  const endCell = () => {
    const shared = type === 's' && text !== '' ? workbook.sharedStrings?.[Number(text)] : undefined;
    if (type === 's' && text !== '' && shared === undefined) throw new Error('a shared string is missing');
    const own = type === 'inlineStr' || type === 'str' ? unescapeText(text) : text;
    const format = type === undefined || type === 'n' ? formatOf(style) : undefined;
    const read = readCell({ type, text: shared ?? own, formula, format }, workbook.date1904);
    if (read.kind) marks.push({ at, kind: read.kind });
    if (read.text === '') return;
    while (values.length < at) values.push('');
    values[at] = read.text;
  };

  try {
    const parser = saxEvents(worksheet.iterator);
    for (;;) {
      const next = await unlessBroken(parser.next());
      if (next.done) break;
      for (const { eventType, value } of next.value) {
        if (eventType === 'text') {
          if (reading) text += value;
        } else if (eventType === 'opentag') {
          const { name, attributes } = value;
          if (name === 'row') {
            row = attributes.r === undefined ? row + 1 : Number(attributes.r);
            inRow = true;
            at = -1;
          } else if (name === 'c' && inRow) {
            at = attributes.r === undefined ? at + 1 : columnOf(attributes.r);
            type = attributes.t;
            style = attributes.s;
            text = '';
            formula = false;
          } else if (name === 'f') formula = true;
          else if (name === 'rPh') phonetic = true;
          else if (name === 'v' || name === 't') reading = inRow && !phonetic;
        } else if (value.name === 'v' || value.name === 't') reading = false;
        else if (value.name === 'rPh') phonetic = false;
        else if (value.name === 'c' && inRow) endCell();
        else if (value.name === 'row') {
          inRow = false;
          if (values.length > 0 || marks.length > 0)
            chunk.push(marks.length > 0 ? { row, values, marks } : { row, values });
          values = [];
          marks = [];
        }
      }
      if (chunk.length >= CHUNK) {
        for (let from = 0; from < chunk.length; from += CHUNK) yield chunk.slice(from, from + CHUNK);
        chunk = [];
      }
    }
  } catch (error) {
    throw damaged(file, error);
  }
  if (chunk.length > 0) yield chunk;
}

/** The position of a cell from its address: A1 is 0. */
function columnOf(address: string): number {
  let column = 0;
  for (let i = 0; i < address.length; i++) {
    const letter = address.charCodeAt(i) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (column < 1 || column > 16_384) throw new Error('a cell has no valid address');
  return column - 1;
}
