import { Readable } from 'node:stream';
import { parentPort } from 'node:worker_threads';
import type { SheetRow } from '../../model.ts';
import type { OpenSheet } from '../open-sheet.ts';
import type { SheetBytes } from '../understood-sheet.ts';
import { fillPainAnswer } from '../write/write-pain-answer.ts';
import { type EmptyResults, fillResults } from '../write-results.ts';
import type { SentAnswer, SentResults, SentSheet, SentSource } from './sent.ts';
import { threadPort } from './thread-port.ts';

// The entry of a thread that reads one sheet at a time, and asks the main thread for its bytes and results.

let sheet: OpenSheet | null = null;
let chunks: AsyncIterator<readonly SheetRow[]> | null = null;

const METHODS = {
  /** Calls the function `reader` of a module with the source. An open sheet stays here until `close`. */
  read: async (module: string, reader: string, source: SentSource, args: readonly unknown[]) => {
    const { [reader]: read } = (await import(module)) as Record<string, (...all: readonly unknown[]) => unknown>;
    const found = await read!(bytesOf(source), ...args);
    if (!isOpenSheet(found)) return found;
    sheet = found;
    return { name: found.name, understood: found.understood, noticed: found.noticed() } satisfies SentSheet;
  },
  begin: async (most: number | undefined) => {
    await chunks?.return?.();
    chunks = sheet!.rows(most)[Symbol.asyncIterator]();
  },
  next: async () => {
    const { done, value } = await chunks!.next();
    return done ? { noticed: sheet!.noticed() } : { rows: value };
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
        results: (rows) => main.call('results', rows),
        totals: options.totals ? () => main.call('totals') : null,
      },
      files,
    ),
  fillAnswer: (answer: SentAnswer, empty: string) =>
    fillPainAnswer(sheet!, { ...answer, results: (rows) => main.call('results', rows) }, empty),
  close: async () => {
    await chunks?.return?.();
    await sheet?.close();
    sheet = null;
    chunks = null;
  },
};
const main = threadPort(parentPort!, () => METHODS);

function bytesOf({ name, sidecar }: SentSource): SheetBytes {
  return { name, sidecar, content: () => Readable.from(content(), { objectMode: false }) };
}

async function* content(): AsyncGenerator<Uint8Array> {
  const stream = await main.call<number>('open');
  try {
    for (;;) {
      const bytes = await main.call<Uint8Array | null>('bytes', stream);
      if (bytes === null) return;
      yield bytes;
    }
  } finally {
    await main.call('stop', stream);
  }
}

const isOpenSheet = (found: unknown): found is OpenSheet =>
  typeof (found as Partial<OpenSheet> | null)?.rows === 'function';
