import { PayrunError } from '../../errors.ts';
import { type AccountsMoved, accountsMoved, approvalHash, hashOfAll } from '../../ledger/batches/approval-hash.ts';
import { type BatchRow, moveBatch, needTwoApprovers } from '../../ledger/batches/batch.ts';
import { unverifiedPayments } from '../../ledger/payments/account-verifications.ts';
import {
  type BankDetailAuthor,
  bankDetailAuthorsOf,
  hasUnknownAuthor,
} from '../../ledger/payments/bank-detail-authors.ts';
import { changedAccountReleasers } from '../../ledger/payments/payment-decisions.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../../step.ts';
import { aboveTwo, UNKNOWN_AUTHOR } from './approval-rules.ts';
import { verificationNote } from './verification-note.ts';

/** The approver's name if the policy approves. No user can have this name, because names have no colon. */
export const POLICY_APPROVER = 'policy:auto';

/** Who changed the accounts, as part of a sentence. */
export const CHANGED_BY: Readonly<Record<AccountsMoved, string>> = {
  by_another_run: 'by another run',
  at_the_service: 'at the payout service, by hand or by an API call that took effect late,',
};
const ABOVE_TWO = 'It is above the amount from which two have to.';

/**
 * An approval by `by`. `shown` is the hash of what the approver saw. `trace` is the channel, host and account that the
 * approval came from, for the audit.
 */
export interface ApprovalInput {
  readonly by: string;
  readonly shown?: string | undefined;
  readonly trace?: Readonly<Record<string, string>> | undefined;
  /** How the approver verified changed bank details. */
  readonly verified?: string | undefined;
}

/**
 * Binds the approval to the hash of what is approved, for all batches or for none. `shown` is the hash of what the
 * approver saw; the approval holds for that and nothing else. If two approvals are needed, the first one is stored, and
 * the batches wait for another approver of the same hash. A first approval of a different hash no longer counts.
 * Returns true if approved, false if a second approver is needed. Throws `maker_is_approver`, `typist_is_approver` and
 * `approver_is_same` (the ledger refuses these too), `accounts_changed`, `verification_required`,
 * `verification_refused`, and `approval_outdated` if `shown` is no longer current.
 */
export async function approveBatches(
  run: ActiveRun,
  deps: LocalDeps,
  batches: readonly BatchRow[],
  { by, shown, trace = {}, verified }: ApprovalInput,
): Promise<boolean> {
  for (const { maker } of batches) refuseMaker(by, { maker, bankDetailAuthors: [] });
  const above = (await aboveTwo(deps, run.id)) !== null;
  return fenced(run, deps, async (db) => {
    const ids = batches.map(({ id }) => id);
    const bankDetailAuthors = await bankDetailAuthorsOf(db, run.id, ids);
    const whyTwo = above
      ? ABOVE_TWO
      : by !== POLICY_APPROVER && (await hasUnknownAuthor(db, run.id, ids))
        ? UNKNOWN_AUTHOR
        : (await changedAccountReleasers(db, run.id, ids)).some((name) => isSamePerson(name, by))
          ? `${by} released changed bank details in it, so two approvers are required.`
          : null;
    const two = whyTwo !== null;
    refuseMaker(by, { maker: run.maker, bankDetailAuthors });
    const hashes: Buffer[] = [];
    for (const batch of batches) {
      if (!batch.quote) throw new PayrunError('not_waiting', { run: String(run.id) });
      const moved = await accountsMoved(db, batch.id);
      if (moved) throw new PayrunError('accounts_changed', { run: String(run.id), cause: CHANGED_BY[moved] });
      hashes.push(await approvalHash(db, batch));
    }
    const changed = await unverifiedPayments(db, run.id, ids, { beforePolicy: by === POLICY_APPROVER });
    const note = verificationNote(deps.ledger.vault, verified, changed);
    if (shown !== undefined && shown !== hashOfAll(hashes).toString('hex'))
      throw new PayrunError('approval_outdated', { run: String(run.id) });
    if (changed.length > 0 && note === null)
      throw new PayrunError('verification_required', {
        run: String(run.id),
        payments: pluralize(changed.length, 'payment'),
      });
    const steps = batches.map((batch, i) => approvalKind(batch, hashes[i]!, by, two || batch.approvers_needed === 2));
    // A second approval by the same approver adds nothing.
    if (steps.every(({ kind }) => kind === 'again')) throw new PayrunError('approver_is_same', { name: by });
    for (const { batch, hash, kind } of steps) {
      const data = {
        batch: batch.id,
        hash: hash.toString('hex'),
        quote: batch.quote,
        ...(note === null ? {} : { verified: note }),
        ...trace,
      };
      if (two && batch.approvers_needed === 1) await needTwoApprovers(db, batch);
      if (kind === 'again') continue;
      if (kind === 'first') {
        await audit(db, run, deps, 'batch_approved_first', data, by);
        const waits = `${by} approved it. ${whyTwo ?? 'Two approvers are required.'} Another approver must sign off.`;
        await moveBatch(db, batch, 'quoted', { first: { hash, by }, note: waits });
        continue;
      }
      await audit(db, run, deps, 'batch_approved', kind === 'second' ? { ...data, first: batch.first_by } : data, by);
      await moveBatch(db, batch, 'approved', { approval: { hash, by }, note: null });
    }
    return steps.every(({ kind }) => kind === 'only' || kind === 'second');
  });
}

/**
 * Classifies an approval: `only` if one is enough, `first` or `second` of two, `again` if this approver gave the first
 * one.
 */
function approvalKind(batch: BatchRow, hash: Buffer, by: string, two: boolean) {
  const same = batch.first_hash?.equals(hash) ?? false;
  const kind = !two
    ? ('only' as const)
    : !same || batch.first_by === null
      ? ('first' as const)
      : isSamePerson(batch.first_by, by)
        ? ('again' as const)
        : ('second' as const);
  return { batch, hash, kind };
}

/** The people who made a run and so may not approve it. */
export interface Makers {
  readonly maker: string;
  /** Others who entered bank details of the run. */
  readonly bankDetailAuthors: readonly BankDetailAuthor[];
}

/**
 * Four-eyes rule: the maker of a run may not approve it. Neither may a user who entered bank details that it pays, even
 * if the row was corrected since. Throws `maker_is_approver`, `typist_is_approver`.
 */
export function refuseMaker(by: string, { maker, bankDetailAuthors }: Makers): void {
  if (isSamePerson(by, maker)) throw new PayrunError('maker_is_approver', { name: by, from: '' });
  const author = bankDetailAuthors.find(({ name }) => isSamePerson(by, name));
  if (author) throw new PayrunError('typist_is_approver', { name: by, payments: author.payments });
}
