import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { reconcile } from '../src/engine/jobs/reconcile.ts';

/** The ledger against the service: what only one side has, and what differs. */
export default defineJob({
  summary: 'compares the ledger with the service, and lists what differs; changes nothing',
  input: z.strictObject({
    merchants: z.array(z.string().min(1)).optional(),
    /** How many days back; without it since the last time, and 30 days where there was none. */
    days: z.number().int().min(1).max(3650).optional(),
    /** Lists what a person has accepted too. */
    all: z.boolean().optional(),
    /** Where the list goes; without it `results` in PAYRUN_HOME. */
    folder: z.string().min(1).optional(),
  }),
  run: async (appContext, input, context) => [await reconcile(appContext, input, context)],
});
