import { approvalHash } from '../../ledger/batches/approval-hash.ts';
import { moveBatch, needTwoApprovers } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import type { Db } from '../../ledger/db/db.ts';
import { authorizeApproval, refusedBy } from '../../permissions/decisions.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { type ActiveRun, audit, type LocalDeps } from '../../step.ts';
import { POLICY_APPROVER, ruleAsksForApproval, secondApproverReason, unverifiedNow } from './approval-rules.ts';

/** The reason that an approval is void under the current users and rules. */
export interface ApprovalLapse {
  readonly lapsed: readonly string[];
  /** The user whose first of two approvals remains valid, if any. */
  readonly remaining: string | null;
  /** The reason, in sentences. */
  readonly reason: string;
}

/**
 * Judges the approval of a batch as if it were given now: everyone on whom it rests may still decide, and the rules ask
 * for no more. Rules that became looser change nothing that was decided. Null if it holds.
 */
export async function approvalLapse(
  db: Db,
  deps: Pick<LocalDeps, 'rules'>,
  batch: BatchRow,
): Promise<ApprovalLapse | null> {
  const rules = await deps.rules(db);
  const { run_id: run, approved_by, approved_hash, first_by, first_hash } = batch;
  if (approved_by === POLICY_APPROVER) {
    const asked = await ruleAsksForApproval(db, rules, batch);
    return (
      asked && { lapsed: [POLICY_APPROVER], remaining: null, reason: asked.why ?? 'Every run now requires approval.' }
    );
  }
  const hash = approved_hash ?? (await approvalHash(db, batch));
  const approvers = [first_hash?.equals(hash) ? first_by : null, approved_by].filter((name) => name !== null);
  const remaining: string[] = [];
  const lapsed: string[] = [];
  const reasons: string[] = [];
  for (const name of approvers) {
    const refusal = await refusedBy(() => authorizeApproval(db, { name }, run, [batch]));
    if (!refusal) remaining.push(name);
    else {
      lapsed.push(name);
      reasons.push(`${refusal.message} The approval by ${name} is no longer valid.`);
    }
  }
  // The second approval is judged when it is given.
  if (approved_by === null) return lapsed.length === 0 ? null : { lapsed, remaining: null, reason: reasons.join(' ') };
  const { payments, releases } = await unverifiedNow(db, run, [batch.id], false);
  if (payments.length > 0) {
    const verify = `The changed bank details of ${pluralize(payments.length, 'payment')} must be verified again.`;
    const released = releases.map((release) => `${release.why} The release by ${release.by} is no longer valid.`);
    return {
      lapsed: [...lapsed, ...releases.map(({ by }) => by)],
      remaining: null,
      reason: [...reasons, ...released, verify].join(' '),
    };
  }
  if (remaining.length === 2) return null;
  const [one] = remaining;
  if (one === undefined) return { lapsed, remaining: null, reason: reasons.join(' ') };
  const needed = batch.approvers_needed === 2 ? 'Two approvers are required.' : null;
  const two = (await secondApproverReason(db, rules, { run, batches: [batch], by: one })) ?? needed;
  return two === null ? null : { lapsed, remaining: one, reason: [...reasons, `${one} approved. ${two}`].join(' ') };
}

/**
 * Takes a batch back to awaiting approval. An approval that still counts stays, as the first of two. The note and the
 * audit say whose does not, and why.
 */
export async function takeApprovalBack(
  db: Db,
  run: ActiveRun,
  deps: Pick<LocalDeps, 'clock'>,
  batch: BatchRow,
  { lapsed, remaining, reason }: ApprovalLapse,
): Promise<BatchRow> {
  await audit(db, run, deps, 'approval_void', {
    batch: batch.id,
    void: lapsed,
    ...(remaining ? { left: remaining } : {}),
    why: reason,
  });
  const note = `${reason} ${remaining === null ? 'It must be approved again.' : 'Another approver must sign off.'}`;
  const quoted = await moveBatch(db, batch, 'quoted', { approval: null, note });
  if (remaining === null) return quoted;
  await needTwoApprovers(db, quoted);
  return moveBatch(db, quoted, 'quoted', { first: { hash: await approvalHash(db, quoted), by: remaining } });
}
