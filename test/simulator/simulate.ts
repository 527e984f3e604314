import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../support/seeded-random.ts';
import { giveBackDatabases } from './databases.ts';
import { beginWorld, untilDone } from './kernel.ts';
import { seedChance } from './machine.ts';
import { CALM, openOffice } from './office.ts';
import { STEPS } from './steps.ts';
import { type PaidDays, violations } from './violations.ts';
import { runsWithoutWayOut } from './way-out.ts';

/** What happened in one seed. */
export interface Days {
  readonly seed: number;
  /** Who did what, a line a step. */
  readonly story: readonly string[];
  /** What does not hold; empty when all does. */
  readonly violations: readonly string[];
}

/** Things done in one seed. */
const MOST_STEPS = 12;

/** Lets people work and make mistakes until something does not hold or they have done enough. `steps`: at most so many. */
export async function simulate(
  seed: number,
  folder: string,
  { without = new Set(), steps = MOST_STEPS }: { without?: ReadonlySet<string>; steps?: number } = {},
): Promise<Days> {
  const random = seededRandom(seed);
  const story: string[] = [];
  seedChance(seed);
  beginWorld(seededRandom(seed + 1_000_000), (line) => story.push(`  ${line}`));
  mkdirSync(folder, { recursive: true });
  try {
    return await untilDone(people());
  } finally {
    giveBackDatabases();
    rmSync(folder, { recursive: true, force: true });
  }

  async function people(): Promise<Days> {
    const deck = STEPS.filter(({ name }) => !without.has(name)).flatMap((step) =>
      Array.from({ length: step.weight }, () => step),
    );
    const rules = random.chance(0.3) ? { 'approval.policy': 'manual' } : {};
    const weather = random.chance(0.5)
      ? CALM
      : { kills: random.oneOf([0, 0.1, 0.4]), late: random.oneOf([0, 0.01, 0.1]) };
    const office = await openOffice({ folder: join(folder, 'office'), random, without, rules, weather });
    const days: PaidDays = new Map();
    try {
      for (let n = 0; n < steps; n++) {
        const step = n === 0 ? STEPS[0]! : random.oneOf(deck);
        const output = await step.take(office);
        if (output === null) continue;
        story.push(output);
        const wrong = [...office.wrong, ...(await violations(office, days))];
        if (wrong.length > 0) return { seed, story, violations: wrong };
      }
      await office.calmDown();
      const stuck = await runsWithoutWayOut(office);
      return { seed, story, violations: [...office.wrong, ...stuck] };
    } finally {
      await office.close();
    }
  }
}
