import type { RunRow } from '../../ledger/run.ts';

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
      /** Who runs it. */
      readonly maker: string;
    };

/**
 * The key of a run's task: of all tasks with one key, one is carried out at a time, in their order. It is the merchant, but
 * for a sheet that is not in yet and whose rows say who pays: that one belongs to nobody, and keeps nobody waiting.
 */
export function keyOfRun({
  id,
  merchant_id,
  options,
  intake_at,
}: Pick<RunRow, 'id' | 'merchant_id' | 'options' | 'intake_at'>): string {
  const belongsToNobody = options.byRow !== undefined && options.rerun === undefined && intake_at === null;
  return belongsToNobody ? `sheet:${id}` : `merchant:${merchant_id}`;
}

/** The key of a job's tasks: two of one job never go on at once. */
export function keyOfJob(job: string): string {
  return `job:${job}`;
}
