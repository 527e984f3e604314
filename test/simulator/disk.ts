import fs from 'node:fs';
import disk from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { border, currentProcess, isWorldRunning, nextOrder, type SimulatedProcess, tell } from './kernel.ts';

// Steps on the disk of processes are borders, before they happen and before the process knows that they did. Some fail.

/** A full disk accepts half of a write, and then nothing until the process ends. */
export type DiskFault = 'is full' | 'is broken';
let drawFault: (command: string) => DiskFault | null = () => null;
/** Sets the draw of a fault at a step, by the name of the process, until it is set again. */
export function setDiskFaults(draw: typeof drawFault): void {
  drawFault = draw;
}

const full = new WeakSet<SimulatedProcess>();
const failed = (code: string, step: string) => Object.assign(new Error(`${code}: ${step}`), { code, syscall: step });

/** `part`: does half of the step, after which the disk is full. */
async function take<T>(step: string, doIt: () => Promise<T>, part?: () => Promise<T>): Promise<T> {
  const process = currentProcess();
  if (!process || !isWorldRunning()) return doIt();
  await border(`${step} on the disk`);
  const isFull = full.has(process);
  const fault = step === 'rm' ? null : isFull ? 'is full' : drawFault(process.name);
  if (fault && !isFull) tell(process, `finds that the disk ${fault}: ${step}`);
  if (fault === 'is full') full.add(process);
  if (fault && (isFull || !part)) throw failed(fault === 'is full' ? 'ENOSPC' : 'EIO', step);
  const place = nextOrder();
  try {
    return await (fault && part ? part() : doIt());
  } finally {
    await border(`${step} done on the disk`, process, place);
  }
}

type Step = (...args: never[]) => Promise<unknown>;
const steps = disk as unknown as Record<string, Step>;
for (const name of ['rename', 'link', 'rm', 'mkdir']) {
  const real = steps[name]!;
  steps[name] = (...args) => take(name, () => real(...args));
}
const { open, writeFile } = disk;
steps.open = ((path: string, flags: string | number = 'r', mode?: number) => {
  const really = () => open(path, flags, mode);
  return flags === 'r' || typeof flags === 'number' ? really() : take('open', () => really().then(closedIfKilled));
}) as never;
const closedIfKilled = (file: disk.FileHandle) => {
  currentProcess()?.onKill.add(() => void file.close().catch(() => {}));
  return file;
};
steps.writeFile = ((path: string, content: unknown, options?: never) =>
  take(
    'write',
    () => writeFile(path, content as string, options),
    async () => {
      await writeFile(path, 'a part of it', options);
      throw failed('ENOSPC', 'write');
    },
  )) as never;

const half = (length: number) => Math.max(1, length >> 1);
const opened = await open(import.meta.filename);
const handle = Object.getPrototypeOf(opened) as Record<string, Step>;
await opened.close();
const { write, sync } = handle as { write: Step; sync: Step };
handle.write = function (this: unknown, ...args) {
  const [bytes, from, length, at] = args as unknown as [Uint8Array, number, number, number];
  const some = (size: number) => (write as (...all: unknown[]) => Promise<unknown>).call(this, bytes, from, size, at);
  return take(
    'write',
    () => some(length),
    () => some(half(length)),
  );
};
handle.sync = function (this: unknown, ...args) {
  return take('sync', () => sync.apply(this, args));
};

/** Streams use these. */
for (const name of ['write', 'writev'] as const) {
  const real = fs[name] as unknown as (...args: unknown[]) => void;
  (fs as unknown as Record<string, unknown>)[name] = (...args: unknown[]) => {
    const done = args.pop() as (error: unknown, ...found: unknown[]) => void;
    const really = () =>
      new Promise<unknown[]>((resolve, reject) =>
        real(...args, (error: unknown, ...found: unknown[]) => (error ? reject(error) : resolve(found))),
      );
    take('write', really).then(
      (found) => done(null, ...found),
      (error) => done(error),
    );
  };
}
syncBuiltinESMExports();
