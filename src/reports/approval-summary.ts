import { PayrunError } from '../errors.ts';
import { heldPayments, useOneSnapshot } from '../ledger/batches/approval-summary.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { accountVerifications } from '../ledger/payments/account-verifications.ts';
import { changedAccountReleasers } from '../ledger/payments/payment-decisions.ts';
import { heldDebits } from '../ledger/payments/undecided-debits.ts';
import { getPayDate, type PayDate } from '../ledger/runs/pay-date.ts';
import { getRun } from '../ledger/runs/run.ts';
import { formatMinor } from '../money.ts';
import { reasonWords } from '../outcomes/reason-words.ts';
import { type DebitDocument, debitDocument } from '../outcomes/total-debits.ts';
import { lapsedReleases } from '../permissions/decisions.ts';
import { compared, type RunComparison } from './approval-figures.ts';
import { type ApprovalLine, MOST, MOST_TO_ASK, readApprovalLines } from './approval-line.ts';
import { type SameSheet, sameSheet } from './payment-run-outcome.ts';
import { type PaymentToApprove, paymentsToApprove } from './payments-to-approve.ts';

/** A note of how changed bank details were verified. */
export interface VerificationNote {
  readonly by: string;
  readonly at: string;
  readonly note: string;
  readonly payments: number;
}

/** A payment on hold, which the approval does not send. `amount` is decimal text in `currency`. */
export interface HeldPart
  extends Pick<PaymentToApprove, 'row' | 'reference' | 'recipientName' | 'amount' | 'currency'> {
  readonly code: string;
  readonly reason: string;
}

/** The first payments of those that are counted. */
interface Shown {
  readonly shown: readonly PaymentToApprove[];
}

/** All that an approver needs to know about a run, from the ledger alone. The greatest risk comes first. */
export interface ApprovalSummary extends ApprovalLine {
  readonly changedAccounts: ApprovalLine['changedAccounts'] & Shown;
  readonly verifications: readonly VerificationNote[];
  readonly released: ApprovalLine['released'] & Shown;
  readonly warned: ApprovalLine['warned'] & Shown;
  readonly corrected: ApprovalLine['corrected'] & Shown;
  readonly cameBack: ApprovalLine['cameBack'] & Shown;
  readonly newRecipients: ApprovalLine['newRecipients'] & { readonly largest: readonly PaymentToApprove[] };
  readonly largest: readonly PaymentToApprove[];
  /** Other payments of the run were sent before. */
  readonly isRest: boolean;
  /** Null also for a part of a run, which no other run is like. */
  readonly comparison: RunComparison | null;
  readonly held: ApprovalLine['held'] & {
    readonly debits: readonly DebitDocument[];
    readonly reasons: readonly { readonly code: string; readonly reason: string; readonly payments: number }[];
    readonly shown: readonly HeldPart[];
  };
  readonly sameSheet: SameSheet | null;
  /** Null if it is sent once approved. */
  readonly payDate: PayDate | null;
  /** Users who released changed bank details in it. Their approval is the first of two. */
  readonly changesReleasedBy: readonly string[];
  /** The approval reasons of its batches. */
  readonly why: readonly string[];
}

/** The summary of a run that awaits approval, from one snapshot. Throws `run_unknown`, `not_waiting`. */
export function approvalSummary({ tx, vault }: Pick<Ledger, 'tx' | 'vault'>, id: string): Promise<ApprovalSummary> {
  return tx(async (db) => {
    await useOneSnapshot(db);
    const run = await getRun(db, id);
    const [found] = await readApprovalLines(db, [run]);
    if (!found) throw new PayrunError('not_waiting', { run: id });
    const { line, facts, waiting, status } = found;
    const batches = waiting.map((batch) => batch.id);
    const changes = facts.changed.slice(0, MOST_TO_ASK).map(({ payment }) => payment);
    const cameBack = facts.cameBack.shown.map(({ payment }) => payment);
    const { released, warned, corrected, fresh, largest } = facts;
    const ids = [changes, cameBack, released.shown, warned.shown, corrected.shown, fresh.shown, largest].flat();
    const asked = { run: run.id, batches, ids: [...new Set(ids)], after: -1, limit: ids.length };
    const payments = new Map((await paymentsToApprove({ db, vault }, asked)).map((one) => [one.id, one]));
    const of = (shown: readonly string[]) => ({ shown: shown.map((id) => payments.get(id)!) });
    const held = await heldPayments(db, run.id, MOST);
    const isRest = (['started', 'settled'] as const).some((state) => (status.batches[state] ?? 0) > 0);
    const changed = facts.changed.map(({ payment }) => payment);
    const lapsed = (await lapsedReleases(db, [run.id], batches)).flatMap(({ payments }) => payments);
    const notes = await accountVerifications(db, { runs: [run.id], batches, changed, lapsed });
    return {
      ...line,
      changedAccounts: { ...line.changedAccounts, ...of(changes) },
      verifications: notes.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
      released: { ...line.released, ...of(released.shown) },
      warned: { ...line.warned, ...of(warned.shown) },
      corrected: { ...line.corrected, ...of(corrected.shown) },
      cameBack: { ...line.cameBack, ...of(cameBack) },
      newRecipients: { ...line.newRecipients, largest: of(fresh.shown).shown },
      largest: of(largest).shown,
      isRest,
      // A retry pays a few payments of its run again, so no other run is like it.
      comparison: line.retryOf === null && !isRest ? await compared(db, run.merchant_id, run.id) : null,
      held: {
        ...line.held,
        debits: (await heldDebits(db, run.id)).map(debitDocument),
        reasons: status.reasons.flatMap(({ state, code, sentence, payments }) =>
          state === 'held' ? [{ code: code ?? state, reason: reasonWords(code, sentence), payments }] : [],
        ),
        shown: held.map(({ minor, payment: _, ...one }) => ({
          ...one,
          amount: formatMinor(BigInt(minor), one.currency),
        })),
      },
      sameSheet: await sameSheet(db, run.id),
      payDate: getPayDate(run),
      changesReleasedBy: await changedAccountReleasers(db, run.id, batches),
      why: [...new Set(waiting.flatMap(({ note }) => note ?? []))],
    };
  });
}
