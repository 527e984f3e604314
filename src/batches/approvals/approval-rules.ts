import { getBatches } from '../../ledger/batches/batch.ts';
import { type BatchRow, getRunDebit } from '../../ledger/batches/batch-row.ts';
import type { Db } from '../../ledger/db/db.ts';
import { unverifiedPayments } from '../../ledger/payments/account-verifications.ts';
import { hasUnknownAuthor } from '../../ledger/payments/bank-detail-authors.ts';
import { largestPayments } from '../../ledger/payments/payment.ts';
import { changedAccountReleasers } from '../../ledger/payments/payment-decisions.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import type { FixedSide, Money } from '../../model.ts';
import { getLimit, showMoney } from '../../money.ts';
import type { MoneyRules } from '../../money-rules.ts';
import { lapsedReleases } from '../../permissions/decisions.ts';
import { pluralize } from '../../platform/pluralize.ts';

/** The approver's name if the policy approves. No user can have this name, because names have no colon. */
export const POLICY_APPROVER = 'policy:auto';

/** The rules that decide who has to approve. */
export type ApprovalRules = Pick<MoneyRules, 'approval'>;

/** The four-eyes rule needs two approvers whose names are known. */
export const UNKNOWN_AUTHOR = 'The person who dropped this file is unknown, so two approvers are required.';

/** An approval that is required. `why`: null if every batch requires one. */
export interface ApprovalAsked {
  readonly why: string | null;
}

/** The approval that these rules require of a batch; null if they require none. */
export async function ruleAsksForApproval(
  db: Db,
  { approval }: ApprovalRules,
  batch: BatchRow,
): Promise<ApprovalAsked | null> {
  const asked = (await verificationAsks(db, batch)) ?? (await ruleAsks(db, approval, batch));
  const unknown = asked !== null && (await hasUnknownAuthor(db, batch.run_id, [batch.id]));
  return unknown ? { why: asked.why === null ? UNKNOWN_AUTHOR : `${asked.why} ${UNKNOWN_AUTHOR}` } : asked;
}

const MAY_BE_OTHERS =
  'bank details that may have changed: only the payout service knows the full account last paid. They have not been verified yet.';

/** The policy does not approve bank details that changed, or may have, and that no one has noted as verified. */
async function verificationAsks(db: Db, { id, run_id }: BatchRow): Promise<ApprovalAsked | null> {
  const { payments: found } = await unverifiedNow(db, run_id, [id], true);
  const certain = found.filter(({ is_certain }) => is_certain).length;
  const uncertain = found.length - certain;
  const why = [
    ...(certain > 0
      ? [`${pluralize(certain, 'payment')} to changed bank details that have not been verified yet.`]
      : []),
    ...(uncertain > 0 ? [`${pluralize(uncertain, 'payment')} to ${MAY_BE_OTHERS}`] : []),
  ];
  return why.length === 0 ? null : { why: why.join(' ') };
}

/**
 * Payments of these batches to changed bank details that no one who counts has noted as verified: a release by a user
 * who may not release them now does not count. `beforePolicy` as for `unverifiedPayments`.
 */
export async function unverifiedNow(db: Db, run: bigint, batches: readonly string[], beforePolicy: boolean) {
  const releases = await lapsedReleases(db, [run], batches);
  const lapsed = releases.flatMap(({ payments }) => payments);
  return { payments: await unverifiedPayments(db, run, batches, { beforePolicy, lapsed }), releases };
}

async function ruleAsks(db: Db, approval: ApprovalRules['approval'], batch: BatchRow): Promise<ApprovalAsked | null> {
  const two = await aboveTwo(db, approval, batch.run_id);
  if (two !== null) return { why: two };
  if (batch.approvers_needed === 2) return { why: 'Two approvals are required.' };
  if (approval.policy === 'manual') return { why: null };
  const perRun = getLimit(approval.perRun, batch.currency);
  // The batches of a run count together.
  const total = perRun === null ? null : getRunDebit(batch.currency, await getBatches(db, batch.run_id));
  if (perRun !== null && total !== null && total.minor > perRun)
    return overLimit('The run', showLeaving(total), { currency: batch.currency, minor: perRun });
  if (Object.keys(approval.perPayment).length === 0) return null;
  for (const largest of await largestPayments(db, batch.id)) {
    for (const { currency, minor } of sidesOf(batch, largest)) {
      const perPayment = getLimit(approval.perPayment, currency);
      if (perPayment !== null && minor > perPayment)
        return overLimit('Its largest payment', showMoney({ currency, minor }), { currency, minor: perPayment });
    }
  }
  return null;
}

/**
 * The amounts of a payment that limits apply to: the amount of its row and, if the target side is fixed, also its share
 * of the quoted debit. So no one can pass a limit by stating the other side. If the batch has several target
 * currencies, the share is a fraction of the whole debit, which is never too small.
 */
function sidesOf(
  { currency, quote, source_minor, target_minor }: BatchRow,
  largest: Money & { readonly fixed: FixedSide },
): readonly Money[] {
  const amount = { currency: largest.currency, minor: largest.minor };
  const arriving = BigInt(target_minor[largest.currency] ?? 0);
  if (largest.fixed === 'source' || !quote || arriving === 0n) return [amount];
  const leaving = BigInt(quote.sendingMinor) - source_minor;
  return [amount, { currency, minor: (leaving * largest.minor + arriving - 1n) / arriving }];
}

const showLeaving = (leaving: Money & { readonly withFees: boolean }) =>
  `${showMoney(leaving)}${leaving.withFees ? ' with fees' : ''}`;
const overLimit = (what: string, comesTo: string, limit: Money): ApprovalAsked => ({
  why: `${what} is ${comesTo}, above the threshold of ${showMoney(limit)}.`,
});

/** A sentence if the run is above the limit for a single approver; else null. The batches of a run count together. */
async function aboveTwo(db: Db, { two }: ApprovalRules['approval'], run: bigint): Promise<string | null> {
  if (Object.keys(two).length === 0) return null;
  const batches = await getBatches(db, run);
  for (const currency of new Set(batches.map((batch) => batch.currency))) {
    const limit = getLimit(two, currency);
    const total = getRunDebit(currency, batches);
    if (limit !== null && total.minor > limit)
      return `Two approvals are required: the run totals ${showLeaving(total)}, above ${showMoney({ currency, minor: limit })}.`;
  }
  return null;
}

/** The reason, as a sentence, that these batches need a second approver; null if one is enough. */
export async function secondApproverReason(
  db: Db,
  { approval }: ApprovalRules,
  { run, batches, by }: { readonly run: bigint; readonly batches: readonly BatchRow[]; readonly by: string },
): Promise<string | null> {
  const ids = batches.map(({ id }) => id);
  const above = await aboveTwo(db, approval, run);
  if (above !== null) return above;
  if (by === POLICY_APPROVER) return null;
  if (await hasUnknownAuthor(db, run, ids)) return UNKNOWN_AUTHOR;
  const isReleaser = (await changedAccountReleasers(db, run, ids)).some((name) => isSamePerson(name, by));
  return isReleaser
    ? `${by} released a payment to changed bank details in this run, so two approvers are required.`
    : null;
}
