import { globSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { LEFT_TO_POSTGRES } from './test/support/left-to-postgres.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/** A test that asks for a database, or that runs what was built: what the others say is the same on every database. */
const OF_A_DATABASE = /describeDatabases|PAYRUN_TEST_DATABASE_URL|LAUNCHER/;
const filesOf = (pattern: string, isWanted: (source: string) => boolean) =>
  globSync(pattern, { cwd: import.meta.dirname }).filter((file) =>
    isWanted(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')),
  );
const sameOnEvery = () => filesOf('test/**/*.test.ts', (source) => !OF_A_DATABASE.test(source));
/** Whole runs on the embedded database that CI keeps in its first run, to show that they work. */
const WHOLE_RUNS = ['test/scenarios/main-job.test.ts', 'test/scenarios/crash.test.ts'];
/**
 * Beside the scenarios, what CI runs on PostgreSQL only, where it takes a third of the processor time: what takes long in browsers
 * and processes of its own, hostile sheets, and the rooms of pages, commands and jobs. The tables under them, and the steps that
 * move money, have their tests in both runs.
 */
const ONCE_IN_CI = [
  'test/cli/{commands,init,service-trouble}.test.ts',
  'test/cli/commands/**/*.test.ts',
  'test/engine/{inbox,jobs,journal,notifications,plan,queue,runs,users}/*.test.ts',
  'test/intake/hostile-sheets.test.ts',
  'test/web/pages/*/*.test.ts',
  'test/web/pages/walk.test.ts',
  'test/web/pages/walk-access.test.ts',
  'test/web/serve.test.ts',
  'test/web/session/session.test.ts',
];
/** What CI leaves to its second run, on PostgreSQL; that run has what asks for a database. */
const laterInCi = () =>
  ['test/scenarios/**/*.test.ts', ...ONCE_IN_CI]
    .flatMap((pattern) => filesOf(pattern, (source) => OF_A_DATABASE.test(source)))
    .filter((file) => !WHOLE_RUNS.includes(file));

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.PAYRUN_TEST_DATABASE_URL ? sameOnEvery() : []),
      ...(LEFT_TO_POSTGRES ? laterInCi() : []),
    ],
    // Makes the schema once; each file has a copy.
    globalSetup: 'test/support/database.ts',
    setupFiles: 'test/support/after-each-file.ts',
    // What a file loads, the database's WebAssembly above all, is there for the next one of its worker: a second and more a file.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // What hangs ends so; on a machine as busy as can be nothing else does.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // Two workers more than there are cores: a third of the time is spent waiting for child processes and quota windows.
    maxWorkers: 4,
  },
});
