import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { reconcile } from '../src/engine/jobs/reconcile.ts';

/** The reconciliation: compares the ledger with the payout service and lists every discrepancy. */
export default defineJob({
  summary: 'compares the ledger with the payout service and lists the discrepancies. Changes nothing',
  input: z.strictObject({
    merchants: z.array(z.string().min(1)).optional(),
    /** How many days to look back. If absent, since the last reconciliation; 30 days if this is the first. */
    days: z.number().int().min(1).max(3650).optional(),
    /** Also lists accepted discrepancies. */
    all: z.boolean().optional(),
    /** The folder for the list. If absent, `results` in PAYRUN_HOME. */
    folder: z.string().min(1).optional(),
  }),
  run: async (appContext, input, context) => [await reconcile(appContext, input, context)],
});
