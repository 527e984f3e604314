import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Books } from '../simulator/read-books.ts';
import { breaches } from './crash/breaches.ts';
import type { DatabaseKind } from './crash/databases.ts';
import { type Exploration, type Laboratory, openLaboratory } from './crash/laboratory.ts';
import {
  deniedSchedule,
  EDITS_BY_HAND,
  pointsOfIntake,
  QUIET,
  randomSchedule,
  type Schedule,
  singleKill,
} from './crash/schedule.ts';

const SERVER = process.env.PAYRUN_TEST_DATABASE_URL;
const KINDS: readonly DatabaseKind[] = SERVER ? ['postgres'] : ['embedded'];
/**
 * How long each kind of schedule is explored here, so that all of it ends in 3 minutes; the same ones every time, so that the day
 * does not decide what is found. `npm run crash` has all the time, and explores others.
 */
const BUDGET_MS = { embedded: 9_000, postgres: 9_000 };

describe.each(KINDS)('G1, G2, G3, G4, G6: a payrun that is killed with -9 (%s)', (kind) => {
  let laboratory: Laboratory;
  let points: readonly string[];
  beforeAll(async () => {
    laboratory = await openLaboratory(kind, SERVER);
    const undisturbed = await laboratory.explore({ ...singleKill(0), attempts: [QUIET] });
    expect(undisturbed).toMatchObject({ breaches: [], kills: [] });
    points = undisturbed.points;
  });
  afterAll(() => laboratory.close());

  /** Explores until the time is up and it is enough, which it is when somebody was killed; what does not hold, with the command that shows it again. */
  async function explore(schedules: Iterable<Schedule>, isEnough = killed) {
    const found: Exploration[] = [];
    const enough = () => isEnough(found);
    await laboratory.exploreAll(whileTime(schedules, BUDGET_MS[kind], enough), (one) => found.push(one));
    const violations = found
      .filter((one) => one.breaches.length > 0)
      .map((one) => [...one.breaches, ...one.story, `npm run crash -- ${one.schedule.name} --database ${kind}`]);
    return { found, violations };
  }

  it('at one point pays everybody once when it continues', async () => {
    const { found, violations } = await explore(spread(worthwhile(points)).map((point) => singleKill(point)));
    expect(violations).toEqual([]);
    expect(found.some(({ kills }) => kills.length === 1)).toBe(true);
  });

  it('G4: while it reads a sheet as a large one is read, pays everybody once when it continues', async () => {
    const large = await laboratory.explore({ ...singleKill(0, true), attempts: [QUIET] });
    expect(large).toMatchObject({ breaches: [], kills: [] });
    const atEach = spread(pointsOfIntake(large.points)).map((point) => singleKill(point, true));
    const { found, violations } = await explore(atEach);
    expect(violations).toEqual([]);
    expect(found.some(({ kills }) => kills.length === 1)).toBe(true);
  });

  it('twice, while the service and the database fail, pays everybody once', async () => {
    const { found, violations } = await explore(seeds(1));
    expect(violations).toEqual([]);
    expect(found.some(({ kills }) => kills.length > 0)).toBe(true);
  });

  it('G8: while somebody edits at the service by hand, pays nobody twice, and calls nothing done that is not what the rows say', async () => {
    const { violations } = await explore(EDITS_BY_HAND, () => false);
    expect(violations).toEqual([]);
  });

  it('of which the service denies for a while what it has paid, reports every payment that was made twice', async () => {
    const { violations } = await explore(DENIED.map(deniedSchedule), () => false);
    expect(violations).toEqual([]);
  });
});

/** One in which people are paid twice and it is told, and one in which the second payment is held. */
const DENIED = [4, 3];

const killed = (found: readonly Exploration[]) => found.some(({ kills }) => kills.length > 0);

function* whileTime(schedules: Iterable<Schedule>, ms: number, enough: () => boolean): Generator<Schedule> {
  const end = Date.now() + ms;
  for (const schedule of schedules) {
    if (Date.now() > end && enough()) return;
    yield schedule;
  }
}

function* seeds(from: number): Generator<Schedule> {
  for (let seed = from; ; seed++) yield randomSchedule(seed);
}

/** The numbers of the points that differ in what is saved or sent; the quota's and the call log's writes lie between those. */
function worthwhile(points: readonly string[]): number[] {
  return points.flatMap((point, i) => (/ write (quota_slot|call)$/.test(point) ? [] : [i + 1]));
}

/** All of them, in such an order that the first few are spread over all. */
function spread(numbers: readonly number[]): number[] {
  const golden = (Math.sqrt(5) - 1) / 2;
  return numbers
    .map((number, i) => ({ number, place: (i * golden) % 1 }))
    .sort((a, b) => a.place - b.place)
    .map(({ number }) => number);
}

const STATES = ['processed', 'processed', 'failed', 'processed', 'processed', 'invalid'];

/** A ledger and a service after a run in which all went well. */
function goodWorld() {
  const currencyOf = (n: number) => (n % 2 ? 'EUR' : 'USD');
  const payments = STATES.map((state, i) => ({
    id: `p${i + 1}`,
    run: '1',
    row: i + 2,
    state,
    reference: `REF-${i + 1}`,
    currency: currencyOf(i + 1),
    minor: '1000',
    paid: state === 'processed' ? '1000' : null,
    batch: state === 'invalid' ? null : currencyOf(i + 1),
    reason: null,
    earlier: null,
  }));
  const batch = { run: '1', state: 'settled', payments: 3, note: null };
  return {
    books: {
      runs: [{ id: '1', state: 'done', note: null, confirmed: true, rowsIn: 6, exitCode: 3, parent: null }],
      payments,
      batches: [
        { ...batch, id: 'EUR', remoteId: 'B-EUR' },
        { ...batch, id: 'USD', remoteId: 'B-USD' },
      ],
      findings: [] as string[],
    },
    sandbox: {
      payments: payments
        .filter(({ state }) => state !== 'invalid')
        .map(({ id, state, currency }) => ({
          id: `P-${id}`,
          externalId: id,
          recipientId: `R-${id}`,
          recipientReferenceId: id,
          recipientEmail: `${id}@example.com`,
          accountId: `A-${id}`,
          batchId: `B-${currency}`,
          amount: '10.00',
          currency,
          status: state,
          timesPaid: state === 'processed' ? 1 : 0,
        })),
      batches: ['EUR', 'USD'].map((currency) => ({ id: `B-${currency}`, status: 'complete', tags: [], startCalls: 1 })),
      recipients: 5,
      requests: {},
    },
  };
}

type World = ReturnType<typeof goodWorld>;

const BROKEN: readonly [string, RegExp, (world: World) => void][] = [
  ['a payment that was paid twice', /REF-1 .* was paid 2 times/, ({ sandbox }) => (sandbox.payments[0]!.timesPaid = 2)],
  [
    'a payment that was paid and is failed here',
    /REF-3 is failed .* paid 1 times/,
    (world) => (world.sandbox.payments[2]!.timesPaid = 1),
  ],
  [
    'a payment that was not paid and is processed here',
    /REF-2 .* paid 0 times/,
    (world) => (world.sandbox.payments[1]!.timesPaid = 0),
  ],
  ['a row that is nowhere', /REF-4 is nowhere/, ({ books }) => books.payments.splice(3, 1)],
  ['a row that still waits', /REF-5 is ready/, ({ books }) => (books.payments[4]!.state = 'ready')],
  ['rows that are lost', /read 7 rows and has 6/, ({ books }) => (books.runs[0]!.rowsIn = 7)],
  ['a run without an end', /run 1 is working/, ({ books }) => (books.runs[0]!.state = 'working')],
  [
    'a payment in two started batches',
    /two started batches/,
    ({ sandbox }) => sandbox.payments.push({ ...sandbox.payments[0]!, id: 'P-again', batchId: 'B-USD', timesPaid: 0 }),
  ],
  [
    'a batch that nobody here knows',
    /holds batch B-stray/,
    ({ sandbox }) => sandbox.batches.push({ ...sandbox.batches[0]!, id: 'B-stray', status: 'open' }),
  ],
  [
    'a payment that nobody here knows',
    /holds payment P-p1/,
    ({ sandbox }) => (sandbox.payments[0]!.externalId = 'other'),
  ],
  ['a cent too much', /2001 EUR; the ledger says/, ({ sandbox }) => (sandbox.payments[0]!.amount = '10.01')],
  ['what verify finds', /^verify: something/, ({ books }) => books.findings.push('something')],
];

/** What somebody did by hand, what came of it at the service, and whether the run asks for a person then. */
const BY_HAND: readonly [string, RegExp, (world: World) => void][] = [
  [
    'an amount that was changed',
    /REF-1 is processed and 12.00 EUR/,
    ({ sandbox }) => (sandbox.payments[0]!.amount = '12.00'),
  ],
  [
    'an account that was changed',
    /REF-2 .* account that no row names/,
    ({ sandbox }) => (sandbox.payments[1]!.accountId = BY_HAND_ACCOUNT),
  ],
  [
    'a payment that was added',
    /paid P-added/,
    ({ sandbox }) => sandbox.payments.push({ ...sandbox.payments[0]!, id: 'P-added', externalId: '' }),
  ],
  ['a payment that was removed', /REF-1 is processed and was not paid/, ({ sandbox }) => sandbox.payments.splice(0, 1)],
  ['a batch that was sent', /REF-1 is canceled and was paid/, ({ books }) => (books.payments[0]!.state = 'canceled')],
];
const BY_HAND_ACCOUNT = 'A-by-hand';
const HANDS = { done: ['by hand at the service'], accounts: new Set([BY_HAND_ACCOUNT]) };

/** The first payment was denied by the service, so the person was paid again under the same reference; what is wrong then. */
const AFTER_DENIAL: readonly [string, RegExp, (world: World) => void][] = [
  [
    'a person who was paid twice',
    /REF-1 was paid 2 times, and nobody is told/,
    ({ books }) => Object.assign(books.payments[0]!, { reason: null }),
  ],
  ['a discrepancy that nobody is asked about', /run 1 ends with 3/, ({ books }) => (books.runs[0]!.exitCode = 3)],
  [
    'a payment that is failed, and was paid',
    /REF-1 of run 1 is failed/,
    ({ books }) => (books.payments[0]!.state = 'failed'),
  ],
  [
    'a payment that was not made',
    /is discrepancy, and was paid 0/,
    ({ sandbox }) => (sandbox.payments[0]!.timesPaid = 0),
  ],
  ['a cent', /1001 was paid instead of 1000/, ({ sandbox }) => (sandbox.payments[0]!.amount = '10.01')],
];

describe('the laboratory', () => {
  it('finds nothing if everything went well', () => {
    const { books, sandbox } = goodWorld();
    expect(breaches(books satisfies Books, sandbox)).toEqual([]);
  });
  it.each(BROKEN)('sees %s', (_, sentence, break_) => {
    const world = goodWorld();
    break_(world);
    expect(breaches(world.books, world.sandbox)).toContainEqual(expect.stringMatching(sentence));
  });
  it.each(BY_HAND)('sees %s by hand, unless an action is required', (_, sentence, edit) => {
    const world = goodWorld();
    expect(breaches(world.books, world.sandbox, HANDS)).toEqual([]);
    edit(world);
    expect(breaches(world.books, world.sandbox, HANDS)).toContainEqual(expect.stringMatching(sentence));
    world.books.runs[0]!.exitCode = 4;
    expect(breaches(world.books, world.sandbox, HANDS)).toEqual([]);
  });
  it('sees a payment that was paid twice whether or not an action is required', () => {
    const { books, sandbox } = goodWorld();
    books.runs[0]!.exitCode = 4;
    sandbox.payments[0]!.timesPaid = 2;
    expect(breaches(books, sandbox, HANDS)).toContainEqual('the service paid P-p1 2 times');
  });
  it.each(AFTER_DENIAL)('sees %s after the service denied it', (_, sentence, break_) => {
    const world = goodWorld();
    const [first] = world.books.payments;
    world.books.payments.push({ ...first!, id: 'p7', run: '2' });
    world.books.runs.push({ ...world.books.runs[0]!, id: '2', rowsIn: 1 });
    world.sandbox.payments.push({ ...world.sandbox.payments[0]!, id: 'P-p7', externalId: 'p7' });
    Object.assign(first!, {
      state: 'discrepancy',
      reason: 'Row 2 of run 2 was paid under the same reference: paid twice.',
    });
    world.books.runs[0]!.exitCode = 4;
    expect(breaches(world.books, world.sandbox, undefined, true)).toEqual([]);
    break_(world);
    expect(breaches(world.books, world.sandbox, undefined, true)).toContainEqual(expect.stringMatching(sentence));
  });
  it('makes the same schedule from the same seed, and another from another', () => {
    expect(randomSchedule(7)).toEqual(randomSchedule(7));
    expect(randomSchedule(7)).not.toEqual({ ...randomSchedule(8), name: randomSchedule(7).name });
  });
});
