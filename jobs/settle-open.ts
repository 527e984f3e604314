import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { settleOpen } from '../src/engine/jobs/settle-open.ts';

/** Follows every started payment until it is final, and checks whether paid payments were returned. */
export default defineJob({
  summary: 'checks the payout service for the status of payments in progress and for returns',
  input: z.strictObject({}),
  run: (appContext, _, { progress, signal }) => settleOpen(appContext, { progress, signal }),
});
