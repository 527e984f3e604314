import { z } from 'zod';
import { settingError } from '../../settings/setting-errors.ts';
import { cronTrigger } from '../../settings/setting-forms.ts';
import type { CronTrigger, Job } from '../job.ts';

const folderTrigger = z.strictObject({ folder: z.literal('inbox') });

/** The fault of a job file: the rest of a sentence that gives the next step. Null if it exports a job. */
export function jobFault(job: unknown): string | null {
  if (typeof job !== 'object' || job === null)
    return 'it has no default export: write `export default defineJob({summary, input, run})`';
  const { run, summary, input, triggers } = job as Partial<Job>;
  if (typeof run !== 'function') return 'run is missing: a function (appContext, input, context) that does the work';
  if (typeof summary !== 'string') return 'summary is missing: one line for `payrun jobs`';
  if (!isSchema(input)) return 'input is no zod schema: where the job takes nothing, write `input: z.strictObject({})`';
  if (triggers === undefined) return null;
  if (!Array.isArray(triggers)) return "triggers is not a list: write `triggers: [{cron: '0 2 * * *'}]`";
  for (const [index, trigger] of triggers.entries()) {
    const fault = triggerFault(trigger, input);
    if (fault !== null) return `triggers[${index}]${fault}`;
  }
  return null;
}

/** The parts of an input that a job cannot use, each as the name of a field and what is wrong with it. */
export function inputFaults(input: z.ZodType, given: unknown): readonly string[] {
  const parsed = input.safeParse(given);
  if (parsed.success) return [];
  return parsed.error.issues.map((issue) => `${issue.path.join('.') || 'the input'}: ${settingError(issue)}`);
}

function triggerFault(trigger: unknown, input: z.ZodType): string | null {
  const folder = typeof trigger === 'object' && trigger !== null && 'folder' in trigger;
  const parsed = (folder ? folderTrigger : cronTrigger).safeParse(trigger);
  if (!parsed.success) {
    return parsed.error.issues.map((issue) => `${['', ...issue.path].join('.')}: ${settingError(issue)}`).join('; ');
  }
  if (folder) return null;
  const [fault] = inputFaults(input, (trigger as CronTrigger).input ?? {});
  return fault === undefined ? null : `.input does not fit the job: ${fault}`;
}

/** Checks the shape only, because a team's own job may have another copy of zod. */
const isSchema = (input: unknown): input is z.ZodType =>
  typeof (input as { safeParse?: unknown } | null | undefined)?.safeParse === 'function';
