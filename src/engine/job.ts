import type { z } from 'zod';
import type { RunOutcome } from '../report/outcome.ts';
import type { CarryOutOptions } from './carry-out.ts';
import type { Workplace } from './workplace.ts';

/** How far it is, and whether it was asked to stop; `maker` is who runs it. */
export interface JobContext extends Pick<CarryOutOptions, 'progress' | 'signal'> {
  readonly maker: string;
}

/** What a job tells that is no run: a document for programs, lines for people. */
export interface Told {
  readonly document: unknown;
  readonly lines: readonly string[];
  readonly exitCode: number;
}

export type JobOutcome = RunOutcome | Told;

/** What runs: a file in `jobs/` whose default export is one of these. The file's name is the job's name. */
export interface Job<Input extends z.ZodType = z.ZodType> {
  /** One line for `payrun jobs`. */
  readonly summary: string;
  readonly input: Input;
  run(workplace: Workplace, input: z.output<Input>, context: JobContext): Promise<readonly JobOutcome[]>;
}

/** Gives a job its types. */
export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job;
}
