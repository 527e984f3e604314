import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { findJobs } from '../../src/engine/jobs/find-jobs.ts';
import { useServer } from './databases.ts';
import { type Days, shrink, simulate, warmUp } from './simulate.ts';

interface Wanted {
  /** The URL of a PostgreSQL server; null: databases are in memory. */
  readonly server: string | null;
  readonly seeds: readonly number[];
  /** Excluded steps, by the names in the tables. */
  readonly without: ReadonlySet<string>;
  /** The only steps; null: all. */
  readonly only: ReadonlySet<string> | null;
  /** No more seeds after so many minutes, or with so many violations. */
  readonly minutes: number;
  readonly isEnoughWith: number;
  /** Whether a violation is shrunk, and the story of every team printed. */
  readonly isReplay: boolean;
  readonly isTold: boolean;
}

interface Ran {
  readonly teams: number;
  readonly steps: number;
  readonly violations: number;
  readonly seconds: number;
  /** Seconds of a processor that the teams took. */
  readonly processor: number;
}

const seconds = () => Number(process.hrtime.bigint() / 1_000_000n) / 1_000;

/** Lets one team after the other work, and prints what does not hold. */
export async function runSeeds({
  server,
  seeds,
  without,
  only,
  minutes,
  isEnoughWith,
  isReplay,
  isTold,
}: Wanted): Promise<Ran> {
  // Loading during a seed would take time that no seed knows.
  for (const { load } of COMMANDS) await load();
  await findJobs();
  process.setMaxListeners(0);
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'payrun-simulator-'));
  let [teams, steps, violations] = [0, 0, 0];
  const close = server === null ? null : await useServer(server);
  try {
    await warmUp(join(folder, 'warm-up'));
    const [began, used] = [seconds(), process.cpuUsage()];
    for (const seed of seeds) {
      if (seconds() > began + 60 * minutes || violations >= isEnoughWith) break;
      const place = join(folder, String(seed));
      const found = await simulate(seed, place, { without, only });
      const isWrong = found.violations.length > 0;
      const days = isReplay && isWrong ? await shrink(found, place, { without, only }) : found;
      teams += 1;
      steps += days.story.length;
      if (isWrong) violations += 1;
      if (isWrong || isReplay || isTold) console.log(toldOf(days));
    }
    const { user, system } = process.cpuUsage(used);
    return { teams, steps, violations, seconds: seconds() - began, processor: (user + system) / 1e6 };
  } finally {
    await close?.();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The story of a team, and what does not hold in it; it ends with the only empty line in it. */
function toldOf({ seed, story, violations }: Days): string {
  const wrong = [`VIOLATION in seed ${seed}: ${violations.join('\n           ')}`];
  const again = [`  again: npm run simulate -- --replay ${seed}`];
  const lines = story.map((line) => `  ${line}`);
  const told = violations.length > 0 ? [...wrong, ...lines, ...again] : [`Seed ${seed}:`, ...lines];
  return `${told.join('\n').replace(/\n{2,}/g, '\n')}\n`;
}
