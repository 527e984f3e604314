import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { ProgressReporter } from './test/support/progress-reporter.ts';

/** What a test calls that has a database of the server, or needs a program of the machine. */
const ON_THE_MACHINE = /describeDatabases\(|testDatabase\((?!'embedded')|describeWith|itWith|PAYRUN_TEST_DATABASE_URL/;
/** `npm test` on a PostgreSQL server leaves out what it says without one. */
const saidBefore = () =>
  process.env.PAYRUN_TEST_DATABASE_URL && process.env.npm_lifecycle_event === 'test'
    ? globSync('test/**/*.test.ts').filter((file) => !ON_THE_MACHINE.test(readFileSync(file, 'utf8')))
    : [];

// The tests make hundreds of databases, each of 40 MB for some seconds: in memory if the machine has such a folder.
const MEMORY = '/dev/shm';
const freeBytes = (folder: string) => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
if (process.env.TMPDIR === undefined && existsSync(MEMORY) && freeBytes(MEMORY) > 2 ** 31) process.env.TMPDIR = MEMORY;
// Compiled code is kept for the workers and for each process that a test starts: half a second of processor time a process.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/tests');

// `npm test` leaves out files named *.long.test.ts: whole runs, processes, browsers and laboratories. `npm run test:all` is
// everything.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...saidBefore()],
    reporters: ['default', new ProgressReporter()],
    // Makes the schema once; each file has a copy.
    globalSetup: 'test/support/database.ts',
    setupFiles: 'test/support/test-setup.ts',
    // Modules loaded by a file, above all the database's WebAssembly, stay loaded for the next file of its worker: a second or more per file.
    isolate: false,
    // Node runs TypeScript directly: a third less processor time than with Vite's transformation.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // No test has a time limit, which a busy machine would exceed: `ProgressReporter` ends a run that hangs.
    testTimeout: 0,
    hookTimeout: 0,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 600_000 } },
    // One worker more than there are cores: part of the time is spent waiting.
    maxWorkers: 3,
  },
});
