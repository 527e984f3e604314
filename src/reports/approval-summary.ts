import { PayrunError } from '../errors.ts';
import { accountsMoved, approvalHash, hashOfAll } from '../ledger/batches/approval-hash.ts';
import {
  heldPayments,
  readOneMoment,
  releasesOf,
  type SummarizedPayment,
  waitingPayments,
} from '../ledger/batches/approval-summary.ts';
import { type BatchRow, batchesOf } from '../ledger/batches/batch.ts';
import type { Db } from '../ledger/db/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { balancesOf } from '../ledger/merchants/balances.ts';
import { accountVerifications, unverifiedPayments } from '../ledger/payments/account-verifications.ts';
import {
  type BankDetailAuthor,
  bankDetailAuthorsOf,
  hasUnknownAuthor,
} from '../ledger/payments/bank-detail-authors.ts';
import { changedAccountReleasers } from '../ledger/payments/payment-decisions.ts';
import { type PayDate, payDateOf } from '../ledger/runs/pay-date.ts';
import { getRun } from '../ledger/runs/run.ts';
import { readRunStatuses } from '../ledger/runs/run-facts.ts';
import { getSheet } from '../ledger/runs/sheet.ts';
import { userOfMakerAccount } from '../ledger/users/user.ts';
import { formatMinor } from '../money.ts';
import { averageRate } from '../outcomes/average-rate.ts';
import { countPayments } from '../outcomes/count-payments.ts';
import { reasonWords } from '../outcomes/reason-words.ts';
import { type DebitSum, debitsByCurrency } from '../outcomes/waiting-sums.ts';
import { type BalanceAfter, balancesAfter, compared, isAboveTwo, type RunComparison } from './approval-figures.ts';
import { type Unusual, unusualOf } from './approval-unusual.ts';
import { recipientFees } from './recipient-fees.ts';
import { type SameSheet, sameSheet } from './same-sheet.ts';

/** The most payments that are listed of a kind. The others are only counted. */
const MOST = 10;
/** The most payments of the kinds to review one by one: changed bank details and released payments. */
const MOST_TO_ASK = 200;

/** A payment. `amount` is decimal text in `currency`; `account` is masked. */
export interface NamedPayment {
  readonly row: number;
  readonly reference: string;
  readonly payee: string | null;
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
}

export interface ChangedPayment extends ReleasedPayment {
  /** Country of the new account; null if not known. */
  readonly country: string | null;
  /** False if the account last paid is known in part only, and may be this one. */
  readonly isCertain: boolean;
  /** The previous payment to this recipient. `amount` is decimal text in `currency`. */
  readonly last: {
    readonly account: string | null;
    readonly country: string | null;
    readonly run: string;
    readonly row: number;
    readonly at: string;
    readonly amount: string;
    readonly currency: string;
  };
}

/** A note of how changed bank details were verified. */
export interface VerificationNote {
  readonly by: string;
  readonly at: string;
  readonly note: string;
  readonly payments: number;
}

/** A batch with its quote. Amounts are decimal text of `currency`. */
export interface BatchToApprove {
  readonly batch: string;
  readonly currency: string;
  readonly payments: number;
  readonly sending: string;
  readonly fees: string;
  /** The part of the fees that is deducted from what recipients get. */
  readonly recipientFees: string;
  /** The total debit. */
  readonly debit: string;
  /** Recipients get, by currency, at the price of the quote; null if the batch was not priced yet. */
  readonly arrives: Readonly<Record<string, string>> | null;
  /** From `currency` to the currency that recipients get; null if they get several currencies, or the same one. */
  readonly rate: string | null;
  /** ISO 8601. After it the batch is quoted again, and needs a new approval if the price moved too far. */
  readonly quoteHoldsUntil: string;
  /** The approval reason; null if none is recorded. */
  readonly why: string | null;
  /** The hash of what is approved in this batch, in hex. */
  readonly hash: string;
  /** 2 if two approvers are required, else 1. */
  readonly approversNeeded: number;
  /** The first of two approvers; null if nobody has approved this exact hash. */
  readonly approvedFirstBy: string | null;
}

/** All that an approver needs to know about a run, from the ledger alone. The greatest risk comes first. */
export interface ApprovalSummary {
  readonly run: string;
  /** Payments to bank details other than those last paid. */
  /** `uncertain`: of them, those whose account may be the one last paid. */
  readonly changedAccounts: {
    readonly count: number;
    readonly uncertain: number;
    readonly shown: readonly ChangedPayment[];
  };
  /** Payments to changed bank details that nobody has noted as verified. An approval needs a note if there are any. */
  readonly unverified: number;
  readonly verifications: readonly VerificationNote[];
  /** What else is unusual, each with its reason. */
  readonly unusual: readonly Unusual[];
  /** An account changed at the service since the batches were created: this run can only be rejected. */
  readonly accountsMoved: boolean;
  /** Other payments that were on hold and released. */
  readonly released: { readonly count: number; readonly shown: readonly ReleasedPayment[] };
  /** Payments with warnings about fraud or mistakes, which stop nothing by themselves. */
  readonly warned: { readonly count: number; readonly shown: readonly WarnedOfPayment[] };
  readonly newPayees: { readonly count: number; readonly payments: number; readonly largest: readonly NamedPayment[] };
  readonly payments: number;
  readonly payees: number;
  readonly batches: readonly BatchToApprove[];
  /** The total debit of each balance, and its amount when the service was last asked. */
  readonly balances: readonly BalanceAfter[];
  readonly largest: readonly NamedPayment[];
  readonly comparison: RunComparison | null;
  readonly held: {
    readonly count: number;
    readonly reasons: readonly { readonly code: string; readonly reason: string; readonly payments: number }[];
    readonly shown: readonly (Omit<NamedPayment, 'account'> & { readonly code: string; readonly reason: string })[];
  };
  readonly sameSheet: SameSheet | null;
  /** Null if it is sent as soon as it is approved. */
  readonly payDate: PayDate | null;
  readonly merchant: string;
  readonly sheet: string | null;
  /** The maker of the run, who may not approve it. */
  readonly maker: string;
  /** The user of the operating system account from which it was made, who may not approve it either; null if none. */
  readonly accountUser: string | null;
  /** Users who typed bank details that it pays. They may not approve it either. */
  readonly bankDetailAuthors: readonly BankDetailAuthor[];
  /** Users who released changed bank details in it. Their approval is the first of two. */
  readonly changesReleasedBy: readonly string[];
  readonly madeAt: string;
  /** The approval reasons of its batches. */
  readonly why: readonly string[];
  /** How many approvals it needs, and how many of exactly this it has. */
  readonly approvals: { readonly needed: 1 | 2; readonly given: 0 | 1 };
  /** The hash of what is approved, in hex. The approval is bound to it. */
  readonly hash: string;
}

/** The summary of a run that awaits approval, from one snapshot. Throws `run_unknown`, `not_waiting`. */
export function approvalSummary({ tx }: Pick<Ledger, 'tx'>, id: string): Promise<ApprovalSummary> {
  return tx(async (db) => {
    await readOneMoment(db);
    const run = await getRun(db, id);
    const batches = await waitingBatches(db, run.id);
    if (batches.length === 0) throw new PayrunError('not_waiting', { run: id });
    const ids = batches.map((batch) => batch.id);
    const found = await waitingPayments(db, ids, MOST, MOST_TO_ASK);
    const [status] = await readRunStatuses(db, [run.id]);
    const held = await heldPayments(db, run.id, MOST);
    const released = await releasedOnes(db, run.id, [...found.changedShown, ...found.releasedShown]);
    const debits = debitsByCurrency(batches.map(debitOf));
    const hashes: Buffer[] = [];
    for (const batch of batches) hashes.push(await approvalHash(db, batch));
    let moved = false;
    for (const batch of batches) moved ||= (await accountsMoved(db, batch.id)) !== null;
    const shown = batches.map((batch, i) => waitingBatch(batch, hashes[i]!));
    const two =
      shown.some(({ approversNeeded }) => approversNeeded === 2) ||
      (await hasUnknownAuthor(db, run.id, ids)) ||
      (await isAboveTwo(db, run.id));
    return {
      run: String(run.id),
      changedAccounts: {
        count: found.changed,
        uncertain: found.uncertain,
        shown: found.changedShown.map((payment) => ({
          ...named(payment),
          country: payment.country,
          isCertain: payment.isCertain,
          released: released(payment),
          last: {
            account: payment.lastAccount,
            country: payment.lastCountry,
            amount: formatMinor(BigInt(payment.lastMinor), payment.lastCurrency),
            currency: payment.lastCurrency,
            run: String(payment.lastRun),
            row: payment.lastRow,
            at: new Date(payment.lastPaidAt).toISOString(),
          },
        })),
      },
      unverified: (await unverifiedPayments(db, run.id, ids)).length,
      verifications: (await accountVerifications(db, run.id, ids)).map(({ at, ...one }) => ({
        ...one,
        at: at.toISOString(),
      })),
      unusual: await unusualOf(db, {
        run: run.id,
        merchant: run.merchant_id,
        batches: ids,
        totals: debits.flatMap(({ currency, totalDebit }) =>
          totalDebit === null ? [] : [{ currency, minor: totalDebit }],
        ),
      }),
      accountsMoved: moved,
      released: {
        count: found.released,
        shown: found.releasedShown.map((payment) => ({ ...named(payment), released: released(payment) })),
      },
      warned: {
        count: found.warned,
        shown: found.warnedShown.map((payment) => ({ ...named(payment), warnings: payment.messages })),
      },
      newPayees: { count: found.newPayees, payments: found.newPayments, largest: found.newShown.map(named) },
      payments: countPayments(debits),
      payees: found.payees,
      batches: shown,
      balances: balancesAfter(debits, await balancesOf(db, run.merchant_id)),
      largest: found.largest.map(named),
      comparison: await compared(db, run.merchant_id, run.id),
      held: {
        count: status!.counts.held ?? 0,
        reasons: status!.reasons.flatMap(({ state, code, sentence, payments }) =>
          state === 'held' ? [{ code: code ?? state, reason: reasonWords(code, sentence), payments }] : [],
        ),
        shown: held.map(({ code, reason, ...payment }) => {
          const { account: _, ...rest } = named({ ...payment, account: null });
          return { ...rest, code, reason };
        }),
      },
      sameSheet: await sameSheet(db, run.id),
      payDate: payDateOf(run),
      merchant: run.merchant_id,
      sheet: run.sheet_id ? ((await getSheet(db, run.sheet_id))?.name ?? null) : null,
      maker: run.maker,
      accountUser: await userOfMakerAccount(db, run.id),
      bankDetailAuthors: await bankDetailAuthorsOf(db, run.id, ids),
      changesReleasedBy: await changedAccountReleasers(db, run.id, ids),
      madeAt: run.created_at.toISOString(),
      why: [...new Set(batches.flatMap(({ note }) => note ?? []))],
      approvals: { needed: two ? 2 : 1, given: shown.every(({ approvedFirstBy }) => approvedFirstBy !== null) ? 1 : 0 },
      hash: hashOfAll(hashes).toString('hex'),
    };
  });
}

/** The batches of a run that can be approved: those with a quote. */
export async function waitingBatches(db: Db, run: bigint): Promise<readonly BatchRow[]> {
  return (await batchesOf(db, run, 'quoted')).filter(({ quote }) => quote !== null);
}

function named({ row, reference, payee, currency, minor, account }: Omit<SummarizedPayment, 'payment'>): NamedPayment {
  return { row, reference, payee, amount: formatMinor(BigInt(minor), currency), currency, account };
}

async function releasedOnes(db: Db, run: bigint, payments: readonly SummarizedPayment[]) {
  const releases = await releasesOf(
    db,
    run,
    payments.map(({ payment }) => payment),
  );
  const byPayment = new Map(releases.map((release) => [release.payment, release]));
  return ({ payment }: SummarizedPayment) => {
    const found = byPayment.get(payment);
    return found ? { by: found.by, at: found.at.toISOString(), was: found.was } : null;
  };
}

const debitOf = ({ currency, payments, quote }: BatchRow): DebitSum => ({
  currency,
  payments,
  totalDebit: quote === null ? null : BigInt(quote.debitMinor),
});

function waitingBatch(batch: BatchRow, hash: Buffer): BatchToApprove {
  const { id, currency, payments, priced, note } = batch;
  const quote = batch.quote!;
  const amount = (minor: string) => formatMinor(BigInt(minor), currency);
  return {
    batch: id,
    currency,
    payments,
    sending: amount(quote.sendingMinor),
    fees: amount(quote.feesMinor),
    recipientFees: amount(String(recipientFees(quote))),
    debit: amount(quote.debitMinor),
    arrives:
      priced && Object.fromEntries(Object.entries(priced).map(([to, minor]) => [to, formatMinor(BigInt(minor), to)])),
    rate: averageRate({ currency, minor: BigInt(quote.sendingMinor) - recipientFees(quote) }, priced),
    quoteHoldsUntil: new Date(quote.expiresAt).toISOString(),
    why: note,
    hash: hash.toString('hex'),
    approversNeeded: batch.approvers_needed,
    approvedFirstBy: batch.first_hash?.equals(hash) ? batch.first_by : null,
  };
}
