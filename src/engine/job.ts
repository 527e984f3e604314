import type { z } from 'zod';
import type { Actor } from '../permissions/actor.ts';
import type { RunOutcome } from '../reports/payment-run-outcome.ts';
import type { cronTrigger } from '../settings/setting-forms.ts';
import type { AppContext } from './context/app-context.ts';
import type { RunWatch } from './leases/with-run-lease.ts';

/** The context of one execution of a job: its progress, its signal to stop, and `maker`, its user. */
export interface JobContext extends Pick<RunWatch, 'progress' | 'signal'> {
  readonly maker: Actor;
  /** Shows a line to the user before the job is done. */
  readonly report?: ((line: string) => void) | undefined;
}

/** The result of a job that is not a run: a document for programs and lines for people. */
export interface JobReport {
  readonly document: unknown;
  readonly lines: readonly string[];
  readonly exitCode: number;
  /** The next step after the first line, which has none itself, because pages show that line too. */
  readonly next?: Readonly<Record<'cli' | 'page', string>>;
}

export type JobOutcome = RunOutcome | JobReport;

/** `{cron: '0 2 * * *', timeZone: 'Europe/Berlin', input: {...}, catchUp: true}` */
export type CronTrigger = z.input<typeof cronTrigger>;

/** The job handles files that arrive in the inbox. */
export interface InboxTrigger {
  readonly folder: 'inbox';
}

/**
 * A job: the default export of a file in `jobs/` or in the folder of the setting `jobsFolder`. The file's name is the
 * job's name.
 */
export interface Job<Input extends z.ZodType = z.ZodType> {
  /** One line for `payrun jobs`. */
  readonly summary: string;
  readonly input: Input;
  /** Its automatic starts, in addition to the setting `schedule`. `payrun run` can always start it. */
  readonly triggers?: readonly (CronTrigger | InboxTrigger)[];
  run(appContext: AppContext, input: z.output<Input>, context: JobContext): Promise<readonly JobOutcome[]>;
}

/** Gives the definition of a job its types. */
export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job;
}
