import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { runNightly } from '../src/engine/jobs/nightly.ts';

/** The nightly job: settles, continues and retries runs, and reports. Safe to run at any time. */
export default defineJob({
  summary: 'settles what is open, carries on what waits for funds, pays again what the policy allows, and reports',
  input: z.strictObject({}),
  run: async (appContext, _, context) => [await runNightly(appContext, context)],
});
