import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { rerunFailed } from '../src/engine/runs/rerun.ts';

/** Retries failed rows of a run as a new run. The rows come from the ledger. */
export default defineJob({
  summary: 'retries the failed rows of a run as a new run',
  input: z.strictObject({
    run: z.coerce.string(),
    states: z.array(z.string()).default(['failed']),
    references: z.array(z.string()).default([]),
    dryRun: z.boolean().default(false),
  }),
  run: async (appContext, input, { maker, progress, signal }) => [
    await rerunFailed(appContext, { ...input, maker, confirm: 'yes', progress, signal }),
  ],
});
