import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { runNightly } from '../src/engine/jobs/nightly.ts';

/** The nightly job: settles, continues and retries runs, and reports. Safe to run at any time. */
export default defineJob({
  summary:
    'settles open payments, continues runs that awaited funds, retries failed payments as the policy allows, and reports',
  input: z.strictObject({}),
  run: async (appContext, _, context) => [await runNightly(appContext, context)],
});
