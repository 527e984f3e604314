import crypto, { createCipheriv, createHash } from 'node:crypto';
import { registerHooks, syncBuiltinESMExports } from 'node:module';
import timersModule from 'node:timers';
import timersPromises from 'node:timers/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import './disk.ts';
import {
  addTimer,
  currentProcess,
  isInDatabase,
  isWorldRunning,
  removeTimer,
  systemWork,
  virtualNow,
} from './kernel.ts';

// Replaces what a process gets from the machine: time, chance, environment, folder, and the processes that read sheets. Imported
// before any module of `src`.

/** Modules of `src` that reach the machine, and their replacements. */
const REPLACED: Readonly<Record<string, string>> = {
  '/src/ledger/embedded/embedded.ts': './embedded-in-memory.ts',
  '/src/sheets/readers/reader-processes.ts': './reader-in-process.ts',
  '/src/ledger/payments/payment-load.ts': './small-loads.ts',
  '/src/engine/inbox/file-maker.ts': './inbox-of-people.ts',
};

const { setTimeout } = globalThis;
registerHooks({
  // Nothing else shows that a module is on its way.
  load(url, context, next) {
    setTimeout(systemWork(), 20);
    return next(url, context);
  },
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const replacement = Object.entries(REPLACED).find(([path]) => found.url.endsWith(path))?.[1];
    return replacement && !context.parentURL?.includes('/test/simulator/')
      ? { ...found, url: new URL(replacement, import.meta.url).href }
      : found;
  },
});

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(
      target,
      args.length > 0 ? args : [virtualNow()],
      newTarget === globalThis.Date ? target : newTarget,
    ),
  apply: () => new RealDate(virtualNow()).toString(),
  get: (target, key) => (key === 'now' ? virtualNow : Reflect.get(target, key)),
});
Object.defineProperty(performance, 'now', { value: virtualNow });

class Timer {
  readonly #every: boolean;
  readonly #ms: number;
  readonly #fire: () => void;
  #timer: ReturnType<typeof addTimer> | null = null;

  constructor(fire: () => void, ms: number, every: boolean) {
    [this.#fire, this.#ms, this.#every] = [fire, every ? Math.max(1, ms) : ms, every];
    this.refresh();
  }

  refresh(): this {
    this.close();
    this.#timer = addTimer(this.#ms, () => {
      this.#timer = null;
      if (this.#every) this.refresh();
      this.#fire();
    });
    return this;
  }

  close(): void {
    if (this.#timer) removeTimer(this.#timer);
    this.#timer = null;
  }

  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  [Symbol.toPrimitive] = () => 0;
  [Symbol.dispose] = () => this.close();
}

type Work = (...args: unknown[]) => void;
/** Whether a timer is set by a database, even as it is made: it would count its statistics every 10 s of the days that pass. */
const isOfDatabase = () => isInDatabase() || (!currentProcess() && /__setitimer_js/.test(new Error().stack ?? ''));
const real = { setTimeout, setInterval, clearTimeout };
const start =
  (kind: 'setTimeout' | 'setInterval') =>
  (work: Work, given: unknown = 0, ...args: unknown[]) => {
    const ms = Number(given);
    if (!isWorldRunning()) return real[kind](work, ms, ...args);
    return new Timer(() => work(...args), isOfDatabase() ? Number.POSITIVE_INFINITY : ms, kind === 'setInterval');
  };
const clear = (timer?: unknown) =>
  timer instanceof Timer ? timer.close() : real.clearTimeout(timer as NodeJS.Timeout);
const { setImmediate } = globalThis;
/** A chain of them continues on its own. */
const immediately = (work: Work, ...args: unknown[]) => {
  const ended = systemWork();
  return setImmediate(() => {
    ended();
    work(...args);
  });
};
const timersOf = {
  setImmediate: Object.assign(immediately, {
    [promisify.custom]: () => new Promise((resolve) => immediately(resolve)),
  }),
  setTimeout: start('setTimeout'),
  setInterval: start('setInterval'),
  clearTimeout: clear,
  clearInterval: clear,
};
Object.assign(globalThis, timersOf);
Object.assign(timersModule, timersOf);
Object.assign(timersPromises, {
  setImmediate: () => new Promise((resolve) => immediately(resolve)),
  setTimeout: (ms = 0, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const timer = new Timer(() => resolve(value), ms, false);
      signal?.addEventListener('abort', () => {
        timer.close();
        reject(signal.reason);
      });
    }),
});
AbortSignal.timeout = (ms: number) => {
  const controller = new AbortController();
  addTimer(ms, () => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')));
  return controller.signal;
};

/** Bytes of chance, drawn from the seed: AES in counter mode. */
let stream = streamOf(0);
function streamOf(seed: number) {
  const key = createHash('sha256').update(String(seed)).digest();
  const cipher = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  return (size: number): Buffer => cipher.update(Buffer.alloc(size));
}
export const seedChance = (seed: number): void => {
  stream = streamOf(seed);
};
const fill = <T extends ArrayBufferView>(view: T): T => {
  Buffer.from(view.buffer, view.byteOffset, view.byteLength).set(stream(view.byteLength));
  return view;
};
const uuid = () => {
  const bytes = stream(16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x40;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};
Math.random = () => stream(6).readUIntBE(0, 6) / 2 ** 48;
const realScrypt = crypto.scrypt as (...args: unknown[]) => void;
Object.assign(crypto, {
  randomBytes: (size: number, done?: (error: null, bytes: Buffer) => void) => {
    const bytes = Buffer.from(stream(size));
    if (!done) return bytes;
    queueMicrotask(() => done(null, bytes));
  },
  randomFillSync: fill,
  randomUUID: uuid,
  randomInt: (from: number, to?: number) => {
    const [low, high] = to === undefined ? [0, from] : [from, to];
    return low + (stream(6).readUIntBE(0, 6) % (high - low));
  },
  scrypt: (...args: unknown[]) => {
    const ended = systemWork();
    const done = args.pop() as (...found: unknown[]) => void;
    realScrypt(...args, (...found: unknown[]) => {
      ended();
      done(...found);
    });
  },
});
Object.defineProperty(globalThis.crypto, 'getRandomValues', { value: fill });
Object.defineProperty(globalThis.crypto, 'randomUUID', { value: uuid });

// The functions that deflate and inflate outside the event loop.
const zlibBase = Object.getPrototypeOf(zlib.Deflate.prototype);
const { _transform: transform } = (function find(of): { _transform(...args: unknown[]): void } {
  return Object.hasOwn(of, '_transform') ? of : find(Object.getPrototypeOf(of));
})(zlib.Deflate.prototype);
zlibBase._transform = function (...args: unknown[]) {
  const ended = systemWork();
  const done = args.pop() as (...found: unknown[]) => void;
  this.once('close', ended);
  transform.call(this, ...args, (...found: unknown[]) => {
    ended();
    done(...found);
  });
};
syncBuiltinESMExports();

const realEnv = process.env;
const envOf = (): Record<string, string | undefined> =>
  (currentProcess()?.env as Record<string, string> | undefined) ?? realEnv;
process.env = new Proxy(realEnv, {
  get: (_, key) => envOf()[key as string],
  has: (_, key) => key in envOf(),
  ownKeys: () => Reflect.ownKeys(envOf()),
  getOwnPropertyDescriptor: (_, key) => {
    const value = envOf()[key as string];
    return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true };
  },
});
const realCwd = process.cwd.bind(process);
process.cwd = () => currentProcess()?.folder ?? realCwd();
