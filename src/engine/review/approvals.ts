import { approveBatches } from '../../batches/approvals/approve-batches.ts';
import { PayrunError } from '../../errors.ts';
import { getRun } from '../../ledger/runs/run.ts';
import { type Actor, trace } from '../../permissions/actor.ts';
import type { ActingUser } from '../../permissions/authorize.ts';
import { authorizeApproval } from '../../permissions/decisions.ts';
import { waitingBatches } from '../../reports/approval-line.ts';
import type { AppContext } from '../context/app-context.ts';
import { type RunWatch, withRunLease } from '../leases/with-run-lease.ts';

export interface ApproveOptions extends RunWatch {
  readonly by: Actor;
  readonly shown?: string | undefined;
  readonly verified?: string | undefined;
}

/**
 * Approves the batches that await approval: binds the approval to their payments, accounts and quote. The caller
 * continues the run. `shown` is the hash of the summary that the approver saw; if given, only exactly that is approved.
 * True if approved; false if a second approval is needed, and the run keeps waiting. Throws `run_unknown`,
 * `not_waiting`, `maker_is_approver`, `account_author_is_approver`, `approver_is_same`, `approval_outdated`,
 * `accounts_changed`, `verification_required` and `verification_refused`, and what `authorize` throws.
 */
export async function recordApproval(appContext: AppContext, id: string, options: ApproveOptions): Promise<boolean> {
  const { ledger } = appContext;
  const { by } = options;
  await checkApproval(appContext, id, by);
  return withRunLease(appContext, BigInt(id), options, async ({ run, deps }) => {
    const waiting = await waitingBatches(ledger.db, run.id);
    const { shown, verified } = options;
    return approveBatches(run, deps, waiting, { by: by.name, shown, verified, trace: trace(by) });
  });
}

/** Throws `run_unknown`, `not_waiting`, and what `authorize` throws, if the user may not approve the run now. */
export async function checkApproval({ ledger }: AppContext, id: string, by: ActingUser): Promise<void> {
  const { id: run } = await getRun(ledger.db, id);
  const waiting = await waitingBatches(ledger.db, run);
  await authorizeApproval(ledger.db, by, run, waiting);
  if (waiting.length === 0) throw new PayrunError('not_waiting', { run: id });
}
