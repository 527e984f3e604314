import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { settleOpen } from '../src/engine/jobs/settle-open.ts';

/** Follows every started payment until it is final, and checks whether paid payments were returned. */
export default defineJob({
  summary: 'asks the service about every started payment that is not final, and whether payments came back',
  input: z.strictObject({}),
  run: (appContext, _, { progress, signal }) => settleOpen(appContext, { progress, signal }),
});
