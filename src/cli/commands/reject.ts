import { rejectRun } from '../../engine/decide.ts';
import { isError } from '../../errors.ts';
import { approvalSummary } from '../../report/approval-summary.ts';
import { actingUser } from '../acting-user.ts';
import { type Invocation, textOf } from '../command.ts';
import { showApprovalShort } from '../show-approval.ts';
import { tellOutcomes } from '../tell-outcomes.ts';

/** A person's no: the batches are deleted at the service and their payments cancelled. */
export function reject(invocation: Invocation): Promise<number> {
  const [run] = invocation.args;
  const because = textOf(invocation.options, 'because') ?? '';
  return tellOutcomes(invocation, '', async (workplace, carry) => {
    const by = await actingUser(workplace, 'reject', invocation);
    const waits = await approvalSummary(workplace.ledger, run!).catch((error: unknown) => {
      // A run that has no price yet can be rejected too.
      if (isError(error, 'not_waiting')) return null;
      throw error;
    });
    if (waits) invocation.terminal.note(showApprovalShort(waits));
    return [await rejectRun(workplace, run!, { by, because, ...carry })];
  });
}
