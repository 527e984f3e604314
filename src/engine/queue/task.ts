import type { RunRow } from '../../ledger/runs/run.ts';

/** Something that any worker can carry out. The ledger says how far it is; the task only says that somebody should. */
export type Task =
  | {
      readonly kind: 'run';
      /** The number of the run. */
      readonly run: string;
    }
  | {
      readonly kind: 'job';
      /** A job of `jobs/`, by its name. */
      readonly job: string;
      /** As its file takes it. */
      readonly input: unknown;
      /** Who starts it without a person: the schedule. */
      readonly maker: string;
    };

type KeyedRun = Pick<RunRow, 'id' | 'merchant_id' | 'options' | 'intake_at'>;

/**
 * The key of a run's task: of all tasks with one key, one is carried out at a time, in their order. It is the merchant, but
 * for a sheet that belongs to nobody yet: that one keeps nobody waiting.
 */
export function keyOfRun(run: KeyedRun): string {
  return belongsToNobody(run) ? `sheet:${run.id}` : `merchant:${run.merchant_id}`;
}

/** Its rows say who pays, and they were not read yet. */
export function belongsToNobody({ options, intake_at }: KeyedRun): boolean {
  return options.byRow !== undefined && options.rerun === undefined && intake_at === null;
}

/** The key of a job's tasks: two of one job never go on at once. */
export function keyOfJob(job: string): string {
  return `job:${job}`;
}

/** A task as the queue keeps it. */
export type QueuedTask =
  | {
      readonly kind: 'run';
      readonly run: string;
      /** The sheet is to be taken in, and no more: its runs are tasks of their own. */
      readonly takesIn?: boolean;
      /** How many times it was looked at, and nothing had come of it. */
      readonly attempt?: number;
    }
  | Extract<Task, { kind: 'job' }>;
