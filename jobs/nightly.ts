import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { runNightly } from '../src/engine/jobs/nightly.ts';

/** The nightly job: settles, continues and retries runs, and reports. Safe to run at any time. */
export default defineJob({
  summary:
    'tracks payments in progress, continues runs that were interrupted or awaiting funds, and retries failed payments as the rules allow',
  input: z.strictObject({}),
  run: async (appContext, _, context) => [await runNightly(appContext, context)],
});
