import type { Denial } from '../../simulator/denial.ts';
import type { HandEdit } from '../../simulator/hand-edits.ts';
import { HAND_EDIT_KINDS } from '../../simulator/hand-edits.ts';
import { seededRandom } from '../../support/seeded-random.ts';
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
  readonly code?: string;
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
  /** What somebody does at the service meanwhile. */
  readonly hands: readonly HandEdit[];
  /**
   * The service denies for a while what it has paid: after the first attempt, which pays, and until the third has ended. The second is
   * a person who says of everything unconfirmed that it was not paid; the third pays the sheet again.
   */
  readonly denial: Denial['how'] | null;
  /** The balance is too small at first, and money arrives when the run waits for it. */
  readonly shortOfMoney: boolean;
  /** The service takes the same externalId twice, as it was seen to do. */
  readonly repeatsExternalIds: boolean;
  /** The sheet is read as a large one is: on PostgreSQL, rows are inserted while others are read. */
  readonly isLarge: boolean;
}

export const QUIET: Attempt = { killAt: null, cuts: [], late: [], beside: 'nobody' };

/** Killed once, at this point of `pay`. */
export function singleKill(point: number, isLarge = false): Schedule {
  return {
    name: `--kill-at ${point}${isLarge ? ' --large' : ''}`,
    confirm: 'yes',
    attempts: [{ ...QUIET, killAt: point }],
    faults: [],
    hands: [],
    denial: null,
    shortOfMoney: false,
    repeatsExternalIds: point % 2 === 1,
    isLarge,
  };
}

/** The numbers of the points of a run before its first call, for which it takes a slot of the quota. */
export function pointsOfIntake(points: readonly string[]): number[] {
  return points.slice(0, points.indexOf('before write quota_slot')).map((_, i) => i + 1);
}

/** The start arrives, its answer is lost, and the first looks at the batch find nothing: the outcome is not known. */
export const LOST_START: readonly SandboxFault[] = [
  { match: { method: 'POST', path: 'start-processing' }, skip: 0, times: 2, do: 'drop', effect: 'after' },
  {
    match: { method: 'GET', path: '^/v1/batches/B-[^/]+$' },
    skip: 0,
    times: 4,
    do: 'status',
    status: 404,
    code: 'not_found',
    effect: 'before',
  },
];

/** Starts whose answers are lost, and which the service denies. Whoever says that nobody was paid, pays again and reads is killed. */
export function deniedSchedule(seed: number): Schedule {
  const { upTo, oneOf, chance } = seededRandom(seed);
  const attempt = (points: number): Attempt => ({ ...QUIET, killAt: chance(0.6) ? 1 + upTo(points) : null });
  return {
    ...singleKill(0),
    name: `--denial ${seed}`,
    attempts: [QUIET, attempt(60), attempt(POINTS.pay), attempt(POINTS.resume)],
    faults: LOST_START,
    denial: oneOf(['failed', 'returned', 'gone'] as const),
    repeatsExternalIds: chance(0.5),
    isLarge: chance(0.5),
  };
}

/** Before which calls somebody edits by hand: most often in the last moment before money moves. */
const HANDS_BEFORE = [
  ['POST', '/generate-quote$'],
  ['GET', '/summary$'],
  ['GET', '/v1/balances'],
  ['GET', '/payments'],
  ['POST', '/start-processing$'],
  ['POST', '/start-processing$'],
] as const;

/** Every edit by hand, once before what is at the service is read, and once after that, just before the start. Nothing else happens. */
export const EDITS_BY_HAND: readonly Schedule[] = HAND_EDIT_KINDS.flatMap((kind) =>
  (
    [
      ['GET', '/payments'],
      ['POST', '/start-processing$'],
    ] as const
  ).map(([method, path]) => ({
    ...singleKill(0),
    name: `--by-hand '${kind} before ${method} ${path}'`,
    attempts: [QUIET],
    hands: [{ kind, nth: 0, match: { method, path }, skip: 0 }],
  })),
);

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
/**
 * The same seed is the same schedule. Two kills, most often, with faults of the service and of the database; every third with
 * edits by hand at the service. `always`: each with those, and every second one with nothing else, so that more are seen in a minute.
 */
export function randomSchedule(seed: number, hands: 'sometimes' | 'always' = 'sometimes'): Schedule {
  const { upTo, oneOf, chance, some } = seededRandom(seed);

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

  const handEdit = (): HandEdit => {
    const [method, path] = oneOf(HANDS_BEFORE);
    return { kind: oneOf(HAND_EDIT_KINDS), nth: upTo(6), match: { method, path }, skip: upTo(2) };
  };

  const quiet = hands === 'always' && seed % 2 === 1;
  return {
    name: `--seed ${seed}${hands === 'always' ? ' --hands' : ''}`,
    confirm: chance(0.8) ? 'yes' : 'asked',
    attempts: quiet ? [QUIET] : [attempt(POINTS.pay), attempt(POINTS.resume), ...some(1, () => attempt(POINTS.resume))],
    faults: quiet ? [] : some(4, fault),
    denial: null,
    shortOfMoney: chance(0.1),
    // Last, so that a seed without them is what it was before there were any.
    hands: hands === 'always' || chance(0.33) ? [handEdit(), ...some(1, handEdit)] : [],
    repeatsExternalIds: chance(0.5),
    isLarge: chance(0.5),
  };
}
