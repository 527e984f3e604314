/**
 * The laboratory of mistakes: people edit, copy, save and drop sheets again, from several folders and copies of a database,
 * while others decide, and edit at the service by hand. After every step it compares what was paid with what was meant.
 *
 *   npm run mistakes -- --seeds 100              a hundred teams, each with its own mistakes
 *   npm run mistakes -- --seeds 100 --from 101   other ones
 *   npm run mistakes -- --seed 7                 one again, with its story
 *   --without 'time,batch sent'                  what nobody does, by the names in steps.ts, edits.ts, hand-edits.ts
 *   --minutes 5                                  no more seeds after so long
 *   --database embedded|postgres                 postgres is where PAYRUN_TEST_DATABASE_URL says
 */
import { parseArgs } from 'node:util';
import { openLaboratory } from './laboratory.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    without: { type: 'string', default: '' },
    minutes: { type: 'string' },
    database: { type: 'string' },
  },
});
const server = process.env.PAYRUN_TEST_DATABASE_URL;
const kind = values.database ?? (server ? 'postgres' : 'embedded');
if (kind !== 'embedded' && kind !== 'postgres') throw new Error('--database is embedded or postgres');

const laboratory = await openLaboratory(kind, server, new Set(values.without.split(',')));
const begun = Date.now();
const end = begun + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000;
const first = Number(values.seed ?? values.from);
const last = values.seed === undefined ? first + Number(values.seeds) - 1 : first;
let explored = 0;
let steps = 0;
let violations = 0;
try {
  for (let seed = first; seed <= last && Date.now() < end; seed++) {
    const found = await laboratory.explore(seed, end);
    explored += 1;
    steps += found.story.length;
    if (found.violations.length > 0) {
      violations += 1;
      console.log(`\nVIOLATION in seed ${seed}: ${found.violations.join('\n           ')}`);
    }
    if (found.violations.length > 0 || values.seed !== undefined) console.log(`  ${found.story.join('\n  ')}`);
    if (found.violations.length > 0) console.log(`  again: npm run mistakes -- --seed ${seed} --database ${kind}`);
  }
} finally {
  await laboratory.close();
}
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${explored} teams, ${steps} steps, ${violations} violations on ${kind}, ${seconds} s.`);
process.exitCode = violations === 0 ? 0 : 1;
