import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { getCompileCacheDir } from 'node:module';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PayrunError } from '../../errors.ts';
import { nodeVariables } from '../../platform/variables-of-node.ts';
import { type Methods, processPort } from './process-port.ts';

/** The limits of a sheet. Beyond them its process ends, and nothing else does. */
export const READER_LIMITS = {
  /** Seconds of processor time without rows, bytes or results. */
  quietSeconds: 60,
  /** MB of memory; an XLSX of 100,000 rows takes less than 200. */
  megabytes: 1_024,
  /** MB of all sheets that are read at a time: a container that takes more may end as a whole. */
  together: 1_536,
};

/** Milliseconds between two looks at a process, and for which a process waits for the next sheet. */
const LOOK = 250;
const IDLE = 20_000;

export interface ReaderProcess {
  /** Throws `sheet_stopped` if the sheet exceeds a limit. */
  call<T>(method: string, ...args: readonly unknown[]): Promise<T>;
  /** True after it exceeded a limit, or ended while it read. */
  isStopped(): boolean;
  /** Ends the process, whatever it does. */
  end(): void;
  /** Lets the next sheet have the process. */
  release(): void;
}

interface Lent extends ReaderProcess {
  readonly megabytes: number;
  hasEnded(): boolean;
  lend(file: string, methods: Methods): ReaderProcess;
}

/** To start a process takes 250 ms of processor time or more, so the last one waits for the next sheet. */
let spare: { readonly process: Lent; readonly timer: NodeJS.Timeout } | null = null;

/** MB that the processes take that read a sheet now. */
const taking = new Map<ChildProcess, number>();

/** A process for the sheet of this name, with the methods that it calls. Throws if the system starts none. */
export function takeReaderProcess(file: string, methods: Methods): ReaderProcess {
  const waiting = spare?.process;
  clearTimeout(spare?.timer);
  spare = null;
  if (waiting && !waiting.hasEnded() && waiting.megabytes === READER_LIMITS.megabytes)
    return waiting.lend(file, methods);
  waiting?.end();
  return startProcess().lend(file, methods);
}

function startProcess(): Lent {
  const { megabytes } = READER_LIMITS;
  const child = forkReader(megabytes);
  let file = '';
  let methods: Methods = {};
  let heard = true;
  let ended = false;
  let stopped = false;
  let watch: NodeJS.Timeout | undefined;
  const port = processPort(child, () => methods, { keepsErrors: true, heard: () => (heard = true) });

  function unwatch(): void {
    clearInterval(watch);
    taking.delete(child);
  }
  function end(error: unknown): void {
    ended = true;
    unwatch();
    port.fail(error);
    child.kill('SIGKILL');
  }
  function stop(detail: string): void {
    if (ended) return;
    stopped = true;
    end(new PayrunError('sheet_stopped', { file, detail }));
  }
  const tooLarge = `it takes more than ${megabytes} MB of memory`;
  // It could not be started: that is not for the sheet to answer for.
  child.on('error', end);
  child.on('exit', (code, signal) => stop(isAbort(code, signal) ? tooLarge : endReason(code, signal)));

  function checkUsage(): NodeJS.Timeout {
    let since: number | null = null;
    return setInterval(() => {
      const usage = processUsage(child.pid!);
      const now = usage?.processorSeconds ?? performance.now() / 1_000;
      if (heard || since === null || (usage === null && !port.isWaiting())) since = now;
      heard = false;
      const { quietSeconds, together } = READER_LIMITS;
      if (usage) taking.set(child, usage.megabytes);
      const all = [...taking.values()];
      if (usage && usage.megabytes > megabytes) stop(tooLarge);
      else if (usage && all.reduce((sum, one) => sum + one, 0) > together && usage.megabytes === Math.max(...all))
        stop(`the sheets that are read now take more than ${together} MB of memory, and it takes the most`);
      else if (now - since >= quietSeconds)
        stop(`for ${quietSeconds} s of processor time none of its rows could be read`);
    }, LOOK).unref();
  }

  // It keeps the process of Payrun alive only while someone waits for it.
  let calls = 0;
  async function call<T>(method: string, ...args: readonly unknown[]): Promise<T> {
    if (calls++ === 0) child.channel?.ref();
    try {
      return await port.call<T>(method, ...args);
    } finally {
      if (--calls === 0) child.channel?.unref();
    }
  }

  const reader: Lent = {
    megabytes,
    call,
    isStopped: () => stopped,
    hasEnded: () => ended,
    end: () => end(new Error('the reading of a sheet was ended')),
    lend: (name, its) => {
      [file, methods, heard] = [name, its, true];
      watch = checkUsage();
      return reader;
    },
    release: () => {
      unwatch();
      methods = {};
      if (ended) return;
      spare?.process.end();
      clearTimeout(spare?.timer);
      const timer = setTimeout(() => {
        spare = null;
        reader.end();
      }, IDLE);
      spare = { process: reader, timer: timer.unref() };
    },
  };
  return reader;
}

/** It gets no key, no output for what V8 writes when it ends, and does not keep this process alive. */
function forkReader(megabytes: number): ChildProcess {
  const entry = new URL(`reader-process${extname(import.meta.url)}`, import.meta.url);
  const cache = getCompileCacheDir();
  const child = fork(fileURLToPath(entry), [String(process.pid)], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${megabytes}`, '--max-semi-space-size=8'],
    env: { ...nodeVariables(), ...(cache && { NODE_COMPILE_CACHE: dirname(cache) }) },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.unref();
  child.channel?.unref();
  return child;
}

/** V8 ends a process that needs more memory than it may have; where there are no signals, with this code. */
const isAbort = (code: number | null, signal: NodeJS.Signals | null) => signal === 'SIGABRT' || code === 134;

const endReason = (code: number | null, signal: NodeJS.Signals | null) =>
  signal === 'SIGKILL'
    ? 'the system ended its reader, as it does if memory is short'
    : `its reader ended with ${signal ?? code}`;

/** The folder where the system lists its processes, as on Linux. */
export const PROCESSES = { folder: '/proc' };

/** Linux counts processor time for programs in these, whatever its kernel counts in. */
const TICKS_A_SECOND = 100;

interface ProcessUsage {
  /** Of all its threads, in the user's and the system's part. */
  readonly processorSeconds: number;
  /** Memory of its own, in and outside the JavaScript heap, without the files that it maps. */
  readonly megabytes: number;
}

/** The usage of a process so far; null if the system does not show it. */
function processUsage(pid: number): ProcessUsage | null {
  const read = (file: string) => readFileSync(`${PROCESSES.folder}/${pid}/${file}`, 'utf8');
  try {
    // The name before the last parenthesis may have spaces.
    const [user, system] = read('stat')
      .replace(/^.*\) /s, '')
      .split(' ')
      .slice(11, 13)
      .map(Number);
    const kilobytes = /^RssAnon:\s+(\d+)/m.exec(read('status'))?.[1] ?? 0;
    return { processorSeconds: (user! + system!) / TICKS_A_SECOND, megabytes: Number(kilobytes) / 1_024 };
  } catch {
    return null;
  }
}
