import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { runMerchantSheet } from '../src/engine/runs/other-sheets.ts';

/** Creates the sub-merchants of a sheet once each, stores their keys and applies the settings of their rows. */
export default defineJob({
  summary: 'creates a platform’s sub-merchants from a sheet, each only once, and sets them up',
  input: z.strictObject({
    file: z.string().min(1),
    /** The name of the platform, as registered with `payrun merchants add NAME --parent`. */
    parent: z.string().min(1),
    worksheet: z.string().optional(),
    /** Checks the sheet and shows what would change. */
    dryRun: z.boolean().default(false),
    /** Sub-merchants that an admin did not find in the service after an unconfirmed creation. Creates them again. */
    createAgain: z.array(z.string()).default([]),
  }),
  run: async (appContext, input, { maker, progress, signal }) => [
    await runMerchantSheet(appContext, { ...input, maker, progress, signal }),
  ],
});
