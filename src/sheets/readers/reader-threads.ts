import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { PayrunError } from '../../errors.ts';
import { type Methods, threadPort } from './thread-port.ts';

/** What a sheet may take. Its thread ends beyond that, and nothing else does. */
export const READER_LIMITS = {
  /** Seconds of processor time without rows, bytes or results. */
  quietSeconds: 60,
  /** MB of JavaScript objects; an XLSX of 100,000 rows takes less than 200. */
  megabytes: 1_024,
};

/**
 * MB of new objects. With more, those that survive can exceed at once the 16 MB that Node grants a thread beyond its
 * limit, and V8 ends the whole process. A single object of more than that still can.
 */
const YOUNG_MEGABYTES = 24;

/** Milliseconds between two looks at a thread, and for which a thread waits for the next sheet. */
const LOOK = 500;
const IDLE = 20_000;

/** A thread that reads one sheet at a time. */
export interface ReaderThread {
  /** Throws `sheet_stopped` if the sheet exceeds a limit. */
  call<T>(method: string, ...args: readonly unknown[]): Promise<T>;
  /** True after it exceeded a limit. */
  isStopped(): boolean;
  /** Ends the thread, whatever it does. */
  end(): void;
  /** Lets the next sheet have the thread. */
  release(): void;
}

interface Lent extends ReaderThread {
  readonly megabytes: number;
  lend(file: string, methods: Methods): ReaderThread;
}

/** To start a thread takes 100 ms of processor time or more, so the last one waits for the next sheet. */
let spare: { readonly thread: Lent; readonly timer: NodeJS.Timeout } | null = null;

/** A thread for the sheet of this name, with the methods that it calls. */
export function takeReaderThread(file: string, methods: Methods): ReaderThread {
  const waiting = spare;
  spare = null;
  clearTimeout(waiting?.timer);
  if (waiting?.thread.megabytes === READER_LIMITS.megabytes) return waiting.thread.lend(file, methods);
  waiting?.thread.end();
  return startThread().lend(file, methods);
}

function startThread(): Lent {
  const entry = new URL(`reader-thread${extname(import.meta.url)}`, import.meta.url);
  const { megabytes } = READER_LIMITS;
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: YOUNG_MEGABYTES };
  const worker = new Worker(entry, { execArgv: [], resourceLimits });
  let file = '';
  let methods: Methods = {};
  let heard = true;
  let failed = false;
  let watch: NodeJS.Timeout | undefined;
  worker.unref();
  const port = threadPort(worker, () => methods, { keepsErrors: true, heard: () => (heard = true) });

  function fail(error: unknown): void {
    failed = true;
    clearInterval(watch);
    port.fail(error);
    void worker.terminate();
  }
  const stop = (detail: string) => fail(new PayrunError('sheet_stopped', { file, detail }));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? stop(`it takes more than ${megabytes} MB of memory`) : fail(error),
  );
  worker.on('exit', () => fail(new Error('the thread that reads a sheet ended')));

  function look(): NodeJS.Timeout {
    let since: number | null = null;
    return setInterval(async () => {
      const now = await processorSeconds(worker);
      if (heard || since === null) since = now;
      heard = false;
      const { quietSeconds } = READER_LIMITS;
      if (now - since >= quietSeconds) stop(`for ${quietSeconds} s of processor time no row of it could be read`);
    }, LOOK).unref();
  }

  // It keeps the process alive only while somebody waits for it.
  let calls = 0;
  async function call<T>(method: string, ...args: readonly unknown[]): Promise<T> {
    if (calls++ === 0) worker.ref();
    try {
      return await port.call<T>(method, ...args);
    } finally {
      if (--calls === 0) worker.unref();
    }
  }

  const thread: Lent = {
    megabytes,
    call,
    isStopped: () => failed,
    end: () => fail(new Error('the reading of a sheet was ended')),
    lend: (name, its) => {
      [file, methods, heard] = [name, its, true];
      watch = look();
      return thread;
    },
    release: () => {
      clearInterval(watch);
      methods = {};
      if (failed) return;
      spare?.thread.end();
      clearTimeout(spare?.timer);
      const timer = setTimeout(() => {
        spare = null;
        thread.end();
      }, IDLE);
      spare = { thread, timer: timer.unref() };
    },
  };
  return thread;
}

/** Before Node 24.6 only the time is known in which the thread did not wait. */
async function processorSeconds(worker: Worker): Promise<number> {
  if (worker.cpuUsage === undefined) return worker.performance.eventLoopUtilization().active / 1_000;
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1_000_000;
}
