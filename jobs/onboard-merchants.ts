import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { runMerchantSheet } from '../src/engine/merchants/merchant-run.ts';

/** Sub-merchants from a sheet: each is made once, its keys are kept, and it is set up as its row says. */
export default defineJob({
  summary: 'makes the sub-merchants of a sheet for a platform, once each, and sets them up',
  input: z.strictObject({
    file: z.string().min(1),
    /** The platform, as `payrun merchants add NAME --parent` has named it. */
    parent: z.string().min(1),
    worksheet: z.string().optional(),
    /** Checks, and says what would be changed. */
    dryRun: z.boolean().default(false),
    /** Names whose creation got lost, and that are not at the service: a person has looked. */
    createAgain: z.array(z.string()).default([]),
  }),
  run: async (appContext, input, { maker, progress, signal }) => [
    await runMerchantSheet(appContext, { ...input, maker, progress, signal }),
  ],
});
