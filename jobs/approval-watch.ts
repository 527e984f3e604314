import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { pollMerchantApprovals } from '../src/engine/jobs/poll-merchant-approvals.ts';

/**
 * Records and reports which sub-merchants the payout service has approved: one check, or checks for up to `wait` ms.
 */
export default defineJob({
  summary: 'checks whether sub-merchants are approved, and lists those that can pay',
  input: z.strictObject({
    merchants: z.array(z.string().min(1)).optional(),
    /** How long to keep checking, in ms. 0 checks once. */
    wait: z.number().int().min(0).default(0),
    /** The pause between two checks, in ms. */
    every: z.number().int().min(10).default(30_000),
  }),
  run: async (appContext, input, { progress, signal }) => [
    await pollMerchantApprovals(appContext, { ...input, progress, signal }),
  ],
});
