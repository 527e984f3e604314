import { getReleases, type LastPayment, lastPayments } from '../ledger/batches/approval-summary.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { accountAuthorsByPayment } from '../ledger/payments/bank-detail-authors.ts';
import { getCorrections, type SealedCorrection } from '../ledger/payments/correction.ts';
import { getChangedDetails, openRow } from '../ledger/payments/sealed-row.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import {
  type ApprovalCheck,
  type ApprovalListFilter,
  type ListedForApproval,
  listForApproval,
} from '../ledger/views/approval-payments.ts';
import type { PaymentView } from '../ledger/views/payment-view.ts';
import { formatMinor } from '../money.ts';
import { changedCells } from '../references/changed-cells.ts';
import type { PaymentState } from '../states.ts';
import { auditedChanges } from './changes/audited-changes.ts';

/** An earlier payment. `amount` is decimal text in `currency`; `account` is masked. */
export interface EarlierPayment {
  readonly account: string | null;
  readonly country: string | null;
  readonly run: string;
  readonly row: number;
  readonly reference: string;
  readonly state: PaymentState;
  readonly reason: string | null;
  /** When it was paid, failed or was returned; when it was started if its outcome is not known. ISO 8601. */
  readonly at: string;
  readonly amount: string;
  readonly currency: string;
}

/** A payment that awaits approval, with all that is to be checked about it. `amount` is decimal text in `currency`. */
export interface PaymentToApprove
  extends Omit<ListedForApproval, 'minor' | 'isReleased' | 'last' | 'cameBack' | 'comparedWith'> {
  readonly amount: string;
  /** The previous payment to this recipient that did not fail and was not returned, else the one that did. */
  readonly last: EarlierPayment | null;
  /** The latest payment to this recipient, if it failed or was returned. */
  readonly cameBack: EarlierPayment | null;
  /** Of a changed account: who entered it; null if that is not known. */
  readonly enteredBy: string | null;
  /** The details that changed, if both accounts are shown alike; null if not, or if it is not known. */
  readonly details: string | null;
  /** Null if it was never on hold. `was`: the code of the hold reason. */
  readonly released: { readonly by: string; readonly at: string; readonly was: string | null } | null;
  /** The row that the first warning was found against, of this run or of an earlier one; null if it names none. */
  readonly comparedWith: { readonly run: string; readonly row: number } | null;
  /** In their order; `changes` such as `IBAN •••• 1111 → •••• 3000`. */
  readonly corrections: readonly { readonly by: string; readonly at: string; readonly changes: string }[];
}

/** Reads payments that await approval. Names, accounts and reasons are looked up only for those that are found. */
export async function paymentsToApprove(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  asked: ApprovalListFilter,
): Promise<readonly PaymentToApprove[]> {
  const found = await listForApproval(db, asked);
  const idsOf = (check: ApprovalCheck) => found.filter(({ checks }) => checks.includes(check)).map(({ id }) => id);
  const last = await lastPayments(
    db,
    found.flatMap((one) => [one.last ?? [], one.cameBack ?? []].flat()),
  );
  const lookAlike = found.flatMap(({ id, last: before, account, checks }) =>
    before !== null && checks.includes('changed') && last.get(before)!.account === account
      ? [{ payment: id, last: before }]
      : [],
  );
  const details = await getChangedDetails(db, vault, lookAlike);
  const authors = await accountAuthorsByPayment(db, asked.run, idsOf('changed'));
  const corrections = Map.groupBy(await getCorrections(db, idsOf('corrected')), ({ payment }) => payment);
  const isReleased = found.filter((one) => one.isReleased || one.checks.includes('changed')).map(({ id }) => id);
  const releases = new Map((await getReleases(db, asked.run, isReleased)).map((one) => [one.payment, one]));
  const earlier = (id: string | null) => (id === null ? null : earlierPayment(last.get(id)!));
  return found.map(({ minor, isReleased: _, ...one }) => ({
    ...one,
    amount: formatMinor(minor, one.currency),
    last: earlier(one.last),
    cameBack: earlier(one.cameBack),
    enteredBy: authors.get(one.id) ?? null,
    details: details.get(one.id) ?? null,
    released: releaseOf(releases.get(one.id)),
    comparedWith: one.comparedWith && { ...one.comparedWith, run: one.comparedWith.run ?? String(asked.run) },
    corrections: (corrections.get(one.id) ?? []).map((row) => correctionOf(vault, row)),
  }));
}

function releaseOf(release: Awaited<ReturnType<typeof getReleases>>[number] | undefined): PaymentToApprove['released'] {
  return release ? { by: release.by, at: release.at.toISOString(), was: release.was } : null;
}

function correctionOf(vault: Vault, row: SealedCorrection): PaymentToApprove['corrections'][number] {
  const { before = {}, cells } = openRow(vault, row);
  return { by: row.by, at: row.at.toISOString(), changes: changedCells(auditedChanges(before, cells)) };
}

function earlierPayment({ minor, currency, at, run, payment: _, ...rest }: LastPayment): EarlierPayment {
  const amount = formatMinor(BigInt(minor), currency);
  return { ...rest, run: String(run), at: at.toISOString(), amount, currency };
}

/** The account of a payment on hold against the one that was last paid. */
export interface AccountChange {
  readonly last: EarlierPayment;
  /** The details that differ; null if that is not known. */
  readonly details: string | null;
  /** The user who entered the new account; null if not known. */
  readonly enteredBy: string | null;
}

/** Null if the payment is not on hold for its account, or if its row names none. */
export async function getAccountChange(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  { id, run, state, reason_code, account, held_for }: PaymentView,
): Promise<AccountChange | null> {
  if (state !== 'held' || reason_code !== 'account_changed' || account === null || held_for === null) return null;
  const last = (await lastPayments(db, [held_for])).get(held_for);
  if (!last) return null;
  const details = await getChangedDetails(db, vault, [{ payment: id, last: held_for }]);
  const authors = await accountAuthorsByPayment(db, run, [id]);
  return { last: earlierPayment(last), details: details.get(id) ?? null, enteredBy: authors.get(id) ?? null };
}
