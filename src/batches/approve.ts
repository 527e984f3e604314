import { type AccountsMoved, accountsMoved } from '../ledger/batches/approval-hash.ts';
import { getBatches, moveBatch, needTwoApprovers } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import { hasUnknownAuthor } from '../ledger/payments/bank-detail-authors.ts';
import { fenced, type Step, type StepDeps } from '../step.ts';
import { type ApprovalAsked, POLICY_APPROVER, ruleAsksForApproval } from './approvals/approval-rules.ts';
import { approveBatches, CHANGED_BY } from './approvals/approve-batches.ts';

/** Quoted batches -> approved by policy, or left for an approver other than the uploader. */
export const approveByPolicy: Step = async (run, deps) => {
  for (const batch of await getBatches(deps.ledger.db, run.id, 'quoted')) {
    // Without a quote, nothing can be approved. The note of the batch gives the reason.
    if (!batch.quote) continue;
    const asked = await approvalAsked(deps, batch);
    if (asked)
      await fenced(run, deps, async (db) => {
        if (await hasUnknownAuthor(db, run.id, [batch.id])) await needTwoApprovers(db, batch);
        await moveBatch(db, batch, 'quoted', { note: batch.note ?? asked.why });
      });
    else await approveBatches(run, deps, [batch], { by: POLICY_APPROVER });
  }
};

/** The approval that is needed; null if the policy alone may approve. */
async function approvalAsked(deps: StepDeps, batch: BatchRow): Promise<ApprovalAsked | null> {
  const { db } = deps.ledger;
  const moved = await accountsMoved(db, batch.id);
  return moved ? { why: accountsChanged(moved) } : ruleAsksForApproval(db, await deps.rules(), batch);
}

const accountsChanged = (moved: AccountsMoved) =>
  `The bank details of a recipient were changed ${CHANGED_BY[moved]} since this batch was created. Reject it, and pay its rows in a new run.`;
