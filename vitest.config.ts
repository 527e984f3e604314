import { configDefaults, defineConfig } from 'vitest/config';

/** Rooms whose tests have no database: what they say is the same on every one, so a run on a real Postgres leaves them out. */
const WITHOUT_DATABASE = ['conformance', 'methods', 'rules', 'sandbox', 'service', 'sheets'];

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.PAYRUN_TEST_DATABASE_URL ? WITHOUT_DATABASE.map((room) => `test/${room}/**`) : []),
    ],
    // Makes the schema once; each file has a copy.
    globalSetup: 'test/support/database.ts',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A worker more than there are cores: a third of the time is spent waiting for child processes and quota windows.
    maxWorkers: 3,
  },
});
