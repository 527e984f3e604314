import type { z } from 'zod';
import type { RunOutcome } from '../reports/outcome.ts';
import type { cronTrigger } from '../settings/setting-forms.ts';
import type { AppContext } from './context/app-context.ts';
import type { ExecuteOptions } from './runs/execute-run.ts';
import type { Actor } from './users/actor.ts';

/** How far it is, and whether it was asked to stop; `maker` is who runs it. */
export interface JobContext extends Pick<ExecuteOptions, 'progress' | 'signal'> {
  readonly maker: Actor;
  /** A line for whoever waits for it, before it is done. */
  readonly tell?: ((line: string) => void) | undefined;
}

/** What a job tells that is no run: a document for programs, lines for people. */
export interface JobReport {
  readonly document: unknown;
  readonly lines: readonly string[];
  readonly exitCode: number;
}

export type JobOutcome = RunOutcome | JobReport;

/** `{cron: '0 2 * * *', timeZone: 'Europe/Berlin', input: {...}, catchUp: true}` */
export type CronTrigger = z.input<typeof cronTrigger>;

/** Files that arrive in the inbox are this job's. */
export interface InboxTrigger {
  readonly folder: 'inbox';
}

/**
 * What runs: a file in `jobs/`, or in the folder of the setting `jobsFolder`, whose default export is one of these. The file's
 * name is the job's name.
 */
export interface Job<Input extends z.ZodType = z.ZodType> {
  /** One line for `payrun jobs`. */
  readonly summary: string;
  readonly input: Input;
  /** When it runs by itself, beside what the setting `schedule` says. `payrun run` runs it in any case. */
  readonly triggers?: readonly (CronTrigger | InboxTrigger)[];
  run(appContext: AppContext, input: z.output<Input>, context: JobContext): Promise<readonly JobOutcome[]>;
}

/** Gives a job its types. */
export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job;
}
