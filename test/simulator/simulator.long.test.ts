import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** The same teams every time, on every machine. `npm run simulate` meets others. */
const TEAMS = 3;
const FIRST = 5;
/** In the last one, servers work. */
const LAST = FIRST + TEAMS - 1;

/** Time, chance and the system are those of the simulator, so it has a process of its own. */
async function simulate(...options: string[]): Promise<string> {
  // In one process: each has to get ready first, for as long as two teams take.
  const main = ['test/simulator/main.ts', '--workers', '1', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, main, { maxBuffer: 1e8 }).catch((error) => error);
  return stdout;
}

describe('G1, G3, G4, G7, G8, G9: people, processes that are killed, and a service that fails', () => {
  it('G1: pay no one twice, and no one at an account that no row names, and do the same again with the same number', async () => {
    const all = await simulate('--seeds', String(TEAMS), '--from', String(FIRST), '--stories');
    expect(all).toMatch(new RegExp(`^${TEAMS} teams, \\d+ steps, 0 violations`, 'm'));
    const alone = (await simulate('--replay', String(LAST))).split('\n\n')[0]!;
    expect(alone).toContain('servers work');
    expect(all).toContain(alone);
  });

  it.skipIf(!process.env.PAYRUN_TEST_DATABASE_URL)(
    'G1: pay no one twice if they wait for the locks of others on a PostgreSQL server',
    async () => {
      const all = await simulate('--seeds', '2', '--stories', '--database', 'postgres');
      expect(all).toMatch(/^2 teams, \d+ steps, 0 violations/m);
      expect(all).toContain(' waits for ');
    },
  );
});
