import { PayrunError } from '../errors.ts';
import {
  heldPayments,
  type LastPayment,
  lastPayments,
  readOneMoment,
  releasesOf,
  type SummarizedPayment,
  summarizedPayments,
} from '../ledger/batches/approval-summary.ts';
import type { Db } from '../ledger/db/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { accountVerifications } from '../ledger/payments/account-verifications.ts';
import { accountAuthorsByPayment } from '../ledger/payments/bank-detail-authors.ts';
import { changedAccountReleasers } from '../ledger/payments/payment-decisions.ts';
import { correctionsOf, type SealedCorrection } from '../ledger/payments/rows-corrected.ts';
import { changedDetailsOf, openRow } from '../ledger/payments/sealed-row.ts';
import { heldDebits } from '../ledger/payments/undecided-debits.ts';
import { type PayDate, payDateOf } from '../ledger/runs/pay-date.ts';
import { getRun } from '../ledger/runs/run.ts';
import type { Vault } from '../ledger/vault/vault.ts';
import { formatMinor } from '../money.ts';
import { reasonWords } from '../outcomes/reason-words.ts';
import { lapsedReleases } from '../permissions/decisions.ts';
import { changedCells } from '../references/changed-cells.ts';
import type { PaymentState } from '../states.ts';
import { compared, type RunComparison } from './approval-figures.ts';
import { type ApprovalLine, MOST, MOST_TO_ASK, readApprovalLines } from './approval-line.ts';
import { auditedChanges } from './changes/audited-changes.ts';
import { type DebitDocument, debitDocument } from './debit-document.ts';
import { type SameSheet, sameSheet } from './same-sheet.ts';

/** A payment. `amount` is decimal text in `currency`; `account` is masked. */
export interface NamedPayment {
  readonly row: number;
  readonly reference: string;
  readonly recipientName: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly account: string | null;
}

export interface ReleasedPayment extends NamedPayment {
  /** Null if it was never on hold. */
  readonly released: { readonly by: string; readonly at: string; readonly was: string | null } | null;
}

export interface WarnedOfPayment extends NamedPayment {
  /** Complete sentences. */
  readonly warnings: readonly string[];
  /** The row that the first warning was found against, of this run or of an earlier one; null if it names none. */
  readonly comparedWith: { readonly run: string; readonly row: number } | null;
}

export interface CorrectedRow extends NamedPayment {
  /** In their order; `changes` such as `IBAN •••• 1111 → •••• 3000`. */
  readonly corrections: readonly { readonly by: string; readonly at: string; readonly changes: string }[];
}

/** An earlier payment. `amount` is decimal text in `currency`; `account` is masked. */
export interface EarlierPayment {
  readonly account: string | null;
  readonly country: string | null;
  readonly run: string;
  readonly row: number;
  readonly reference: string;
  readonly state: PaymentState;
  /** Why it failed or was returned, as a sentence; null if it did not. */
  readonly reason: string | null;
  /** When it was paid, failed or was returned; when it was started if its outcome is not known. ISO 8601. */
  readonly at: string;
  readonly amount: string;
  readonly currency: string;
}

/** A payment to a recipient whose latest payment failed or was returned. */
export interface PaymentAfterReturn extends NamedPayment {
  readonly last: EarlierPayment;
  /** It goes to the account that the money came back from. */
  readonly isSameAccount: boolean;
}

export interface ChangedPayment extends ReleasedPayment {
  /** Country of the new account; null if not known. */
  readonly country: string | null;
  /** False if the account last paid is known in part only, and may be this one. */
  readonly isCertain: boolean;
  /** Who entered the new account; null if that is not known. */
  readonly enteredBy: string | null;
  /** The details that changed, if both accounts are shown alike; null if not, or if it is not known. */
  readonly details: string | null;
  /** The previous payment to this recipient that did not fail and was not returned, else the one that did. */
  readonly last: EarlierPayment;
}

/** A note of how changed bank details were verified. */
export interface VerificationNote {
  readonly by: string;
  readonly at: string;
  readonly note: string;
  readonly payments: number;
}

/** All that an approver needs to know about a run, from the ledger alone. The greatest risk comes first. */
export interface ApprovalSummary extends ApprovalLine {
  readonly changedAccounts: ApprovalLine['changedAccounts'] & { readonly shown: readonly ChangedPayment[] };
  readonly verifications: readonly VerificationNote[];
  readonly released: ApprovalLine['released'] & { readonly shown: readonly ReleasedPayment[] };
  readonly warned: ApprovalLine['warned'] & { readonly shown: readonly WarnedOfPayment[] };
  readonly corrected: ApprovalLine['corrected'] & { readonly shown: readonly CorrectedRow[] };
  readonly cameBack: ApprovalLine['cameBack'] & { readonly shown: readonly PaymentAfterReturn[] };
  readonly newRecipients: ApprovalLine['newRecipients'] & { readonly largest: readonly NamedPayment[] };
  readonly largest: readonly NamedPayment[];
  /** Other payments of the run were sent before. */
  readonly isRest: boolean;
  /** Null also for a part of a run, which no other run is like. */
  readonly comparison: RunComparison | null;
  readonly held: ApprovalLine['held'] & {
    readonly debits: readonly DebitDocument[];
    readonly reasons: readonly { readonly code: string; readonly reason: string; readonly payments: number }[];
    readonly shown: readonly (Omit<NamedPayment, 'account'> & { readonly code: string; readonly reason: string })[];
  };
  readonly sameSheet: SameSheet | null;
  /** Null if it is sent as soon as it is approved. */
  readonly payDate: PayDate | null;
  /** Users who released changed bank details in it. Their approval is the first of two. */
  readonly changesReleasedBy: readonly string[];
  /** The approval reasons of its batches. */
  readonly why: readonly string[];
}

/** The summary of a run that awaits approval, from one snapshot. Throws `run_unknown`, `not_waiting`. */
export function approvalSummary({ tx, vault }: Pick<Ledger, 'tx' | 'vault'>, id: string): Promise<ApprovalSummary> {
  return tx(async (db) => {
    await readOneMoment(db);
    const run = await getRun(db, id);
    const [found] = await readApprovalLines(db, [run]);
    if (!found) throw new PayrunError('not_waiting', { run: id });
    const { line, facts, waiting, status } = found;
    const changes = facts.changed.slice(0, MOST_TO_ASK);
    const payments = await summarizedPayments(db, [
      ...new Set([
        ...changes.map(({ payment }) => payment),
        ...[...facts.released.shown, ...facts.warned.shown, ...facts.corrected.shown, ...facts.fresh.shown],
        ...[...facts.largest, ...facts.cameBack.shown.map(({ payment }) => payment)],
      ]),
    ]);
    const of = (ids: readonly string[]) => ids.map((one) => payments.get(one)!);
    const last = await lastPayments(
      db,
      [...changes, ...facts.cameBack.shown].map((one) => one.last),
    );
    const details = await changedDetailsOf(
      db,
      vault,
      changes.filter(({ payment, last: one }) => payments.get(payment)!.account === last.get(one)!.account),
    );
    const released = await releasedOnes(db, run.id, [
      ...changes.map(({ payment }) => payment),
      ...facts.released.shown,
    ]);
    const authors = await accountAuthorsByPayment(
      db,
      run.id,
      changes.map(({ payment }) => payment),
    );
    const corrections = Map.groupBy(await correctionsOf(db, facts.corrected.shown), ({ payment }) => payment);
    const held = await heldPayments(db, run.id, MOST);
    const isRest = (['started', 'settled'] as const).some((state) => (status.batches[state] ?? 0) > 0);
    const batches = waiting.map((batch) => batch.id);
    const changed = facts.changed.map(({ payment }) => payment);
    const lapsed = (await lapsedReleases(db, [run.id], batches)).flatMap(({ payments }) => payments);
    const notes = await accountVerifications(db, { runs: [run.id], batches, changed, lapsed });
    return {
      ...line,
      changedAccounts: {
        ...line.changedAccounts,
        shown: changes.map((change) => {
          const payment = payments.get(change.payment)!;
          return {
            ...named(payment),
            country: payment.country,
            isCertain: change.isCertain,
            enteredBy: authors.get(change.payment) ?? null,
            details: details.get(change.payment) ?? null,
            released: released(payment),
            last: earlier(last.get(change.last)!),
          };
        }),
      },
      verifications: notes.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
      released: {
        ...line.released,
        shown: of(facts.released.shown).map((payment) => ({ ...named(payment), released: released(payment) })),
      },
      warned: {
        ...line.warned,
        shown: of(facts.warned.shown).map((payment) => ({
          ...named(payment),
          warnings: payment.warnings,
          comparedWith: payment.comparedWith && { ...payment.comparedWith, run: payment.comparedWith.run ?? id },
        })),
      },
      corrected: {
        ...line.corrected,
        shown: facts.corrected.shown.map((payment) => ({
          ...named(payments.get(payment)!),
          corrections: (corrections.get(payment) ?? []).map((row) => correctionOf(vault, row)),
        })),
      },
      cameBack: {
        ...line.cameBack,
        shown: facts.cameBack.shown.map((one) => ({
          ...named(payments.get(one.payment)!),
          isSameAccount: one.isSameAccount,
          last: earlier(last.get(one.last)!),
        })),
      },
      newRecipients: { ...line.newRecipients, largest: of(facts.fresh.shown).map(named) },
      largest: of(facts.largest).map(named),
      isRest,
      // A retry pays a few payments of its run again, so no other run is like it.
      comparison: line.retryOf === null && !isRest ? await compared(db, run.merchant_id, run.id) : null,
      held: {
        ...line.held,
        debits: (await heldDebits(db, run.id)).map(debitDocument),
        reasons: status.reasons.flatMap(({ state, code, sentence, payments }) =>
          state === 'held' ? [{ code: code ?? state, reason: reasonWords(code, sentence), payments }] : [],
        ),
        shown: held.map(({ code, reason, ...payment }) => {
          const { account: _, ...rest } = named({ ...payment, account: null });
          return { ...rest, code, reason };
        }),
      },
      sameSheet: await sameSheet(db, run.id),
      payDate: payDateOf(run),
      changesReleasedBy: await changedAccountReleasers(db, run.id, batches),
      why: [...new Set(waiting.flatMap(({ note }) => note ?? []))],
    };
  });
}

function named({
  row,
  reference,
  recipientName,
  currency,
  minor,
  account,
}: Omit<SummarizedPayment, 'payment'>): NamedPayment {
  return { row, reference, recipientName, amount: formatMinor(BigInt(minor), currency), currency, account };
}

function correctionOf(vault: Vault, row: SealedCorrection): CorrectedRow['corrections'][number] {
  const { before = {}, cells } = openRow(vault, row);
  return { by: row.by, at: row.at.toISOString(), changes: changedCells(auditedChanges(before, cells)) };
}

function earlier({ minor, currency, at, run, payment: _, ...rest }: LastPayment): EarlierPayment {
  const amount = formatMinor(BigInt(minor), currency);
  return { ...rest, run: String(run), at: at.toISOString(), amount, currency };
}

async function releasedOnes(db: Db, run: bigint, payments: readonly string[]) {
  const releases = await releasesOf(db, run, payments);
  const byPayment = new Map(releases.map((release) => [release.payment, release]));
  return ({ payment }: SummarizedPayment) => {
    const found = byPayment.get(payment);
    return found ? { by: found.by, at: found.at.toISOString(), was: found.was } : null;
  };
}
