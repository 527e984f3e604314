/**
 * The simulator: people, processes and the payout service in one process, on virtual time. Everything that happens follows from
 * one number.
 *
 *   npm run simulate -- --seeds 100              a hundred teams
 *   npm run simulate -- --seeds 100 --from 101   other ones
 *   npm run simulate -- --replay 7               one again, with its story; a violation with as few steps as can be
 *   --without 'time,batch sent'                  what nobody does, by the names in steps.ts, edits.ts, hand-edits.ts
 *   --minutes 5                                  no more seeds after so long
 *   --stories                                    the story of every team
 */
import './machine.ts';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { shrink, simulate } = await import('./simulate.ts');
const { COMMANDS } = await import('../../src/cli/command-table.ts');
// What is loaded meanwhile takes time that no seed knows.
for (const { load } of COMMANDS) await load();
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    replay: { type: 'string' },
    without: { type: 'string', default: '' },
    minutes: { type: 'string' },
    stories: { type: 'boolean', default: false },
  },
});
process.setMaxListeners(0);
const seconds = () => Number(process.hrtime.bigint() / 1_000_000n) / 1_000;
const began = seconds();
const end = began + 60 * Number(values.minutes ?? Number.POSITIVE_INFINITY);
const first = Number(values.replay ?? values.from);
const last = values.replay === undefined ? first + Number(values.seeds) - 1 : first;
const without = new Set(values.without.split(','));
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'payrun-simulator-'));
const counts = { teams: 0, steps: 0, violations: 0 };
try {
  for (let seed = first; seed <= last && seconds() < end; seed++) {
    const place = join(folder, String(seed));
    const found = await simulate(seed, place, { without });
    const isShrunk = values.replay !== undefined && found.violations.length > 0;
    const { story, violations } = isShrunk ? await shrink(found, place, { without }) : found;
    counts.teams += 1;
    counts.steps += story.length;
    if (violations.length > 0) counts.violations += 1;
    if (violations.length > 0) console.log(`\nVIOLATION in seed ${seed}: ${violations.join('\n           ')}`);
    if (violations.length > 0 || values.replay !== undefined || values.stories) console.log(`  ${story.join('\n  ')}`);
    if (violations.length > 0) console.log(`  again: npm run simulate -- --replay ${seed}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const { teams, steps, violations } = counts;
console.log(`${teams} teams, ${steps} steps, ${violations} violations, ${Math.round(seconds() - began)} s.`);
process.exit(violations === 0 ? 0 : 1);
