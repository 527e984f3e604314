import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../support/seeded-random.ts';
import { unfinishedWork } from './at-once.ts';
import { strayBatches, wrongFindings } from './compare-service.ts';
import { giveBackDatabases, keepPlans } from './databases.ts';
import { wrongFiles } from './files.ts';
import { beginWorld, untilDone } from './kernel.ts';
import { seedChance } from './machine.ts';
import { CALM, DEFAULT, openOffice } from './office.ts';
import { STEPS } from './steps.ts';
import { type PaidDays, violations } from './violations.ts';
import { runsWithoutWayOut } from './way-out.ts';

/** The result of one seed. */
export interface Days {
  readonly seed: number;
  /** The steps, one line each. */
  readonly story: readonly string[];
  /** Violations; empty if there are none. */
  readonly violations: readonly string[];
}

/** A team that does much of what teams do. */
const WARM_UP = 0;
/** Steps of a team that only pays while its processes are killed and its calls are lost: every fourth one. */
const CRASHES: ReadonlySet<string> = new Set([
  ...[
    'a process that is killed',
    'a process that stands still',
    'two at once',
    'a service that answers oddly',
    'money that is short',
  ],
  ...['resume', 'the same sheet again'],
]);
const isOfCrashes = (seed: number) => seed % 4 === 1;
/** Things done in one seed: many short stories find more than few long ones, but some defects need a long one. */
const stepsOf = (seed: number) => (seed % 4 === 3 ? 12 : 5);

interface Options {
  /** Excluded steps, by the names in the tables. */
  readonly without?: ReadonlySet<string>;
  /** The only steps; null: all. */
  readonly only?: ReadonlySet<string> | null;
  /** Steps that are left out, counted from 0; the others draw as they did. */
  readonly skipped?: ReadonlySet<number>;
}

/** Plans what teams ask of their databases. Every process does it alike, so that a team fares the same in each. */
export async function warmUp(folder: string): Promise<void> {
  await simulate(WARM_UP, folder);
  await keepPlans();
}

/** Lets people work and make mistakes until something does not hold or they have done enough. */
export async function simulate(
  seed: number,
  folder: string,
  { without = new Set(), only = null, skipped = new Set() }: Options = {},
): Promise<Days> {
  const random = seededRandom(seed);
  const story: string[] = [];
  seedChance(seed);
  beginWorld(seededRandom(seed + 1_000_000), (line) => story.push(`  ${line}`));
  mkdirSync(folder, { recursive: true });
  try {
    return await untilDone(people());
  } finally {
    await giveBackDatabases();
    rmSync(folder, { recursive: true, force: true });
  }

  async function people(): Promise<Days> {
    const chosen = only ?? (isOfCrashes(seed) ? CRASHES : null);
    const done = STEPS.filter(({ name }) => !without.has(name) && (chosen?.has(name) ?? true));
    const deck = done.flatMap((step) => Array.from({ length: step.weight }, () => step));
    const rules = random.chance(0.3) ? { 'approval.policy': 'manual' } : {};
    const weather = random.chance(isOfCrashes(seed) ? 0 : 0.5)
      ? CALM
      : { kills: random.oneOf([0, 0.1, 0.4]), late: random.oneOf([0, 0.01, 0.1]), cuts: random.oneOf([0, 0.01, 0.05]) };
    const disk = seededRandom(seed + 2_000_000).oneOf([0, 0, 0.01, 0.1]);
    const proxy = seededRandom(seed + 3_000_000).oneOf([0, 0, 0.01, 0.1]);
    const isOfSeveral = seededRandom(seed + 4_000_000).chance(0.25) && !without.has('merchants');
    const office = await openOffice({
      ...{
        folder: join(folder, 'office'),
        random,
        without,
        rules,
        merchants: isOfSeveral ? [DEFAULT, 'south'] : [DEFAULT],
      },
      weather: { ...weather, disk: without.has('disk') ? 0 : disk, proxy: without.has('proxy') ? 0 : proxy },
    });
    const days: PaidDays = new Map();
    try {
      for (let n = 0; n < stepsOf(seed); n++) {
        if (skipped.has(n)) continue;
        office.random = seededRandom(seed * 1_000 + n);
        const step = n === 0 ? STEPS[0]! : office.random.oneOf(deck);
        const output = await step.take(office);
        if (output === null) continue;
        story.push(output);
        const wrong = [...office.wrong, ...(await violations(office, days, false))];
        if (wrong.length > 0) return { seed, story, violations: wrong };
      }
      await office.calmDown();
      if (office.home.hasServers) office.wrong.push(...(await unfinishedWork(office)));
      await office.say('settle');
      const late = await violations(office, days, true);
      if (late.length > 0) return { seed, story, violations: late };
      const stuck = await runsWithoutWayOut(office);
      const files = wrongFiles(
        folder,
        story.some((line) => line.includes('is killed')),
      );
      const there = [...files, ...(await strayBatches(office)), ...(await wrongFindings(office))];
      return { seed, story, violations: [...office.wrong, ...stuck, ...there] };
    } finally {
      await office.close();
    }
  }
}

/** The same violation with as few steps as can be, by leaving out one after the other from the last. */
export async function shrink(found: Days, folder: string, options: Options): Promise<Days> {
  const skipped = new Set<number>();
  let shortest = found;
  for (let n = stepsOf(found.seed) - 1; n >= 0; n--) {
    const shorter = await simulate(found.seed, folder, { ...options, skipped: new Set([...skipped, n]) });
    if (shorter.violations.length === 0) continue;
    skipped.add(n);
    shortest = shorter;
  }
  return shortest;
}
