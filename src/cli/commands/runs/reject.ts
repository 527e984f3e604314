import { rejectRun } from '../../../engine/review/approvals.ts';
import { EXIT, isError, PayrunError } from '../../../errors.ts';
import { approvalSummary } from '../../../reports/approval-summary.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { showApprovalShort } from '../../terminal/show-approval.ts';

/** Rejects a run: its batches are deleted at the service and its payments canceled. */
export function reject(invocation: Invocation): Promise<number> {
  const [run] = invocation.args;
  const because = textOf(invocation.options, 'because') ?? '';
  if (because.trim() === '') throw new PayrunError('because_missing');
  return printOutcomes(invocation, '', async (appContext, context) => {
    const by = await actingUser(appContext, 'reject', invocation);
    const waits = await approvalSummary(appContext.ledger, run!).catch((error: unknown) => {
      // A run without a quote can be rejected too.
      if (isError(error, 'not_waiting')) return null;
      throw error;
    });
    if (waits) invocation.terminal.note(showApprovalShort(waits));
    const outcome = await rejectRun(appContext, run!, { by, because, ...context });
    // The exit code of a rejected run is 3, because nothing was paid. The command itself has succeeded.
    return [outcome.outcome === 'rejected' ? { ...outcome, exitCode: EXIT.done } : outcome];
  });
}
