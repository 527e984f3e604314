import { approvalHash } from '../../ledger/batches/approval-hash.ts';
import { getRunBatches } from '../../ledger/batches/batch.ts';
import { type BatchRow, getRunDebits } from '../../ledger/batches/batch-row.ts';
import type { Db } from '../../ledger/db/db.ts';
import { type BankDetailAuthor, bankDetailAuthorsByRun } from '../../ledger/payments/bank-detail-authors.ts';
import { isSamePerson } from '../../ledger/users/name-key.ts';
import { usersOfMakerAccounts } from '../../ledger/users/user.ts';
import type { Money } from '../../model.ts';
import { type ApprovalsCount, countApprovals } from '../../outcomes/approvals-count.ts';
import { amountsRefusal, type Person } from '../../permissions/access.ts';
import { firstApproverNow } from '../../permissions/decisions.ts';
import { isWaiting } from '../../reports/approval-line.ts';

/** The users who decide whether someone may approve a run, and the approvals it has. */
export interface ApprovalParties {
  readonly maker: string;
  /** The user of the operating system account from which it was made; null if none. */
  readonly accountUser: string | null;
  /** Other users who entered bank details that it pays. */
  readonly bankDetailAuthors: readonly BankDetailAuthor[];
  /** The user who gave the first of two approvals of exactly this content; null if there is none. */
  readonly approvedFirstBy: string | null;
  /** The approvals that its batches ask for and have; a rule may ask for more. */
  readonly approvals: ApprovalsCount;
  /** The run's debits in the currencies that await approval. */
  readonly debits: readonly Money[];
}

/** The parties of those of these runs that await approval. */
export async function readApprovalParties(
  db: Db,
  runs: readonly { readonly id: bigint; readonly maker: string }[],
): Promise<ReadonlyMap<bigint, ApprovalParties>> {
  const ids = runs.map(({ id }) => id);
  const all = Map.groupBy(ids.length === 0 ? [] : await getRunBatches(db, ids), ({ run_id }) => run_id);
  const found = runs
    .map((run) => ({ ...run, all: all.get(run.id) ?? [], waiting: (all.get(run.id) ?? []).filter(isWaiting) }))
    .filter(({ waiting }) => waiting.length > 0);
  if (found.length === 0) return new Map();
  const waiting = found.flatMap((run) => run.waiting.map(({ id }) => id));
  const authors = await bankDetailAuthorsByRun(db, ids, waiting);
  const accountUsers = await usersOfMakerAccounts(db, ids);
  const parties = new Map<bigint, ApprovalParties>();
  const firstOf = async (batch: BatchRow) =>
    batch.first_by === null ? null : firstApproverNow(db, batch, await approvalHash(db, batch));
  for (const run of found) {
    const approvals = [];
    for (const batch of run.waiting)
      approvals.push({ approversNeeded: batch.approvers_needed, approvedFirstBy: await firstOf(batch) });
    const [first = null, ...others] = new Set(approvals.map(({ approvedFirstBy }) => approvedFirstBy));
    parties.set(run.id, {
      maker: run.maker,
      accountUser: accountUsers.get(run.id) ?? null,
      bankDetailAuthors: authors.get(run.id) ?? [],
      approvedFirstBy: others.length === 0 ? first : null,
      approvals: countApprovals(approvals, false),
      debits: getRunDebits(run.waiting, run.all),
    });
  }
  return parties;
}

/**
 * The reason that a user cannot approve a run, as a sentence to them; null if they can. For pages and notifications;
 * `recordApproval` decides.
 */
export function runApprovalRefusal(
  user: Person & { readonly name: string },
  { maker, accountUser, bankDetailAuthors, approvedFirstBy, debits }: ApprovalParties,
): string | null {
  const isUser = (name: string | null) => name !== null && isSamePerson(user.name, name);
  if (isUser(maker)) return 'You created this run. Another approver must sign off.';
  if (isUser(accountUser))
    return 'This run was created from your operating system account. Another approver must sign off.';
  const author = bankDetailAuthors.find(({ name }) => isUser(name));
  if (author)
    return `You entered the bank details of ${author.payments} of these payments. Another approver must sign off.`;
  if (isUser(approvedFirstBy))
    return 'You have approved it. Two approvers are required: another approver must sign off.';
  const why = amountsRefusal(user, debits);
  return why === null ? null : `${why} Another user must approve it.`;
}
