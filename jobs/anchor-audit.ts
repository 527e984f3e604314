import { isAbsolute, join } from 'node:path';
import { z } from 'zod';
import { defineJob } from '../src/engine/job.ts';
import { anchorAudit } from '../src/engine/maintenance/anchor-audit.ts';
import { EXIT } from '../src/errors.ts';

/**
 * Adds a signed line to the anchor file, by which `payrun verify --anchor` finds an audit that was rewritten or cut.
 */
export default defineJob({
  summary:
    'writes signed anchors of the audit log to a file outside the database, so that a rewritten audit log is detected',
  input: z.strictObject({
    /** A path on another machine or medium is best; relative to PAYRUN_HOME. */
    file: z.string().min(1).default('audit-anchors.jsonl'),
  }),
  // An anchor that depends on someone remembering it is never made.
  triggers: [{ cron: '50 23 * * *', catchUp: true }],
  run: async ({ ledger, config, clock }, { file }) => {
    const path = isAbsolute(file) ? file : join(config.home, file);
    const done = await anchorAudit(ledger, path, new Date(clock.now()));
    const what = done.chains === 0 ? 'Nothing changed since' : `${done.chains} ends of the audit are in`;
    const anchored = `${what} anchor ${done.number} of ${path}. Its hash: ${done.hash}`;
    return [{ document: done, lines: [anchored], exitCode: EXIT.done }];
  },
});
