/**
 * The laboratory of oddities: a service that answers oddly, from the first call on, while Payrun is killed with -9 and carried on;
 * then the service is itself again, a night passes, and a person pays the rest. Nothing may be paid twice, and nothing said
 * that is not so.
 *
 *   npm run oddities -- --seeds 100              a hundred services; even seeds are lawful, odd ones refuse what they have done
 *   npm run oddities -- --seeds 100 --from 101   other ones
 *   npm run oddities -- --seed 7                 one again, with its story
 *   --database embedded|postgres                 postgres is where PAYRUN_TEST_DATABASE_URL says
 */
import { parseArgs } from 'node:util';
import { openLaboratory, ROWS } from './laboratory.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '30' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    database: { type: 'string' },
  },
});
const server = process.env.PAYRUN_TEST_DATABASE_URL;
const kind = values.database ?? (server ? 'postgres' : 'embedded');
if (kind !== 'embedded' && kind !== 'postgres') throw new Error('--database is embedded or postgres');

const laboratory = await openLaboratory(kind, server);
const begun = Date.now();
const first = Number(values.seed ?? values.from);
const last = values.seed === undefined ? first + Number(values.seeds) - 1 : first;
let wrong = 0;
const counts = { alone: 0, end: 0, explored: 0 };
try {
  for (let seed = first; seed <= last; seed++) {
    const { story, violations, paid, paidInTheEnd } = await laboratory.explore(seed);
    counts.explored += 1;
    counts.alone += paid;
    counts.end += paidInTheEnd;
    if (violations.length > 0) wrong += 1;
    if (violations.length > 0) console.log(`\nVIOLATION in seed ${seed}: ${violations.join('\n           ')}`);
    if (paidInTheEnd < ROWS) console.log(`seed ${seed}: ${paidInTheEnd} of ${ROWS} paid in the end`);
    if (violations.length > 0 || values.seed !== undefined) console.log(`  ${story.join('\n  ')}`);
  }
} finally {
  await laboratory.close();
}
const seconds = Math.round((Date.now() - begun) / 1000);
const rows = counts.explored * ROWS;
console.log(
  `${counts.explored} services on ${kind}, ${wrong} with violations; ${counts.alone} of ${rows} rows paid without a person, ${counts.end} with one; ${seconds} s.`,
);
process.exitCode = wrong === 0 ? 0 : 1;
