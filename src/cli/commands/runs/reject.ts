import { rejectRun } from '../../../engine/review/approvals.ts';
import { EXIT, isError } from '../../../errors.ts';
import { approvalSummary } from '../../../reports/approval-summary.ts';
import { actingUser } from '../../acting-user.ts';
import { type Invocation, textOf } from '../../command.ts';
import { printOutcomes } from '../../print-outcomes.ts';
import { showApprovalShort } from '../../screens/show-approval.ts';

/** Rejects a run: its batches are deleted at the service and their payments canceled. */
export function reject(invocation: Invocation): Promise<number> {
  const [run] = invocation.args;
  const because = textOf(invocation.options, 'because') ?? '';
  return printOutcomes(invocation, '', async (appContext, carry) => {
    const by = await actingUser(appContext, 'reject', invocation);
    const waits = await approvalSummary(appContext.ledger, run!).catch((error: unknown) => {
      // A run that has no price yet can be rejected too.
      if (isError(error, 'not_waiting')) return null;
      throw error;
    });
    if (waits) invocation.terminal.note(showApprovalShort(waits));
    const outcome = await rejectRun(appContext, run!, { by, because, ...carry });
    // Of the run it is 3, nothing was paid; of this command it is what was asked for.
    return [outcome.outcome === 'rejected' ? { ...outcome, exitCode: EXIT.done } : outcome];
  });
}
