/**
 * The crash laboratory: kills a payrun with -9 wherever it can be killed, carries it on, and compares what was paid with what
 * the ledger says.
 *
 *   npm run crash -- --seeds 500                 every single kill, of the intake of a large sheet too, and edit by
 *                                                hand, then 500 random schedules
 *   npm run crash -- --seeds 500 --from 501      other ones
 *   npm run crash -- --seed 7                    one schedule again
 *   npm run crash -- --kill-at 31                one single kill again
 *   npm run crash -- --by-hand 'amount changed before POST /start-processing$'
 *   npm run crash -- --denial 7                  one in which the service denies for a while what it has paid
 *   --large                                      with --kill-at: the sheet is read as a large one is
 *   --hands                                      edits by hand at the service in each, not in every third
 *   --database embedded|postgres                 postgres is where PAYRUN_TEST_DATABASE_URL says
 */
import { parseArgs } from 'node:util';
import { type Exploration, openLaboratory } from './laboratory.ts';
import {
  deniedSchedule,
  EDITS_BY_HAND,
  pointsOfIntake,
  QUIET,
  randomSchedule,
  type Schedule,
  singleKill,
} from './schedule.ts';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '100' },
    from: { type: 'string', default: '1' },
    seed: { type: 'string' },
    'kill-at': { type: 'string' },
    database: { type: 'string' },
    /** Only every n-th single kill; 0: none. */
    every: { type: 'string', default: '1' },
    /** Prints the points of an undisturbed run, and how every process of a schedule ended. */
    'by-hand': { type: 'string' },
    denial: { type: 'string' },
    hands: { type: 'boolean', default: false },
    points: { type: 'boolean', default: false },
    large: { type: 'boolean', default: false },
    story: { type: 'boolean', default: false },
  },
});
const hands = values.hands ? 'always' : 'sometimes';
const server = process.env.PAYRUN_TEST_DATABASE_URL;
const kind = values.database ?? (server ? 'postgres' : 'embedded');
if (kind !== 'embedded' && kind !== 'postgres') throw new Error('--database is embedded or postgres');

const laboratory = await openLaboratory(kind, server);
const begun = Date.now();
let explored = 0;
let kills = 0;
let violations = 0;

function tell(found: Exploration): void {
  explored += 1;
  kills += found.kills.length;
  if (values.story) console.log(`${found.schedule.name}\n  ${found.story.join('\n  ')}`);
  if (found.breaches.length > 0) {
    violations += 1;
    console.log(`\nVIOLATION: ${found.breaches.join('\n           ')}`);
    console.log(`  ${found.story.join('\n  ')}`);
    console.log(`  again: npm run crash -- ${found.schedule.name} --database ${kind}\n`);
  }
  if (explored % 50 === 0) console.log(`${explored} schedules, ${kills} kills, ${violations} violations`);
}

try {
  if (values.seed !== undefined) await laboratory.exploreAll([randomSchedule(Number(values.seed), hands)], tell);
  else if (values['kill-at'] !== undefined)
    await laboratory.exploreAll([singleKill(Number(values['kill-at']), values.large)], tell);
  else if (values.denial !== undefined) await laboratory.exploreAll([deniedSchedule(Number(values.denial))], tell);
  else if (values['by-hand'] !== undefined)
    await laboratory.exploreAll(
      EDITS_BY_HAND.filter(({ name }) => name.includes(values['by-hand']!)),
      tell,
    );
  else {
    const undisturbed: Schedule = { ...singleKill(0, values.large), attempts: [QUIET] };
    const first = await laboratory.explore(undisturbed);
    tell(first);
    const { points } = first;
    console.log(`An undisturbed run passes ${points.length} points (${kind}).`);
    if (values.points) console.log(points.map((point, i) => `${String(i + 1).padStart(4)} ${point}`).join('\n'));
    const every = Number(values.every);
    const singles = points.flatMap((_, i) => (every > 0 && i % every === 0 ? [singleKill(i + 1)] : []));
    const large = await laboratory.explore({ ...singleKill(0, true), attempts: [QUIET] });
    tell(large);
    const ofIntake = pointsOfIntake(large.points).map((point) => singleKill(point, true));
    await laboratory.exploreAll([...singles, ...ofIntake, ...EDITS_BY_HAND], tell);
    const from = Number(values.from);
    await laboratory.exploreAll(
      Array.from({ length: Number(values.seeds) }, (_, i) => randomSchedule(from + i, hands)),
      tell,
    );
    const denied = Math.ceil(Number(values.seeds) / 4);
    await laboratory.exploreAll(
      Array.from({ length: denied }, (_, i) => deniedSchedule(from + i)),
      tell,
    );
  }
} finally {
  await laboratory.close();
}
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${explored} schedules explored on ${kind}, ${kills} kills, ${violations} violations, ${seconds} s.`);
process.exitCode = violations === 0 ? 0 : 1;
