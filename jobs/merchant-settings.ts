import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { runMerchantSheet } from '../src/engine/runs/other-sheets.ts';

/** Updates the settings of existing sub-merchants from a sheet. Only settings that differ are changed. */
export default defineJob({
  summary: 'changes the settings of sub-merchants to match a sheet, or only shows the differences',
  input: z.strictObject({
    file: z.string().min(1),
    worksheet: z.string().optional(),
    dryRun: z.boolean().default(false),
  }),
  run: async (appContext, input, { maker, progress, signal }) => [
    await runMerchantSheet(appContext, { ...input, parent: null, maker, progress, signal }),
  ],
});
