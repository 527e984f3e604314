import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import type { SheetRow } from '../../model.ts';
import { once } from '../../platform/once.ts';
import { writeFileAtomically } from '../../platform/write-file.ts';
import type { EmptyResults, WriteResults, WrittenResults } from '../fill-results.ts';
import type { OpenSheet, ReadOptions } from '../open-sheet.ts';
import type { SheetPreview } from '../read/sheet-preview.ts';
import type { SheetSource } from '../understood-sheet.ts';
import type { PainAnswer } from '../write/fill-pain-answer.ts';
import { writeResults } from '../write-results.ts';
import { type ReaderProcess, takeReaderProcess } from './reader-processes.ts';
import type { SentAnswer, SentResults, SentRows, SentSheet } from './sent.ts';

const siblingModule = (path: string) => new URL(`${path}${extname(import.meta.url)}`, import.meta.url).href;
export const READERS = {
  readSheet: siblingModule('../read/read-sheet'),
  previewSheet: siblingModule('../read/preview-sheet'),
};

/** Fills files of results in the process of a sheet, which asks for these results while it does. */
type Fill = <T>(
  what: 'fillResults' | 'fillAnswer',
  asked: Partial<WriteResults>,
  ...args: readonly [SentResults, EmptyResults] | readonly [SentAnswer, string]
) => Promise<T>;
const FILLS = new WeakMap<OpenSheet, Fill>();

/** `readSheet` in a process of its own: see `readInProcess`. */
export async function openSheetInProcess(source: SheetSource, options: ReadOptions = {}): Promise<OpenSheet> {
  return readInProcess(READERS.readSheet, 'readSheet', source, options);
}

/** `previewSheet` in a process of its own: see `readInProcess`. */
export async function previewInProcess(source: SheetSource, options: ReadOptions = {}): Promise<SheetPreview> {
  return readInProcess(READERS.previewSheet, 'previewSheet', source, options);
}

export async function writeResultsInProcess(sheet: OpenSheet, options: WriteResults): Promise<WrittenResults> {
  const { results, totals, ...data } = options;
  const fill = FILLS.get(sheet);
  if (!fill) return writeResults(sheet, options);
  const sent = { ...data, totals: totals !== null };
  return writeResults(sheet, options, (_, __, files) => fill('fillResults', { results, totals }, sent, files));
}

/** Writes the answer to a pain.001 in the process of the sheet. Throws `file_unwritable` and the errors of reading. */
export async function writeAnswerInProcess(sheet: OpenSheet, { results, ...sent }: PainAnswer): Promise<void> {
  await writeFileAtomically(sent.path, (empty) => FILLS.get(sheet)!('fillAnswer', { results }, sent, empty));
}

/**
 * Calls the function `reader` of a module with a sheet, in a process with limits, so that no sheet stops payments or
 * pages. A file given by its path is read in this process: only commands do that, and start faster. A reading of a
 * stored sheet is counted until it ends or is stopped in time.
 * Also throws `sheet_stopped`, from the rows as well, and `sheet_not_read_again`.
 */
export async function readInProcess<T>(
  module: string,
  reader: string,
  source: SheetSource,
  ...args: readonly unknown[]
): Promise<T> {
  if (typeof source === 'string') {
    const readers = (await import(module)) as Record<string, (...all: readonly unknown[]) => Promise<T>>;
    return readers[reader]!(source, ...args);
  }
  const { name, content, sidecar = null } = source;
  const ended = await source.beginReading?.();
  const streams = streamsOf(content);
  const asked: { results?: WriteResults['results']; totals?: WriteResults['totals'] } = {};
  let taken: ReaderProcess | null = null;
  const finish = once(async () => {
    await taken?.call('close').catch(() => {});
    await streams.close();
    taken?.release();
    await ended?.(taken?.isStopped() ?? false);
  });
  try {
    const child = takeReaderProcess(name, {
      ...streams.methods,
      results: (rows: readonly SheetRow[]) => asked.results!(rows),
      totals: () => asked.totals!(),
    });
    taken = child;
    const found = await child.call<T | SentSheet>('read', module, reader, { name, sidecar }, args);
    if (isSheet(found)) {
      const sheet = openSheetOf(child, found, finish);
      FILLS.set(sheet, (what, from, ...args) => {
        Object.assign(asked, from);
        return child.call(what, ...args);
      });
      return sheet as T;
    }
    await finish();
    return found;
  } catch (error) {
    await finish();
    throw error;
  }
}

function isSheet<T>(found: T | SentSheet): found is SentSheet {
  return typeof found === 'object' && found !== null && 'noticed' in found;
}

function openSheetOf(
  child: ReaderProcess,
  { name, understood, ...sent }: SentSheet,
  close: () => Promise<void>,
): OpenSheet {
  let { noticed } = sent;
  async function* rows(most?: number, only?: 'cells'): AsyncGenerator<readonly SheetRow[], void> {
    await child.call('begin', most, only);
    let next = child.call<SentRows>('next');
    try {
      for (;;) {
        const found = await next;
        if ('noticed' in found) {
          noticed = found.noticed;
          return;
        }
        // The reader reads the next rows while these are used.
        next = child.call<SentRows>('next');
        next.catch(() => {});
        yield found.rows;
      }
    } finally {
      await child.call('stop').catch(() => {});
    }
  }
  return { name, understood, rows, noticed: () => noticed, close };
}

/** The reader gets them ahead, because this process often answers only after it has used rows. */
const BYTES_AT_ONCE = 131_072;

/** The bytes of a sheet for its reader, which may read them several times. */
function streamsOf(content: () => Readable) {
  const open = new Map<number, AsyncIterator<Uint8Array>>();
  let opened = 0;
  const stop = async (stream: number) => {
    await open.get(stream)?.return?.();
    open.delete(stream);
  };
  const methods = {
    open: () => {
      open.set(++opened, content()[Symbol.asyncIterator]());
      return opened;
    },
    bytes: async (stream: number) => {
      const pieces: Uint8Array[] = [];
      for (let length = 0; length < BYTES_AT_ONCE; ) {
        const { done, value } = await open.get(stream)!.next();
        if (done) break;
        pieces.push(value);
        length += value.length;
      }
      return pieces.length === 0 ? null : Buffer.concat(pieces);
    },
    stop,
  };
  return { methods, close: async () => void (await Promise.all([...open.keys()].map(stop))) };
}
