import { writeFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import type { SheetRow } from '../../model.ts';
import type { OpenSheet } from '../open-sheet.ts';
import type { SheetBytes } from '../understood-sheet.ts';
import type { RowResult } from '../write/row-result.ts';
import { fillPainAnswer } from '../write/write-pain-answer.ts';
import { type EmptyResults, fillResults } from '../write-results.ts';
import { processPort } from './process-port.ts';
import { inPieces, sendableFacts } from './sendable.ts';
import type { SentAnswer, SentResults, SentSheet, SentSource } from './sent.ts';

// The entry of a process that reads one sheet at a time, and asks Payrun's for its bytes and results.

// It ends with Payrun's process, which answers signals for both.
process.on('disconnect', () => process.exit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
/** A sheet that loops hears of no disconnect. */
const WATCH = `setInterval(() => {
  try {
    if (process.ppid === ${Number(process.argv[2])} && process.kill(process.ppid, 0)) return;
  } catch {}
  process.kill(process.pid, 'SIGKILL');
}, 1_000);`;
new Worker(WATCH, { eval: true, execArgv: [] }).unref();

// On Linux it is the first to end if memory is short, and a dump of it has nothing of the sheet.
for (const [file, value] of Object.entries({ oom_score_adj: '1000', coredump_filter: '0' }))
  try {
    writeFileSync(`/proc/self/${file}`, value);
  } catch {}

let sheet: OpenSheet | null = null;
let chunks: AsyncIterator<readonly SheetRow[]> | null = null;

const METHODS = {
  /** Calls the function `reader` of a module with the source. An open sheet stays here until `close`. */
  read: async (module: string, reader: string, source: SentSource, args: readonly unknown[]) => {
    const { [reader]: read } = (await import(module)) as Record<string, (...all: readonly unknown[]) => unknown>;
    const found = await read!(bytesOf(source), ...args);
    if (!isOpenSheet(found)) return sendableFacts(source.name, found);
    sheet = found;
    const facts: SentSheet = { name: found.name, understood: found.understood, noticed: found.noticed() };
    return sendableFacts(found.name, facts);
  },
  begin: async (most: number | undefined) => {
    await chunks?.return?.();
    chunks = rowsOf(sheet!, most);
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
        totals: options.totals ? () => main.call('totals') : null,
      },
      files,
    ),
  fillAnswer: (answer: SentAnswer, empty: string) => fillPainAnswer(sheet!, { ...answer, results: resultsOf }, empty),
  close: async () => {
    await chunks?.return?.();
    await sheet?.close();
    sheet = null;
    chunks = null;
    // It may end by a signal, which would not write it.
    flushCompileCache();
  },
};
const main = processPort(process, () => METHODS);

async function* rowsOf({ name, rows }: OpenSheet, most: number | undefined): AsyncGenerator<readonly SheetRow[], void> {
  for await (const chunk of rows(most)) yield* inPieces(name, chunk);
}

async function resultsOf(rows: readonly SheetRow[]): Promise<ReadonlyMap<number, RowResult>> {
  const all = new Map<number, RowResult>();
  for (const piece of inPieces(sheet!.name, rows))
    for (const [row, result] of await main.call<ReadonlyMap<number, RowResult>>('results', piece)) all.set(row, result);
  return all;
}

function bytesOf({ name, sidecar }: SentSource): SheetBytes {
  return { name, sidecar, content: () => Readable.from(content(), { objectMode: false }) };
}

async function* content(): AsyncGenerator<Uint8Array> {
  const stream = await main.call<number>('open');
  try {
    let next = main.call<Uint8Array | null>('bytes', stream);
    for (;;) {
      const bytes = await next;
      if (bytes === null) return;
      next = main.call('bytes', stream);
      next.catch(() => {});
      yield bytes;
    }
  } finally {
    await main.call('stop', stream);
  }
}

const isOpenSheet = (found: unknown): found is OpenSheet =>
  typeof (found as Partial<OpenSheet> | null)?.rows === 'function';
