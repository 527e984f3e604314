import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '../../support/seeded-random.ts';
import { type DatabaseKind, prepareDatabases } from '../crash/databases.ts';
import { startWorkers } from '../crash/workers.ts';
import { openOffice } from './office.ts';
import { STEPS } from './steps.ts';
import { type PaidDays, violations } from './violations.ts';
import { runsWithoutWayOut } from './way-out.ts';

/** What people did in one seed, and what came of it. */
export interface Days {
  readonly seed: number;
  /** In plain words, a line a step. */
  readonly story: readonly string[];
  /** What does not hold after the last of them; empty when all does. */
  readonly violations: readonly string[];
}

export interface Laboratory {
  /** Lets people make mistakes until something does not hold, they have done enough, or it is later than `end`. */
  explore(seed: number, end?: number): Promise<Days>;
  close(): Promise<void>;
}

/** Things done in one seed. */
const MOST_STEPS = 12;

/** `server`: where Postgres is, for kind `postgres`. `without`: what nobody does, by the names in the tables. */
export async function openLaboratory(
  kind: DatabaseKind,
  server?: string,
  without: ReadonlySet<string> = new Set(),
): Promise<Laboratory> {
  const place = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  const folder = mkdtempSync(join(place, 'payrun-mistakes-'));
  const databases = await prepareDatabases(kind, folder, server);
  const workers = startWorkers(1);
  const deck = STEPS.filter(({ name }) => !without.has(name)).flatMap((step) =>
    Array.from({ length: step.weight }, () => step),
  );
  let made = 0;

  async function explore(seed: number, end = Number.POSITIVE_INFINITY): Promise<Days> {
    made += 1;
    const random = seededRandom(seed);
    const office = await openOffice({
      databases,
      folder: join(folder, String(made)),
      random,
      without,
      rules: random.chance(0.3) ? { 'approval.policy': 'manual' } : {},
      perform: workers.perform,
    });
    const story: string[] = [];
    const days: PaidDays = new Map();
    try {
      for (let n = 0; n < MOST_STEPS && Date.now() < end; n++) {
        const step = n === 0 ? STEPS[0]! : random.oneOf(deck);
        const output = await step.take(office);
        if (output === null) continue;
        story.push(output);
        const wrong = [...office.wrong, ...(await violations(office, days))];
        if (wrong.length > 0) return { seed, story, violations: wrong };
      }
      const stuck = Date.now() < end ? await runsWithoutWayOut(office) : [];
      return { seed, story, violations: [...office.wrong, ...stuck] };
    } finally {
      await office.close();
      rmSync(join(folder, String(made)), { recursive: true, force: true });
    }
  }

  return {
    explore,
    async close() {
      await workers.close();
      await databases.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
