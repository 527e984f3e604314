import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { paySheet } from '../src/engine/pay.ts';

/** The main job: a payment sheet goes in, people are paid, the sheet comes back. */
export default defineJob({
  summary: 'pays every valid row of a sheet, once',
  input: z.strictObject({
    file: z.string().min(1),
    merchant: z.string().optional(),
    onInvalid: z.enum(['skip', 'stop']).default('skip'),
    dryRun: z.boolean().default(false),
  }),
  run: async (workplace, input, { maker, progress, signal }) => [
    await paySheet(workplace, { ...input, maker, confirm: 'yes', progress, signal }),
  ],
});
