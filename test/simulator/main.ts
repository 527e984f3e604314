/**
 * The simulator: people, processes and the payout service in one process, on virtual time. Everything that happens follows from
 * one number.
 *
 *   npm run simulate -- --seeds 100              a hundred teams
 *   npm run simulate -- --seeds 100 --from 101   other ones
 *   npm run simulate -- --replay 7               one again, with its story; a violation with as few steps as can be
 *   --without 'time,batch sent'                  what no one does, by the names in steps.ts, edits.ts, hand-edits.ts; disk, proxy, merchants
 *   --only 'servers,approve'                     steps that people do, by their names; all, if not said
 *   --minutes 5                                  no more seeds after so long
 *   --until-found                                no more seeds after a violation
 *   --stories                                    the story of every team
 *   --database postgres                          on the server at PAYRUN_TEST_DATABASE_URL, where processes wait for locks
 *   --workers 2                                  processes side by side; as many as there are cores, if not said
 */
import { spawn } from 'node:child_process';
import { enableCompileCache } from 'node:module';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

enableCompileCache();
const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '50' },
    from: { type: 'string', default: '1' },
    // Of so many seeds one: the others are those of other processes.
    every: { type: 'string', default: '1' },
    replay: { type: 'string' },
    without: { type: 'string', default: '' },
    only: { type: 'string' },
    minutes: { type: 'string' },
    'until-found': { type: 'boolean', default: false },
    stories: { type: 'boolean', default: false },
    database: { type: 'string', default: 'embedded' },
    workers: { type: 'string', default: String(availableParallelism()) },
  },
});
const first = Number(values.replay ?? values.from);
const seeds = values.replay === undefined ? Number(values.seeds) : 1;
const workers = Math.min(Number(values.workers), seeds);
const server = values.database === 'postgres' ? process.env.PAYRUN_TEST_DATABASE_URL : null;
if (server === undefined || !['embedded', 'postgres'].includes(values.database)) {
  console.error(
    server === undefined
      ? 'PAYRUN_TEST_DATABASE_URL is not set. Set it to the URL of a PostgreSQL server whose user can create databases.'
      : `There is no database "${values.database}". Use embedded or postgres.`,
  );
  process.exit(2);
}
const SUMMARY = /^(\d+) teams, (\d+) steps, (\d+) violations/;

if (workers > 1) await sideBySide();
else {
  await import('./machine.ts');
  const { runSeeds } = await import('./run-seeds.ts');
  const { teams, steps, violations, seconds, processor } = await runSeeds({
    server,
    seeds: Array.from({ length: seeds }, (_, n) => first + n * Number(values.every)),
    without: new Set(values.without.split(',')),
    only: values.only === undefined ? null : new Set(values.only.split(',')),
    minutes: Number(values.minutes ?? Number.POSITIVE_INFINITY),
    isEnoughWith: values['until-found'] ? 1 : Number.POSITIVE_INFINITY,
    isReplay: values.replay !== undefined,
    isTold: values.stories,
  });
  const spent = `${seconds.toFixed(0)} s, ${(processor / Math.max(1, teams)).toFixed(1)} s of a processor a team`;
  console.log(`${teams} teams, ${steps} steps, ${violations} violations, ${spent}.`);
  process.exit(violations === 0 ? 0 : 1);
}

/** Every process meets teams of its own; what it tells of one of them is printed together. */
async function sideBySide(): Promise<void> {
  const began = Date.now();
  const sums = [0, 0, 0];
  const children = Array.from({ length: workers }, (_, n) => {
    const share = Math.ceil((seeds - n) / workers);
    const own = ['--workers', '1', '--from', String(first + n), '--every', String(workers), '--seeds', String(share)];
    return spawn(process.execPath, [import.meta.filename, ...process.argv.slice(2), ...own], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  });
  const ends = children.map(async (child) => {
    const ended = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 2)));
    let text = '';
    for await (const part of child.stdout.setEncoding('utf8')) {
      const told = (text + part).split('\n\n');
      text = told.pop()!;
      for (const team of told) console.log(`${team}\n`);
      if (told.length > 0 && values['until-found']) for (const one of children) one.kill();
    }
    for (const [n, count] of (SUMMARY.exec(text)?.slice(1) ?? []).entries()) sums[n]! += Number(count);
    return ended;
  });
  const codes = await Promise.all(ends);
  const [teams, steps, violations] = sums;
  console.log(
    `${teams} teams, ${steps} steps, ${violations} violations, ${Math.round((Date.now() - began) / 1_000)} s.`,
  );
  process.exit(Math.max(...codes));
}
