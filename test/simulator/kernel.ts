import { AsyncLocalStorage } from 'node:async_hooks';
import type { SeededRandom } from '../support/seeded-random.ts';

/** The border at which a process is killed, counted from 1. */
export interface KillAt {
  readonly of: 'all' | 'changes';
  readonly nth: number;
  /** It only stands still for so long, as on a machine that sleeps. */
  readonly pauseMs?: number;
}

/** A process of the simulated machine: code that runs with an environment, a folder and a clock of its own until it is killed. */
export interface SimulatedProcess {
  readonly name: string;
  readonly env: Readonly<Record<string, string>>;
  readonly folder: string;
  /** Its clock's lead over the database's, in ms. */
  readonly skewMs: number;
  /** Null: never. */
  readonly killAt: KillAt | null;
  /** Borders that it has reached, and those of them around calls that change something in the service. */
  readonly borders: Record<KillAt['of'], number>;
  isAlive: boolean;
  /** Until then it stands still. */
  wakesAt: number;
  /** Called when it is killed: its connections break. */
  readonly onKill: Set<() => void>;
}

interface Parked {
  readonly process: SimulatedProcess | null;
  readonly order: number;
  readonly what: string;
  readonly goOn: () => void;
}

interface VirtualTimer {
  readonly at: number;
  readonly order: number;
  readonly process: SimulatedProcess | null;
  readonly fire: () => void;
}

const current = new AsyncLocalStorage<SimulatedProcess>();
export const currentProcess = (): SimulatedProcess | null => current.getStore() ?? null;
/** Runs work outside of every process: the database, the service, the people. */
export const outside = <T>(work: () => T): T => current.exit(work);

let isDatabase = false;
/** Whether a database works now, which it does without a pause. */
export const isInDatabase = () => isDatabase;
export function inDatabase<T>(work: () => T): T {
  isDatabase = true;
  try {
    return outside(work);
  } finally {
    isDatabase = false;
  }
}

const [realImmediate, realTimeout] = [setImmediate, setTimeout];
const CHANGE = /^(answer to )?(POST|PUT|PATCH|DELETE) /;
/** Waits of 5 ms after which the work is stuck. */
const MOST_WAITS = 1_000;
const START = Date.UTC(2026, 8, 1, 8);
const NEVER = new Promise<never>(() => {});

let now = START;
let orders = 0;
let parked: Parked[] = [];
let timers: VirtualTimer[] = [];
let random: SeededRandom;
let story: (line: string) => void = () => {};
/** Work that the system does meanwhile: reading a file, deflating, hashing a password. */
let pending = 0;
let isRunning = false;
/** Waits until nothing that a database server works on can end on its own; true if something ended meanwhile. */
let untilServerIsStill: () => Promise<boolean> = async () => false;
export const waitForServer = (untilStill: typeof untilServerIsStill): void => {
  untilServerIsStill = untilStill;
};
/** A pause in real time. */
export const realPause = (ms: number): Promise<void> => new Promise((resolve) => realTimeout(resolve, ms));
/** A place among all that happens. */
export const nextOrder = (): number => ++orders;
/** Adds to the story what happened to a process. */
export const tell = (process: SimulatedProcess, what: string): void => story(`payrun ${process.name} ${what}`);
/** False between worlds: then timers are those of the machine. */
export const isWorldRunning = () => isRunning;

/** Milliseconds since the epoch, by the clock of the process that asks. */
export const virtualNow = (): number => now + (currentProcess()?.skewMs ?? 0);

export function beginWorld(seeded: SeededRandom, tell: (line: string) => void): void {
  [now, orders, parked, timers, random, story] = [START, 0, [], [], seeded, tell];
}

/** `ms`: infinite for one that never fires. */
export function addTimer(ms: number, fire: () => void, process = currentProcess()): VirtualTimer {
  const at = now + Math.max(1, Math.ceil(ms) || 0);
  const timer = { at, order: ++orders, process, fire: () => (process ? current.run(process, fire) : fire()) };
  // Some code of a process that was killed would wait in a loop for ever.
  if (at < Number.POSITIVE_INFINITY && process?.isAlive !== false) timers.push(timer);
  return timer;
}

export function removeTimer(timer: VirtualTimer): void {
  timers = timers.filter((one) => one !== timer);
}

/** Notes that the system works on something until the returned function is called. */
export function systemWork(): () => void {
  pending += 1;
  let isOpen = true;
  return () => {
    if (isOpen) pending -= 1;
    isOpen = false;
  };
}

/**
 * A moment at which another process may continue first, or this one may end: before and after every statement, call and
 * step on the disk. Never resolves for a process that is dead. `order`: its place, whenever it really is reached.
 */
export function border(what: string, process = currentProcess(), order = nextOrder()): Promise<void> {
  if (process && !process.isAlive) return NEVER;
  if (process) {
    process.borders.all += 1;
    if (CHANGE.test(what)) process.borders.changes += 1;
    const { killAt, borders } = process;
    if (killAt && borders[killAt.of] === killAt.nth) {
      if (killAt.pauseMs === undefined) {
        kill(process, what);
        return NEVER;
      }
      pause(process, what, killAt.pauseMs);
    }
  }
  return new Promise((goOn) => parked.push({ process, order, what, goOn }));
}

export function kill(process: SimulatedProcess, what: string): void {
  process.isAlive = false;
  tell(process, `is killed at border ${process.borders.all}: ${what}`);
  parked = parked.filter((one) => one.process !== process);
  timers = timers.filter((one) => one.process !== process);
  for (const end of process.onKill) end();
}

function pause(process: SimulatedProcess, what: string, ms: number): void {
  process.wakesAt = now + ms;
  tell(process, `stands still for ${ms / 1_000} s at border ${process.borders.all}: ${what}`);
  addTimer(ms, () => {}, null);
}

/** Runs a program as a process of its own. Null: it was killed. */
export async function runProcess<T>(
  given: Pick<SimulatedProcess, 'name' | 'env' | 'folder'> & Partial<Pick<SimulatedProcess, 'skewMs' | 'killAt'>>,
  program: () => Promise<T>,
): Promise<T | null> {
  const process: SimulatedProcess = {
    skewMs: 0,
    killAt: null,
    ...given,
    borders: { all: 0, changes: 0 },
    isAlive: true,
    wakesAt: 0,
    onKill: new Set(),
  };
  const died = new Promise<null>((resolve) => process.onKill.add(() => resolve(null)));
  const ended = current.run(process, program);
  try {
    return await Promise.race([ended, died]);
  } finally {
    if (!process.isAlive) ended.catch(() => {});
    process.isAlive = false;
    timers = timers.filter((one) => one.process !== process);
  }
}

/** Turns of the event loop without anything new after which nothing continues on its own. */
const QUIET_TURNS = 3;
const IO = /^(FSReq|CloseReq|GetAddrInfo)/;

async function untilQuiet(): Promise<void> {
  let quiet = 0;
  let before = orders + parked.length;
  while (quiet < QUIET_TURNS) {
    await new Promise<void>((resolve) => realImmediate(resolve));
    const isBusy = pending > 0 || process.getActiveResourcesInfo().some((name) => IO.test(name));
    const after = orders + parked.length;
    quiet = isBusy || after !== before ? 0 : quiet + 1;
    before = after;
  }
}

/** Lets everything continue, one border at a time in an order drawn from the seed, until the work is done. */
export async function untilDone<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  let waited = 0;
  isRunning = true;
  const settled = work.finally(() => {
    isDone = true;
  });
  settled.catch(() => {});
  for (;;) {
    do await untilQuiet();
    while (await untilServerIsStill());
    if (isDone) {
      isRunning = false;
      return settled;
    }
    parked.sort((a, b) => a.order - b.order);
    const awake = parked.filter(({ process }) => (process?.wakesAt ?? 0) <= now);
    const one = awake[awake.length > 1 ? random.upTo(awake.length) : 0];
    if (one) {
      parked.splice(parked.indexOf(one), 1);
      one.goOn();
    } else if (!passTime()) await patience();
  }

  /** A module that is loaded for the first time is seen by nothing. */
  async function patience(): Promise<void> {
    waited += 1;
    if (waited > MOST_WAITS) throw new Error('nothing can go on');
    await realPause(5);
  }
}

/** Moves the time to the next timer and lets it fire. False if there is none. */
function passTime(): boolean {
  const dueAt = ({ at, process }: VirtualTimer) => Math.max(at, process?.wakesAt ?? 0);
  const [next] = timers.toSorted((a, b) => dueAt(a) - dueAt(b) || a.order - b.order);
  if (!next) return false;
  removeTimer(next);
  now = Math.max(now, dueAt(next));
  next.fire();
  return true;
}
