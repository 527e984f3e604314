import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { settleOpen } from '../src/engine/jobs/settle-open.ts';

/** Follows every started payment until it is final, and checks whether paid payments were returned. */
export default defineJob({
  summary: 'asks the payout service about every payment in progress, and whether paid ones were returned',
  input: z.strictObject({}),
  run: (appContext, _, { progress, signal }) => settleOpen(appContext, { progress, signal }),
});
