import { limitOf } from '../config.ts';
import { PayrunError } from '../errors.ts';
import { type AccountsMoved, accountsMoved, approvalHash, hashOfAll } from '../ledger/batches/approval-hash.ts';
import { type BatchRow, batchesOf, moveBatch, needTwoApprovers } from '../ledger/batches/batch.ts';
import { bankDetailAuthorsOf, hasUnknownAuthor, type Typist } from '../ledger/payments/bank-detail-authors.ts';
import { type LargestPayment, largestPayments } from '../ledger/payments/payment.ts';
import { changedAccountReleasers } from '../ledger/payments/payment-decisions.ts';
import { nameKey, plainName } from '../ledger/users/name-key.ts';
import type { Money } from '../model.ts';
import { showMoney } from '../money.ts';
import { type ActiveRun, audit, fenced, type LocalDeps, type Step, type StepDeps } from '../step.ts';
import { POLICY } from './policy.ts';

/** Quoted batches -> approved by policy, or left for a person who is not the maker. */
export const approve: Step = async (run, deps) => {
  for (const batch of await batchesOf(deps.ledger.db, run.id, 'quoted')) {
    // Without a quote there is nothing to approve: it says why.
    if (!batch.quote) continue;
    const why = await whyAPerson(deps, batch);
    if (why)
      await fenced(run, deps, async (db) => {
        if (await hasUnknownAuthor(db, run.id, [batch.id])) await needTwoApprovers(db, batch);
        await moveBatch(db, batch, 'quoted', { note: batch.note ?? why });
      });
    else await approveBatches(run, deps, [batch], { by: POLICY });
  }
};

/** Who approves; `shown` is the hash of what they saw, `trace` how they came, for the audit. */
export interface Yes {
  readonly by: string;
  readonly shown?: string | undefined;
  readonly trace?: Readonly<Record<string, string>> | undefined;
}

/**
 * Binds the approval to the bytes of what is approved, all of it or nothing. `shown` is the hash of what a person saw: the
 * approval is of that and of nothing else. Where two have to approve, the first yes is kept, and the batches wait for the yes
 * of somebody else to the same hash; a first yes to something else counts no more. Throws `maker_is_approver`, `typist_is_approver`
 * and `approver_is_same`, which the ledger refuses too, `accounts_changed`, and `approval_outdated` where it is not what was shown
 * any more. True: approved; false: a second person is needed.
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
      : by !== POLICY && (await hasUnknownAuthor(db, run.id, ids))
        ? UNKNOWN_DROPPER
        : (await changedAccountReleasers(db, run.id, ids)).some((name) => isSamePerson(name, by))
          ? `${by} released changed bank details in it, so two approvers are needed.`
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
    // Whoever said yes to all of it before adds nothing.
    if (steps.every(({ yes }) => yes === 'again')) throw new PayrunError('approver_is_same', { name: by });
    for (const { batch, hash, yes } of steps) {
      const data = { batch: batch.id, hash: hash.toString('hex'), quote: batch.quote, ...trace };
      if (two && batch.approvers_needed === 1) await needTwoApprovers(db, batch);
      if (yes === 'again') continue;
      if (yes === 'first') {
        await audit(db, run, deps, 'batch_approved_first', data, by);
        const note = `${by} approved it. ${whyTwo ?? 'Two approvers are needed.'} Now somebody else must approve it too.`;
        await moveBatch(db, batch, 'quoted', { first: { hash, by }, note });
        continue;
      }
      await audit(db, run, deps, 'batch_approved', yes === 'second' ? { ...data, first: batch.first_by } : data, by);
      await moveBatch(db, batch, 'approved', { approval: { hash, by }, note: null });
    }
    return steps.every(({ yes }) => yes === 'only' || yes === 'second');
  });
}

/** What a yes is to a batch: all it needs, the first of two, the second, or one that was said before. */
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

/** Names that differ only in how their letters are written, in case, composed or wide, are one person, as among users. */
export function isSamePerson(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}

/** Who made what is to be approved. */
export interface Makers {
  readonly maker: string;
  /** Who else typed bank details of it. */
  readonly typedBy: readonly Typist[];
}

/**
 * Four eyes: whoever made a run does not approve it, and neither does who typed bank details that it pays, also where somebody else
 * has corrected the row since. Throws `maker_is_approver`, `typist_is_approver`.
 */
export function refuseMaker(by: string, { maker, typedBy }: Makers): void {
  if (isSamePerson(by, maker)) throw new PayrunError('maker_is_approver', { name: by });
  const typist = typedBy.find(({ name }) => isSamePerson(by, name));
  if (typist) throw new PayrunError('typist_is_approver', { name: by, payments: typist.payments });
}

/** What of the run is above the amount from which two have to approve it; null where nothing is. A run that is split is one run. */
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

/** Four eyes are of two people whose names are known. */
export const UNKNOWN_DROPPER = 'Nobody knows who dropped this sheet, so two approvers are needed.';

/** Null when the policy alone may approve; else the reason why a person must. */
async function whyAPerson(deps: StepDeps, batch: BatchRow): Promise<string | null> {
  const moved = await accountsMoved(deps.ledger.db, batch.id);
  return moved ? accountsChanged(moved) : ruleAsksForApproval(deps, batch);
}

/** Why the rules that are in force now ask for a person's approval of a batch; null when they do not. */
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
  if (approval.policy === 'manual') return 'Waits for approval.';
  const perRun = limitOf(approval.perRun, batch.currency);
  // A run that is split into batches is still one run.
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
 * What a payment comes to: what the row says and, where that is what is to arrive, what leaves the balance for it by the quote, its
 * share of all such payments. So a limit is not passed by saying it the other way round. Where several currencies are to arrive the
 * share is that of its own in the price of all: never too little.
 */
function sidesOf({ currency, quote, source_minor, target_minor }: BatchRow, largest: LargestPayment): readonly Money[] {
  const said = { currency: largest.currency, minor: largest.minor };
  const arriving = BigInt(target_minor[largest.currency] ?? 0);
  if (largest.fixed === 'source' || !quote || arriving === 0n) return [said];
  const leaving = BigInt(quote.sendingMinor) - source_minor;
  return [said, { currency, minor: (leaving * largest.minor + arriving - 1n) / arriving }];
}

/** What leaves the balance. */
export interface Leaving extends Money {
  /** Some of it are fees that the merchant bears. */
  readonly withFees: boolean;
}

/**
 * What a run takes from the balance of a currency, which is what limits of runs are about: by the quotes, so with the fees that the
 * merchant bears; where there is no quote yet what the sheet says.
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
  `Waits for approval: ${what} comes to ${comesTo}, above the limit of ${showMoney(limit)}.`;

/** Names are stored with every decision; a colon marks Payrun's own. Throws `usage`. */
export function checkName(name: string): string {
  const plain = plainName(name);
  if (plain === '' || plain.includes(':'))
    throw new PayrunError('usage', { detail: `"${plain}" cannot be used as a name.` });
  return plain;
}
