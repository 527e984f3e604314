import { PayrunError } from '../../errors.ts';
import { type AccountsMoved, accountsMoved, approvalHash, hashAll } from '../../ledger/batches/approval-hash.ts';
import { moveBatch, needTwoApprovers } from '../../ledger/batches/batch.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import { namedAccount, type SealedRow } from '../../ledger/payments/sealed-row.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import { maskBankDetails } from '../../mask-bank-details.ts';
import { authorizeApproval } from '../../permissions/decisions.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { type ActiveRun, audit, fenced, type LocalDeps } from '../../step.ts';
import { approvalLapse, takeApprovalBack } from './approval-lapse.ts';
import { POLICY_APPROVER, secondApproverReason, unverifiedNow } from './approval-rules.ts';

export const CHANGED_BY: Readonly<Record<AccountsMoved, string>> = {
  by_another_run: 'by another run',
  at_the_service: 'in the payout service, by hand or by an API call that took effect late,',
};

/**
 * An approval by `by`. `shown` is the hash of what the approver saw. `trace` is the channel, host and account that the
 * approval came from, for the audit.
 */
export interface ApprovalInput {
  readonly by: string;
  readonly shown?: string | undefined;
  readonly trace?: Readonly<Record<string, string>> | undefined;
  readonly verified?: string | undefined;
}

/**
 * Binds the approval to the hash of what is approved, for all batches or for none. `shown` is the hash of what the
 * approver saw; the approval covers only that. If two approvals are needed, the first one is stored, and the batches
 * wait for another approver of the same hash. A first approval of a different hash, or by a user who may not approve it
 * now, is void. Returns true if approved, false if a second approver is needed. Throws what `authorize` throws,
 * `approver_is_same` (the ledger refuses it too), `accounts_changed`, `verification_required`, `verification_refused`,
 * and `approval_outdated` if `shown` is no longer current.
 */
export async function approveBatches(
  run: ActiveRun,
  deps: LocalDeps,
  given: readonly BatchRow[],
  { by, shown, trace = {}, verified }: ApprovalInput,
): Promise<boolean> {
  return fenced(run, deps, async (db) => {
    const ids = given.map(({ id }) => id);
    if (by !== POLICY_APPROVER) await authorizeApproval(db, { name: by }, run.id, given);
    const batches: BatchRow[] = [];
    const lapsed = new Map<string, string>();
    for (const batch of given) {
      const lapse = by === POLICY_APPROVER || batch.first_by === null ? null : await approvalLapse(db, deps, batch);
      if (lapse) lapsed.set(batch.id, `${lapse.reason} `);
      batches.push(lapse ? await takeApprovalBack(db, run, deps, batch, lapse) : batch);
    }
    const secondReason = await secondApproverReason(db, await deps.rules(db), { run: run.id, batches, by });
    const two = secondReason !== null;
    const hashes: Buffer[] = [];
    for (const batch of batches) {
      if (!batch.quote) throw new PayrunError('not_waiting', { run: String(run.id) });
      const moved = await accountsMoved(db, batch.id);
      if (moved) throw new PayrunError('accounts_changed', { run: String(run.id), cause: CHANGED_BY[moved] });
      hashes.push(await approvalHash(db, batch));
    }
    const { payments: changed } = await unverifiedNow(db, run.id, ids, by === POLICY_APPROVER);
    const note = verificationNote(deps.ledger.vault, verified, changed);
    if (shown !== undefined && shown !== hashAll(hashes).toString('hex'))
      throw new PayrunError('approval_outdated', { run: String(run.id) });
    if (changed.length > 0 && note === null)
      throw new PayrunError('verification_required', {
        run: String(run.id),
        payments: pluralize(changed.length, 'payment'),
      });
    const steps = batches.map((batch, i) => approvalKind(batch, hashes[i]!, by, two || batch.approvers_needed === 2));
    // A second approval by the same approver adds nothing.
    if (steps.every(({ kind }) => kind === 'again'))
      throw new PayrunError('approver_is_same', { name: by, run: String(run.id) });
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
        const before = lapsed.get(batch.id) ?? '';
        const waits = `${before}${by} approved. ${secondReason ?? 'Two approvers are required.'} Another approver must sign off.`;
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

/** A shorter note cannot name who was asked, and how. */
const SHORTEST = 12;
const LONGEST = 500;
/** A shorter value of a bank detail, as a country or a type of account, may occur in any text. */
const SHORTEST_DETAIL = 6;

/**
 * The note of how new bank details were verified, as stored in the audit log; null if none was given. The audit log is
 * never purged, so the note may not contain bank details: neither a known form of them nor those of the payments.
 * Throws `verification_refused`, `vault_damaged`.
 */
export function verificationNote(
  vault: Vault,
  given: string | undefined,
  payments: readonly SealedRow[],
): string | null {
  const note = (given ?? '').replace(/\s+/g, ' ').trim();
  if (note === '') return null;
  if (note.length < SHORTEST) throw refused('is too short');
  if (note.length > LONGEST) throw refused(`is longer than ${LONGEST} characters`);
  if (maskBankDetails(note) !== note) throw refused('contains bank details');
  const plain = lettersAndDigits(note);
  const details = payments.flatMap((payment) => Object.values(namedAccount(vault, payment)?.fields ?? {}));
  const isNamed = (detail: string) => detail.length >= SHORTEST_DETAIL && /\d/.test(detail) && plain.includes(detail);
  if (details.map(lettersAndDigits).some(isNamed)) throw refused('contains bank details');
  return note;
}

const lettersAndDigits = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
const refused = (detail: string) => new PayrunError('verification_refused', { detail });
