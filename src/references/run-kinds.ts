/** The job that creates or updates recipients at the payout service. */
export const SYNC_RECIPIENTS = 'sync-recipients';

const JOBS: readonly string[] = ['onboard-merchants', 'merchant-settings', SYNC_RECIPIENTS];

/**
 * Whether runs of this job pay nothing: they handle sub-merchants or recipients, and have no payments and no batches.
 */
export function paysNobody(job: string): boolean {
  return JOBS.includes(job);
}
