import { Readable } from 'node:stream';
import type { SheetRow } from '../../model.ts';
import type { EmptyResults } from '../fill-results.ts';
import { fillResults } from '../fill-results.ts';
import type { OpenSheet } from '../open-sheet.ts';
import type { SheetBytes } from '../understood-sheet.ts';
import { fillPainAnswer } from '../write/fill-pain-answer.ts';
import type { RowResult } from '../write/row-result.ts';
import type { ProcessPort } from './process-port.ts';
import { inPieces, sendableFacts } from './sendable.ts';
import type { SentAnswer, SentResults, SentSheet, SentSource } from './sent.ts';

/** Reads one sheet at a time. Gets its bytes, its results and its totals from `callCaller`. */
export function createReader(callCaller: ProcessPort['call']) {
  let sheet: OpenSheet | null = null;
  let chunks: AsyncIterator<readonly SheetRow[]> | null = null;

  const methods = {
    /** Calls the function `reader` of a module with the source. An open sheet stays in memory until `close`. */
    read: async (module: string, reader: string, source: SentSource, args: readonly unknown[]) => {
      const { [reader]: read } = (await import(module)) as Record<string, (...all: readonly unknown[]) => unknown>;
      const found = await read!(bytesOf(source), ...args);
      if (!isOpenSheet(found)) return sendableFacts(source.name, found);
      sheet = found;
      const facts: SentSheet = { name: found.name, understood: found.understood, noticed: found.noticed() };
      return sendableFacts(found.name, facts);
    },
    begin: async (most: number | undefined, only: 'cells' | undefined) => {
      await chunks?.return?.();
      chunks = rowsOf(sheet!, most, only);
    },
    next: async () => {
      const { done, value } = await chunks!.next();
      return done ? sendableFacts(sheet!.name, { noticed: sheet!.noticed() }) : { rows: value };
    },
    stop: async () => {
      await chunks?.return?.();
      chunks = null;
    },
    fillResults: (options: SentResults, files: EmptyResults) =>
      fillResults(
        sheet!,
        {
          ...options,
          results: resultsOf,
          totals: options.totals ? () => callCaller('totals') : null,
        },
        files,
      ),
    fillAnswer: (answer: SentAnswer, empty: string) => fillPainAnswer(sheet!, { ...answer, results: resultsOf }, empty),
    close: async () => {
      await chunks?.return?.();
      await sheet?.close();
      sheet = null;
      chunks = null;
    },
  };

  async function* rowsOf(
    { name, rows }: OpenSheet,
    most: number | undefined,
    only: 'cells' | undefined,
  ): AsyncGenerator<readonly SheetRow[], void> {
    for await (const chunk of rows(most))
      for (const piece of inPieces(name, chunk)) yield only === 'cells' ? piece.map(withoutOriginal) : piece;
  }

  async function resultsOf(rows: readonly SheetRow[]): Promise<ReadonlyMap<number, RowResult>> {
    const all = new Map<number, RowResult>();
    for (const piece of inPieces(sheet!.name, rows))
      for (const [row, result] of await callCaller<ReadonlyMap<number, RowResult>>('results', piece))
        all.set(row, result);
    return all;
  }

  function bytesOf({ name, sidecar }: SentSource): SheetBytes {
    return { name, sidecar, content: () => Readable.from(content(), { objectMode: false }) };
  }

  async function* content(): AsyncGenerator<Uint8Array> {
    const stream = await callCaller<number>('open');
    try {
      let next = callCaller<Uint8Array | null>('bytes', stream);
      for (;;) {
        const bytes = await next;
        if (bytes === null) return;
        next = callCaller('bytes', stream);
        next.catch(() => {});
        yield bytes;
      }
    } finally {
      await callCaller('stop', stream);
    }
  }

  return methods;
}

/** Every text of a row takes time and garbage in both processes, and most are in its cells too. */
const withoutOriginal = ({ stored: _, ...row }: SheetRow): SheetRow => ({ ...row, original: [] });

const isOpenSheet = (found: unknown): found is OpenSheet =>
  typeof (found as Partial<OpenSheet> | null)?.rows === 'function';
