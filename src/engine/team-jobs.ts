/**
 * The interface for a team's own jobs: `import { defineJob } from 'payrun'`.
 *
 * @example
 * import { defineJob } from 'payrun';
 * import { z } from 'zod';
 *
 * export default defineJob({
 *   summary: 'says how many days it looks back',
 *   input: z.strictObject({ days: z.number().default(3) }),
 *   run: async (_app, { days }) => [{ document: { days }, lines: [`${days} days.`], exitCode: 0 }],
 * });
 */
export { EXIT, PayrunError } from '../errors.ts';
export type { CronTrigger, InboxTrigger, Job, JobContext, JobOutcome, JobReport } from './job.ts';
export { defineJob } from './job.ts';
