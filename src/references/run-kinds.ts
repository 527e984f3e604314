/** The job of runs that bring recipients to the service. */
export const SYNC_RECIPIENTS = 'sync-recipients';

const JOBS: readonly string[] = ['onboard-merchants', 'merchant-settings', SYNC_RECIPIENTS];

/** Whether runs of this job pay nobody: they are about sub-merchants or recipients, and have no payments and no batches. */
export function paysNobody(job: string): boolean {
  return JOBS.includes(job);
}
