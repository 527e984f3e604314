import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { duePurges, purge } from '../src/engine/maintenance/purge.ts';

/** Removes data past the configured retention periods. */
export default defineJob({
  summary: 'removes sheets, rows and logs older than the `retention` setting allows',
  input: z.strictObject({
    /** Shows what would be removed, and removes nothing. */
    dryRun: z.boolean().default(false),
  }),
  run: async (appContext, { dryRun }, { maker, signal }) => {
    const gone = dryRun ? await duePurges(appContext) : await purge(appContext, { by: maker, signal });
    const lines = gone.map(({ items, what }) => `${items} ${what} ${dryRun ? 'would be removed' : 'were removed'}.`);
    return [{ document: { removed: !dryRun, lines: gone }, lines, exitCode: 0 }];
  },
});
