/**
 * Whether this is the run of CI that leaves whole runs to the one on PostgreSQL beside it. `vitest.config.ts` has the files; a
 * test that asks here is part of a file that both have.
 */
export const LEFT_TO_POSTGRES = process.env.PAYRUN_TEST_SCENARIOS === 'later';
