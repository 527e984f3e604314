import type { AppContext } from '../../src/engine/context/app-context.ts';
import { type ApproveOptions, recordApproval } from '../../src/engine/review/approvals.ts';
import { resumeRuns } from '../../src/engine/runs/resume.ts';
import type { RunOutcome } from '../../src/reports/payment-run-outcome.ts';

/** Approves a run and continues it, as the command does. */
export async function approveRun(appContext: AppContext, run: string, options: ApproveOptions): Promise<RunOutcome> {
  await recordApproval(appContext, run, options);
  return (await resumeRuns(appContext, { ...options, run }))[0]!;
}
