import type { Cut } from './points.ts';

/** What happens in one attempt to pay or to resume. */
export interface Attempt {
  /** The number of the point at which the process is killed; null: it lives. */
  readonly killAt: number | null;
  readonly cuts: readonly { readonly commit: number; readonly how: Cut }[];
  readonly late: readonly number[];
  /** A second process at the same time: another resume, or an impatient `pay` of the same sheet. */
  readonly beside: 'nobody' | 'resume' | 'pay';
}

/** A fault as the sandbox takes it. */
export interface SandboxFault {
  readonly match: { readonly method: string; readonly path: string };
  readonly skip: number;
  readonly times: number;
  readonly do: 'status' | 'hang' | 'drop';
  readonly status?: number;
  readonly ms?: number;
  readonly effect: 'before' | 'after';
}

export interface Schedule {
  /** How it is asked for again: "--seed 7", "--kill-at 31". */
  readonly name: string;
  readonly confirm: 'yes' | 'asked';
  /** The first is `pay`, the others resume. After them nothing happens any more. */
  readonly attempts: readonly Attempt[];
  readonly faults: readonly SandboxFault[];
  /** The balance is too small at first, and money arrives when the run waits for it. */
  readonly shortOfMoney: boolean;
}

export const QUIET: Attempt = { killAt: null, cuts: [], late: [], beside: 'nobody' };

/** Killed once, at this point of `pay`. */
export function singleKill(point: number): Schedule {
  return {
    name: `--kill-at ${point}`,
    confirm: 'yes',
    attempts: [{ ...QUIET, killAt: point }],
    faults: [],
    shortOfMoney: false,
  };
}

/** Calls that faults are made for: all that a run makes. */
const CALLS = [
  ['GET', '/v1/recipients/?$'],
  ['POST', '/v1/recipients/?$'],
  ['POST', '/accounts$'],
  ['GET', '/accounts$'],
  ['POST', '/v1/batches/?$'],
  ['GET', '/v1/batches/?$'],
  ['GET', '/payments'],
  ['POST', '/generate-quote$'],
  ['GET', '/summary$'],
  ['GET', '/v1/balances'],
  ['POST', '/start-processing$'],
  ['GET', '/v1/batches/B-[^/]+$'],
] as const;

/** A run passes about so many points; a resume fewer. A point beyond the last one is no kill. */
const POINTS = { pay: 420, resume: 200 };
const COMMITS = 60;
const FIRST_CALLS = 45;

/** The same seed is the same schedule. Two kills, most often, with faults of the service and of the database. */
export function randomSchedule(seed: number): Schedule {
  const random = mulberry32(seed);
  const upTo = (n: number) => Math.floor(random() * n);
  const oneOf = <T>(list: readonly T[]): T => list[upTo(list.length)]!;
  const chance = (share: number) => random() < share;
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: upTo(most + 1) }, make);

  const attempt = (points: number): Attempt => ({
    killAt: chance(0.85) ? 1 + upTo(points) : null,
    cuts: chance(0.4)
      ? some(2, () => ({ commit: 1 + upTo(COMMITS), how: oneOf<Cut>(['before_commit', 'at_commit']) }))
      : [],
    late: chance(0.3) ? [1 + upTo(FIRST_CALLS)] : [],
    beside: chance(0.15) ? oneOf(['resume', 'pay'] as const) : 'nobody',
  });
  const fault = (): SandboxFault => {
    const [method, path] = oneOf(CALLS);
    const kinds = [
      { do: 'status', status: 429, effect: 'before' },
      { do: 'status', status: 500, effect: 'before' },
      { do: 'status', status: 500, effect: 'after' },
      { do: 'status', status: 503, effect: 'after' },
      { do: 'drop', effect: 'before' },
      { do: 'drop', effect: 'after' },
      { do: 'hang', ms: 2_000, effect: 'before' },
      { do: 'hang', ms: 2_000, effect: 'after' },
      // Slow, but in time.
      { do: 'hang', ms: 150, effect: 'after' },
    ] as const;
    return { match: { method, path }, skip: upTo(4), times: 1 + upTo(3), ...oneOf(kinds) };
  };

  return {
    name: `--seed ${seed}`,
    confirm: chance(0.8) ? 'yes' : 'asked',
    attempts: [attempt(POINTS.pay), attempt(POINTS.resume), ...some(1, () => attempt(POINTS.resume))],
    faults: some(4, fault),
    shortOfMoney: chance(0.1),
  };
}

/** Numbers from 0 to 1, the same for the same seed. */
function mulberry32(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
