import type { RunRow } from '../../ledger/runs/run.ts';
import { namesMerchants } from '../../ledger/runs/sheet-runs.ts';

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

/**
 * The key of a run's tasks. Tasks with the same key are processed one at a time, in their order. The key is the
 * merchant, or the run itself while its sheet belongs to no merchant yet, so that it blocks no merchant.
 */
export function runTaskKey(run: Pick<RunRow, 'id' | 'merchant_id' | 'options' | 'intake_at'>): string {
  return run.intake_at === null && namesMerchants(run) ? `sheet:${run.id}` : `merchant:${run.merchant_id}`;
}

/** The key of a job's tasks, so that two tasks of a job never run at the same time. */
export function jobTaskKey(job: string): string {
  return `job:${job}`;
}
