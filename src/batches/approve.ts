import { limitOf } from '../config.ts';
import { PayrunError } from '../errors.ts';
import { type AccountsMoved, accountsMoved, approvalHash, hashOfAll } from '../ledger/batches/approval-hash.ts';
import { type BatchRow, batchesOf, moveBatch, needTwoApprovers } from '../ledger/batches/batch.ts';
import { bankDetailAuthorsOf, hasUnknownAuthor, type Typist } from '../ledger/payments/bank-detail-authors.ts';
import { type LargestPayment, largestPayments } from '../ledger/payments/payment.ts';
import { changedAccountReleasers } from '../ledger/payments/payment-decisions.ts';
import { isSamePerson } from '../ledger/users/name-key.ts';
import type { Money } from '../model.ts';
import { showMoney } from '../money.ts';
import { type ActiveRun, audit, fenced, type LocalDeps, type Step, type StepDeps } from '../step.ts';

/** The approver's name if the policy approves. No user can have this name, because names have no colon. */
export const POLICY_APPROVER = 'policy:auto';

/** Quoted batches -> approved by policy, or left for an approver who is not the maker. */
export const approve: Step = async (run, deps) => {
  for (const batch of await batchesOf(deps.ledger.db, run.id, 'quoted')) {
    // Without a quote, nothing can be approved. The note of the batch gives the reason.
    if (!batch.quote) continue;
    const why = await whyAPerson(deps, batch);
    if (why)
      await fenced(run, deps, async (db) => {
        if (await hasUnknownAuthor(db, run.id, [batch.id])) await needTwoApprovers(db, batch);
        await moveBatch(db, batch, 'quoted', { note: batch.note ?? why });
      });
    else await approveBatches(run, deps, [batch], { by: POLICY_APPROVER });
  }
};

/**
 * An approval by `by`. `shown` is the hash of what the approver saw. `trace` is the channel, host and account that the
 * approval came from, for the audit.
 */
export interface Yes {
  readonly by: string;
  readonly shown?: string | undefined;
  readonly trace?: Readonly<Record<string, string>> | undefined;
}

/**
 * Binds the approval to the hash of what is approved, for all batches or for none. `shown` is the hash of what the
 * approver saw; the approval holds for that and nothing else. If two approvals are needed, the first one is stored, and
 * the batches wait for another approver of the same hash. A first approval of a different hash no longer counts.
 * Returns true if approved, false if a second approver is needed. Throws `maker_is_approver`, `typist_is_approver` and
 * `approver_is_same` (the ledger refuses these too), `accounts_changed`, and `approval_outdated` if `shown` is no
 * longer current.
 */
export async function approveBatches(
  run: ActiveRun,
  deps: LocalDeps,
  batches: readonly BatchRow[],
  { by, shown, trace = {} }: Yes,
): Promise<boolean> {
  for (const { maker } of batches) refuseMaker(by, { maker, typedBy: [] });
  const above = (await aboveTwo(deps, run.id)) !== null;
  return fenced(run, deps, async (db) => {
    const ids = batches.map(({ id }) => id);
    const typedBy = await bankDetailAuthorsOf(db, run.id, ids);
    const whyTwo = above
      ? ABOVE_TWO
      : by !== POLICY_APPROVER && (await hasUnknownAuthor(db, run.id, ids))
        ? UNKNOWN_DROPPER
        : (await changedAccountReleasers(db, run.id, ids)).some((name) => isSamePerson(name, by))
          ? `${by} released changed bank details in it, so two approvers are required.`
          : null;
    const two = whyTwo !== null;
    refuseMaker(by, { maker: run.maker, typedBy });
    const hashes: Buffer[] = [];
    for (const batch of batches) {
      if (!batch.quote) throw new PayrunError('not_waiting', { run: String(run.id) });
      const moved = await accountsMoved(db, batch.id);
      if (moved) throw new PayrunError('accounts_changed', { run: String(run.id), cause: CHANGED_BY[moved] });
      hashes.push(await approvalHash(db, batch));
    }
    if (shown !== undefined && shown !== hashOfAll(hashes).toString('hex'))
      throw new PayrunError('approval_outdated', { run: String(run.id) });
    const steps = batches.map((batch, i) => yesTo(batch, hashes[i]!, by, two || batch.approvers_needed === 2));
    // A second approval by the same approver adds nothing.
    if (steps.every(({ yes }) => yes === 'again')) throw new PayrunError('approver_is_same', { name: by });
    for (const { batch, hash, yes } of steps) {
      const data = { batch: batch.id, hash: hash.toString('hex'), quote: batch.quote, ...trace };
      if (two && batch.approvers_needed === 1) await needTwoApprovers(db, batch);
      if (yes === 'again') continue;
      if (yes === 'first') {
        await audit(db, run, deps, 'batch_approved_first', data, by);
        const note = `${by} approved it. ${whyTwo ?? 'Two approvers are required.'} Another approver must sign off.`;
        await moveBatch(db, batch, 'quoted', { first: { hash, by }, note });
        continue;
      }
      await audit(db, run, deps, 'batch_approved', yes === 'second' ? { ...data, first: batch.first_by } : data, by);
      await moveBatch(db, batch, 'approved', { approval: { hash, by }, note: null });
    }
    return steps.every(({ yes }) => yes === 'only' || yes === 'second');
  });
}

/**
 * Classifies an approval: `only` if one is enough, `first` or `second` of two, `again` if this approver gave the first
 * one.
 */
function yesTo(batch: BatchRow, hash: Buffer, by: string, two: boolean) {
  const same = batch.first_hash?.equals(hash) ?? false;
  const yes = !two
    ? ('only' as const)
    : !same || batch.first_by === null
      ? ('first' as const)
      : isSamePerson(batch.first_by, by)
        ? ('again' as const)
        : ('second' as const);
  return { batch, hash, yes };
}

/** The people who made a run and so may not approve it. */
export interface Makers {
  readonly maker: string;
  /** Others who entered bank details of the run. */
  readonly typedBy: readonly Typist[];
}

/**
 * Four-eyes rule: the maker of a run may not approve it. Neither may a user who entered bank details that it pays, even
 * if the row was corrected since. Throws `maker_is_approver`, `typist_is_approver`.
 */
export function refuseMaker(by: string, { maker, typedBy }: Makers): void {
  if (isSamePerson(by, maker)) throw new PayrunError('maker_is_approver', { name: by, from: '' });
  const typist = typedBy.find(({ name }) => isSamePerson(by, name));
  if (typist) throw new PayrunError('typist_is_approver', { name: by, payments: typist.payments });
}

/**
 * The total of the run that is above the limit for a single approver; null if none is. The batches of a run count
 * together.
 */
async function aboveTwo({ rules, ledger }: LocalDeps, run: bigint): Promise<{ total: string; limit: Money } | null> {
  const { two } = (await rules()).approval;
  if (Object.keys(two).length === 0) return null;
  const batches = await batchesOf(ledger.db, run);
  for (const currency of new Set(batches.map((batch) => batch.currency))) {
    const limit = limitOf(two, currency);
    const total = leavingOf(currency, batches);
    if (limit !== null && total.minor > limit) return { total: showLeaving(total), limit: { currency, minor: limit } };
  }
  return null;
}

const CHANGED_BY: Readonly<Record<AccountsMoved, string>> = {
  by_another_run: 'by another run',
  at_the_service: 'at the payout service, by hand or by an API call that took effect late,',
};
const accountsChanged = (moved: AccountsMoved) =>
  `The bank details of a recipient were changed ${CHANGED_BY[moved]} since this batch was made. Reject it and drop the sheet again.`;

const ABOVE_TWO = 'It is above the amount from which two have to.';

/** The four-eyes rule needs two approvers whose names are known. */
export const UNKNOWN_DROPPER = 'It is not known who dropped this file, so two approvers are required.';

/** The reason why an approver is needed; null if the policy alone may approve. */
async function whyAPerson(deps: StepDeps, batch: BatchRow): Promise<string | null> {
  const moved = await accountsMoved(deps.ledger.db, batch.id);
  return moved ? accountsChanged(moved) : ruleAsksForApproval(deps, batch);
}

/** The reason why the current rules require approval of a batch; null if they do not. */
export async function ruleAsksForApproval(deps: StepDeps, batch: BatchRow): Promise<string | null> {
  const why = await ruleAsks(deps, batch);
  const unknown = why !== null && (await hasUnknownAuthor(deps.ledger.db, batch.run_id, [batch.id]));
  return unknown ? `${why} ${UNKNOWN_DROPPER}` : why;
}

async function ruleAsks(deps: StepDeps, batch: BatchRow): Promise<string | null> {
  const { ledger } = deps;
  const { approval } = await deps.rules();
  const two = await aboveTwo(deps, batch.run_id);
  if (two) return `Waits for the approval of two: the run comes to ${two.total}, above ${showMoney(two.limit)}.`;
  if (batch.approvers_needed === 2) return 'Waits for the approval of two.';
  if (approval.policy === 'manual') return 'Awaiting approval.';
  const perRun = limitOf(approval.perRun, batch.currency);
  // The batches of a run count together.
  const total = perRun === null ? null : leavingOf(batch.currency, await batchesOf(ledger.db, batch.run_id));
  if (perRun !== null && total !== null && total.minor > perRun)
    return overLimit('the run', showLeaving(total), { currency: batch.currency, minor: perRun });
  if (Object.keys(approval.perPayment).length === 0) return null;
  for (const largest of await largestPayments(ledger.db, batch.id)) {
    for (const { currency, minor } of sidesOf(batch, largest)) {
      const perPayment = limitOf(approval.perPayment, currency);
      if (perPayment !== null && minor > perPayment)
        return overLimit('its largest payment', showMoney({ currency, minor }), { currency, minor: perPayment });
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
  const said = { currency: largest.currency, minor: largest.minor };
  const arriving = BigInt(target_minor[largest.currency] ?? 0);
  if (largest.fixed === 'source' || !quote || arriving === 0n) return [said];
  const leaving = BigInt(quote.sendingMinor) - source_minor;
  return [said, { currency, minor: (leaving * largest.minor + arriving - 1n) / arriving }];
}

/** A debit of the balance. */
export interface Leaving extends Money {
  /** True if part of it is fees that the merchant bears. */
  readonly withFees: boolean;
}

/**
 * The amount that a run debits from the balance of a currency, which run limits apply to. It comes from the quotes,
 * including the fees that the merchant bears; from the sheet if a batch has no quote yet.
 */
export function leavingOf(currency: string, batches: readonly BatchRow[]): Leaving {
  const counted = batches.filter((batch) => batch.currency === currency && batch.state !== 'void');
  return {
    currency,
    minor: counted.reduce((sum, { quote, source_minor }) => sum + BigInt(quote?.debitMinor ?? source_minor), 0n),
    withFees: counted.some(({ quote }) => quote !== null && quote.debitMinor !== quote.sendingMinor),
  };
}

const showLeaving = (leaving: Leaving) => `${showMoney(leaving)}${leaving.withFees ? ' with fees' : ''}`;
const overLimit = (what: string, comesTo: string, limit: Money) =>
  `Awaiting approval: ${what} comes to ${comesTo}, above the limit of ${showMoney(limit)}.`;
