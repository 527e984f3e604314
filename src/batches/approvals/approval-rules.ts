import { limitOf } from '../../config.ts';
import { type BatchRow, batchesOf } from '../../ledger/batches/batch.ts';
import { type RunDebit, runDebitOf } from '../../ledger/batches/run-debit.ts';
import { unverifiedPayments } from '../../ledger/payments/account-verifications.ts';
import { hasUnknownAuthor } from '../../ledger/payments/bank-detail-authors.ts';
import { type LargestPayment, largestPayments } from '../../ledger/payments/payment.ts';
import type { Money } from '../../model.ts';
import { showMoney } from '../../money.ts';
import { pluralize } from '../../platform/pluralize.ts';
import type { LocalDeps, StepDeps } from '../../step.ts';

/** The four-eyes rule needs two approvers whose names are known. */
export const UNKNOWN_AUTHOR = 'It is not known who dropped this file, so two approvers are required.';

/** An approval that is required. `why`: null if every batch requires one. */
export interface ApprovalAsked {
  readonly why: string | null;
}

/** The approval that the current rules require of a batch; null if they require none. */
export async function ruleAsksForApproval(deps: StepDeps, batch: BatchRow): Promise<ApprovalAsked | null> {
  const asked = (await verificationAsks(deps, batch)) ?? (await ruleAsks(deps, batch));
  const unknown = asked !== null && (await hasUnknownAuthor(deps.ledger.db, batch.run_id, [batch.id]));
  return unknown ? { why: asked.why === null ? UNKNOWN_AUTHOR : `${asked.why} ${UNKNOWN_AUTHOR}` } : asked;
}

const MAY_BE_OTHERS =
  'bank details that may not be those last paid, of which only the payout service knows the whole account. Nobody has noted them as verified.';

/** The policy does not approve bank details that changed, or may have, and that nobody has noted as verified. */
async function verificationAsks({ ledger }: LocalDeps, { id, run_id }: BatchRow): Promise<ApprovalAsked | null> {
  const found = await unverifiedPayments(ledger.db, run_id, [id], { beforePolicy: true });
  const certain = found.filter(({ is_certain }) => is_certain).length;
  const uncertain = found.length - certain;
  const why = [
    ...(certain > 0
      ? [`${pluralize(certain, 'payment')} to changed bank details that nobody has noted as verified.`]
      : []),
    ...(uncertain > 0 ? [`${pluralize(uncertain, 'payment')} to ${MAY_BE_OTHERS}`] : []),
  ];
  return why.length === 0 ? null : { why: why.join(' ') };
}

async function ruleAsks(deps: StepDeps, batch: BatchRow): Promise<ApprovalAsked | null> {
  const { ledger } = deps;
  const { approval } = await deps.rules();
  const two = await aboveTwo(deps, batch.run_id);
  if (two) return { why: `Two approvals are needed: the run comes to ${two.total}, above ${showMoney(two.limit)}.` };
  if (batch.approvers_needed === 2) return { why: 'Two approvals are needed.' };
  if (approval.policy === 'manual') return { why: null };
  const perRun = limitOf(approval.perRun, batch.currency);
  // The batches of a run count together.
  const total = perRun === null ? null : runDebitOf(batch.currency, await batchesOf(ledger.db, batch.run_id));
  if (perRun !== null && total !== null && total.minor > perRun)
    return overLimit('The run', showLeaving(total), { currency: batch.currency, minor: perRun });
  if (Object.keys(approval.perPayment).length === 0) return null;
  for (const largest of await largestPayments(ledger.db, batch.id)) {
    for (const { currency, minor } of sidesOf(batch, largest)) {
      const perPayment = limitOf(approval.perPayment, currency);
      if (perPayment !== null && minor > perPayment)
        return overLimit('Its largest payment', showMoney({ currency, minor }), { currency, minor: perPayment });
    }
  }
  return null;
}

/**
 * The amounts of a payment that limits apply to: the amount of its row and, if the target side is fixed, also its share
 * of the quoted debit. So nobody can pass a limit by stating the other side. If the batch has several target
 * currencies, the share is a fraction of the whole debit, which is never too small.
 */
function sidesOf({ currency, quote, source_minor, target_minor }: BatchRow, largest: LargestPayment): readonly Money[] {
  const amount = { currency: largest.currency, minor: largest.minor };
  const arriving = BigInt(target_minor[largest.currency] ?? 0);
  if (largest.fixed === 'source' || !quote || arriving === 0n) return [amount];
  const leaving = BigInt(quote.sendingMinor) - source_minor;
  return [amount, { currency, minor: (leaving * largest.minor + arriving - 1n) / arriving }];
}

const showLeaving = (leaving: RunDebit) => `${showMoney(leaving)}${leaving.withFees ? ' with fees' : ''}`;
const overLimit = (what: string, comesTo: string, limit: Money): ApprovalAsked => ({
  why: `${what} comes to ${comesTo}, above the limit of ${showMoney(limit)}.`,
});
/**
 * The total of the run that is above the limit for a single approver; null if none is. The batches of a run count
 * together.
 */
export async function aboveTwo(
  { rules, ledger }: LocalDeps,
  run: bigint,
): Promise<{ total: string; limit: Money } | null> {
  const { two } = (await rules()).approval;
  if (Object.keys(two).length === 0) return null;
  const batches = await batchesOf(ledger.db, run);
  for (const currency of new Set(batches.map((batch) => batch.currency))) {
    const limit = limitOf(two, currency);
    const total = runDebitOf(currency, batches);
    if (limit !== null && total.minor > limit) return { total: showLeaving(total), limit: { currency, minor: limit } };
  }
  return null;
}
