import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

/** The same teams every time, on every machine. `npm run simulate` meets others. */
const TEAMS = 4;

/** Time, chance and the system are those of the simulator, so it has a process of its own. */
async function simulate(...options: string[]): Promise<string> {
  const main = ['test/simulator/main.ts', ...options];
  const { stdout } = await promisify(execFile)(process.execPath, main, { maxBuffer: 1e8 }).catch((error) => error);
  return stdout;
}

describe('G1, G3, G4, G7, G8, G9: people, processes that are killed, and a service that fails', () => {
  it('G1: pay nobody twice, and nobody at an account that no row names, and are shown nothing untrue', async () => {
    expect(await simulate('--seeds', String(TEAMS))).toMatch(new RegExp(`^${TEAMS} teams, \\d+ steps, 0 violations`));
  });

  it('do the same again with the same number', async () => {
    const [first, again] = [await simulate('--replay', '2'), await simulate('--replay', '2')];
    const storyOf = (output: string) => output.replace(/\d+ s\.\n$/, '').replace(/simulator-\w+/g, '');
    expect(storyOf(first).split('\n').length).toBeGreaterThan(5);
    expect(storyOf(again)).toBe(storyOf(first));
  });
});
