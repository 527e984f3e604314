import type { RunRow } from '../../ledger/runs/run.ts';

/** Work that any worker can do. The ledger has its progress; the task only says that it is due. */
export type Task =
  | {
      readonly kind: 'run';
      /** The run's id. */
      readonly run: string;
    }
  | {
      readonly kind: 'job';
      /** The name of a job in `jobs/`. */
      readonly job: string;
      /** The input as the job's file expects it. */
      readonly input: unknown;
      /** The unattended actor that starts it: the schedule. */
      readonly maker: string;
    };

type KeyedRun = Pick<RunRow, 'id' | 'merchant_id' | 'options' | 'intake_at'>;

/**
 * The key of a run's tasks. Tasks with the same key are processed one at a time, in their order. The key is the
 * merchant, or the run itself while its sheet belongs to no merchant yet, so that it blocks no merchant.
 */
export function keyOfRun(run: KeyedRun): string {
  return awaitsMerchants(run) ? `sheet:${run.id}` : `merchant:${run.merchant_id}`;
}

/** Whether the merchants of a run follow from its rows and the rows are not read yet. */
export function awaitsMerchants({ options, intake_at }: KeyedRun): boolean {
  return options.byRow !== undefined && options.rerun === undefined && intake_at === null;
}

/** The key of a job's tasks, so that two tasks of a job never run at the same time. */
export function keyOfJob(job: string): string {
  return `job:${job}`;
}

/** A task as the queue stores it. */
export type QueuedTask =
  | {
      readonly kind: 'run';
      readonly run: string;
      /** Only ingest the sheet; each of its runs gets a task of its own. */
      readonly takesIn?: boolean;
      /** How many earlier attempts had no result. */
      readonly attempt?: number;
    }
  | Extract<Task, { kind: 'job' }>;
