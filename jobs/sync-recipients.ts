import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { syncRecipientSheet } from '../src/engine/runs/other-sheets.ts';

/** Creates or updates the recipients of a sheet and their accounts in the payout service. Pays nothing. */
export default defineJob({
  summary: 'saves the recipients of a sheet to the payout service. The sheet needs no amounts, and no one is paid',
  input: z.strictObject({
    file: z.string().min(1),
    merchant: z.string().optional(),
    worksheet: z.string().optional(),
    /** Checks the rows, and creates or updates nothing. */
    dryRun: z.boolean().default(false),
  }),
  run: async (appContext, input, { maker, progress, signal }) => [
    await syncRecipientSheet(appContext, { ...input, maker, progress, signal }),
  ],
});
