import { type ApprovalFacts, readApprovalFacts } from '../ledger/batches/approval-facts.ts';
import { hashAll } from '../ledger/batches/approval-hash.ts';
import { lastPayments, summarizedPayments, useOneSnapshot } from '../ledger/batches/approval-summary.ts';
import { sharedAccounts, totalsAbove } from '../ledger/batches/approval-unusual.ts';
import { getBatches, getRunBatches } from '../ledger/batches/batch.ts';
import { type BatchRow, getRunDebits } from '../ledger/batches/batch-row.ts';
import type { Db } from '../ledger/db/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { getBalances, type UnsentDebit, unsentDebits } from '../ledger/merchants/balances.ts';
import { newestRules } from '../ledger/operations/money-rules.ts';
import { countUnverified } from '../ledger/payments/account-verifications.ts';
import {
  type BankDetailAuthor,
  bankDetailAuthorsByRun,
  runsWithUnknownAuthor,
} from '../ledger/payments/bank-detail-authors.ts';
import { recipientsInReview } from '../ledger/recipients/compliance.ts';
import { getRuns, type RunRow } from '../ledger/runs/run.ts';
import { readRunStatuses } from '../ledger/runs/run-facts.ts';
import { getCorrectedTotals, getTypesFromNames, sheetNames } from '../ledger/runs/sheet.ts';
import { listUsers, usersOfMakerAccounts } from '../ledger/users/user.ts';
import { formatMinor } from '../money.ts';
import type { MoneyRules } from '../money-rules.ts';
import { type ApprovalsCount, countApprovals } from '../outcomes/approvals-count.ts';
import { averageRate } from '../outcomes/average-rate.ts';
import type { StatusFacts } from '../outcomes/run-outcome.ts';
import { type DebitSum, debitsByCurrency } from '../outcomes/waiting-sums.ts';
import { firstApproverNow, lapsedReleases } from '../permissions/decisions.ts';
import { countPayments } from '../states.ts';
import { type BalanceAfter, balancesAfter, isAboveTwo } from './approval-figures.ts';
import { belowPaymentLimits, findUnusual, MOST_UNUSUAL, type Unusual } from './approval-unusual.ts';
import { recipientFees } from './recipient-fees.ts';

/** The most payments that are listed of a kind. The others are only counted. */
export const MOST = 10;
/** The most payments of the kinds to review one by one: changed bank details and released payments. */
export const MOST_TO_ASK = 200;
const LIMITS = { most: MOST, mostToAsk: MOST_TO_ASK, mostUnusual: MOST_UNUSUAL };

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
  /** The first of two approvers; null if no one who may approve it now has approved this exact hash. */
  readonly approvedFirstBy: string | null;
}

/** A run that awaits approval, as listed; everything is in its summary too. */
export interface ApprovalLine {
  readonly run: string;
  /** The run whose payments it retries; null if it is no retry. */
  readonly retryOf: string | null;
  /**
   * Payments to bank details other than those last paid, or, if nothing arrived, than those that a payment came back
   * from. `uncertain`: those whose account may be the same.
   */
  readonly changedAccounts: { readonly count: number; readonly uncertain: number };
  /** Payments to changed bank details that no one has noted as verified. An approval needs a note if there are any. */
  readonly unverified: number;
  /** Other unusual facts, each with its reason. */
  readonly unusual: readonly Unusual[];
  /** An account changed in the payout service since the batches were created: this run can only be rejected. */
  readonly accountsMoved: boolean;
  /** Other payments that were on hold and released. */
  readonly released: { readonly count: number };
  /** Payments with warnings about fraud or mistakes, which alone stop nothing. */
  readonly warned: { readonly count: number };
  /** Payments with cells that a user corrected after the upload. */
  readonly corrected: { readonly count: number };
  /**
   * Payments to recipients whose latest payment failed or was returned. `changed`: those to another account than that
   * one.
   */
  readonly cameBack: { readonly count: number; readonly changed: number };
  readonly newRecipients: { readonly count: number; readonly payments: number };
  readonly payments: number;
  readonly recipients: number;
  readonly batches: readonly BatchToApprove[];
  /** The total debit of each balance, and its amount when the service was last asked. */
  readonly balances: readonly BalanceAfter[];
  readonly held: { readonly count: number };
  readonly merchant: string;
  readonly sheet: string | null;
  /** The uploader of the run, who may not approve it. */
  readonly maker: string;
  /** The user of the operating system account from which it was made, who may not approve it either; null if none. */
  readonly accountUser: string | null;
  /** Users who typed bank details that it pays. They may not approve it either. */
  readonly bankDetailAuthors: readonly BankDetailAuthor[];
  readonly madeAt: string;
  /** When its uploader submitted it; for a run that needed no submission, when it was created. */
  readonly submittedAt: string;
  /**
   * The debits of the run in the currencies that await approval, as decimal text by currency, which limits of users
   * apply to: batches that were approved before count too.
   */
  readonly runDebits: Readonly<Record<string, string>>;
  readonly approvals: ApprovalsCount;
  /** The hash of what is approved, in hex. The approval is bound to it. */
  readonly hash: string;
}

/** Of these runs, those that await approval, newest first, from one snapshot. */
export function listApprovals({ tx }: Pick<Ledger, 'tx'>, runs: readonly bigint[]): Promise<readonly ApprovalLine[]> {
  return tx(async (db) => {
    await useOneSnapshot(db);
    return (await readApprovalLines(db, await getRuns(db, runs))).map(({ line }) => line);
  });
}

/** A line, and what it was made of. */
export interface FoundApproval {
  readonly line: ApprovalLine;
  readonly facts: ApprovalFacts;
  /** The batches that can be approved. */
  readonly waiting: readonly BatchRow[];
  readonly status: StatusFacts;
}

/** Of these runs, those that await approval. Only the facts need a query for each run. */
export async function readApprovalLines(db: Db, runs: readonly RunRow[]): Promise<readonly FoundApproval[]> {
  const batches = Map.groupBy(
    await getRunBatches(
      db,
      runs.map(({ id }) => id),
    ),
    ({ run_id }) => run_id,
  );
  const waiting = runs
    .map((run) => ({ run, all: batches.get(run.id) ?? [], batches: (batches.get(run.id) ?? []).filter(isWaiting) }))
    .filter((one) => one.batches.length > 0);
  if (waiting.length === 0) return [];
  const rules = (await newestRules(db))?.rules;
  const limits = { ...LIMITS, duplicateDays: rules?.duplicateDays ?? 0 };
  const ranges = belowPaymentLimits(rules ?? null);
  const known: (FoundRun & { readonly facts: ApprovalFacts })[] = [];
  for (const one of waiting) known.push({ ...one, facts: await readApprovalFacts(db, one.batches, limits, ranges) });
  const about = await readAbout(db, known);
  return known.map((one) => ({
    line: lineOf(one, about, rules ?? null),
    facts: one.facts,
    waiting: one.batches,
    status: about.statuses.get(one.run.id)!,
  }));
}

/** A run with all its batches and those that can be approved. */
interface FoundRun {
  readonly run: RunRow;
  readonly all: readonly BatchRow[];
  readonly batches: readonly BatchRow[];
}

/** Facts about several runs, each by one query. */
async function readAbout(db: Db, found: readonly (FoundRun & { readonly facts: ApprovalFacts })[]) {
  const runs = found.map(({ run }) => run.id);
  const batches = found.flatMap((one) => one.batches.map(({ id }) => id));
  const changed = found.flatMap(({ facts }) => facts.changed.map(({ payment }) => payment));
  const balances = new Map<string, Awaited<ReturnType<typeof getBalances>>>();
  const unsent = new Map<string, readonly UnsentDebit[]>();
  for (const merchant of new Set(found.map(({ run }) => run.merchant_id))) {
    balances.set(merchant, await getBalances(db, merchant));
    unsent.set(merchant, await unsentDebits(db, merchant));
  }
  const firsts = new Map<string, string | null>();
  for (const { batches, facts } of found)
    for (const [i, batch] of batches.entries())
      firsts.set(batch.id, await firstApproverNow(db, batch, facts.hashes[i]!));
  const shared = new Map<bigint, Awaited<ReturnType<typeof sharedAccounts>>>();
  for (const { run, facts, batches } of found)
    shared.set(
      run.id,
      await sharedAccounts(
        db,
        batches.map(({ id }) => id),
        facts.sharedAccounts.keys,
      ),
    );
  const sheets = found.flatMap(({ run }) => run.sheet_id ?? []);
  return {
    balances,
    unsent,
    shared,
    statuses: new Map((await readRunStatuses(db, runs)).map((status) => [status.run, status])),
    unverified: await countUnverified(db, {
      ...{ runs, batches, changed },
      lapsed: (await lapsedReleases(db, runs, batches)).flatMap(({ payments }) => payments),
    }),
    firsts,
    unknownAuthors: await runsWithUnknownAuthor(db, runs, batches),
    authors: await bankDetailAuthorsByRun(db, runs, batches),
    accountUsers: await usersOfMakerAccounts(db, runs),
    sheets: await sheetNames(db, sheets),
    typesFromNames: await getTypesFromNames(db, sheets),
    correctedTotals: await getCorrectedTotals(db, sheets),
    totalsAbove: await totalsAbove(db, runs),
    inReview: await recipientsInReview(db, batches),
    unusualPayments: await summarizedPayments(
      db,
      found.flatMap(({ facts }) =>
        [...facts.amountsAbove.shown, ...facts.sameAmounts.shown].map(({ payment }) => payment),
      ),
    ),
    sameAmounts: await lastPayments(
      db,
      found.flatMap(({ facts }) => facts.sameAmounts.shown.map(({ other }) => other)),
    ),
    users: await listUsers(db),
  };
}

function lineOf(
  { run, all, batches, facts }: FoundRun & { readonly facts: ApprovalFacts },
  about: Awaited<ReturnType<typeof readAbout>>,
  rules: Pick<MoneyRules, 'approval'> | null,
): ApprovalLine {
  const debits = debitsOf(batches, debitIn);
  const isRetry = run.parent_run !== null;
  const shown = batches.map((batch, i) => waitingBatch(batch, facts.hashes[i]!, about.firsts.get(batch.id)!));
  return {
    run: String(run.id),
    retryOf: run.parent_run === null ? null : String(run.parent_run),
    changedAccounts: {
      count: facts.changed.length,
      uncertain: facts.changed.filter(({ isCertain }) => !isCertain).length,
    },
    unverified: about.unverified.get(run.id) ?? 0,
    unusual: findUnusual({
      ...{ merchant: run.merchant_id, facts, rules },
      totals: sumsOf(batches, debitIn),
      shared: about.shared.get(run.id)!,
      above: about.totalsAbove.get(run.id) ?? [],
      inReview: about.inReview.get(run.id),
      deducted: sumsOf(batches, recipientFees),
      withheld: sumsOf(batches, withheldIn),
      // A retry pays some rows of the sheet, so their sum says nothing about it.
      correctedTotals: (isRetry || run.sheet_id === null ? null : about.correctedTotals.get(run.sheet_id)) ?? [],
      typesFromNames: (isRetry || run.sheet_id === null ? null : about.typesFromNames.get(run.sheet_id)) ?? null,
      payments: about.unusualPayments,
      sameAmounts: about.sameAmounts,
      users: about.users,
    }),
    accountsMoved: facts.accountsMoved,
    released: { count: facts.released.count },
    warned: { count: facts.warned.count },
    corrected: { count: facts.corrected.count },
    cameBack: { count: facts.cameBack.count, changed: facts.cameBack.changed },
    newRecipients: { count: facts.fresh.recipients, payments: facts.fresh.payments },
    payments: countPayments(debits),
    recipients: facts.recipients,
    batches: shown,
    balances: balancesAfter(debits, about.balances.get(run.merchant_id)!, {
      unsent: about.unsent.get(run.merchant_id)!,
      run: run.id,
    }),
    held: { count: about.statuses.get(run.id)!.counts.held ?? 0 },
    merchant: run.merchant_id,
    sheet: (run.sheet_id && about.sheets.get(run.sheet_id)) ?? null,
    maker: run.maker,
    accountUser: about.accountUsers.get(run.id) ?? null,
    bankDetailAuthors: about.authors.get(run.id) ?? [],
    runDebits: Object.fromEntries(
      getRunDebits(batches, all).map(({ currency, minor }) => [currency, formatMinor(minor, currency)]),
    ),
    madeAt: run.created_at.toISOString(),
    submittedAt: (run.confirmed_at ?? run.created_at).toISOString(),
    approvals: countApprovals(shown, about.unknownAuthors.has(run.id) || isAboveTwo(rules, all)),
    hash: hashAll(facts.hashes).toString('hex'),
  };
}

/** Whether a batch can be approved: it has a quote. */
export const isWaiting = ({ state, quote }: BatchRow): boolean => state === 'quoted' && quote !== null;

/** The batches of a run that can be approved: those with a quote. */
export async function waitingBatches(db: Db, run: bigint): Promise<readonly BatchRow[]> {
  return (await getBatches(db, run, 'quoted')).filter(isWaiting);
}

type Quote = NonNullable<BatchRow['quote']>;
const debitIn = ({ debitMinor }: Quote): bigint => BigInt(debitMinor);
const withheldIn = ({ withheldMinor }: Quote): bigint => BigInt(withheldMinor ?? 0n);

const debitsOf = (batches: readonly BatchRow[], minorIn: (quote: Quote) => bigint): readonly DebitSum[] =>
  debitsByCurrency(
    batches.map(({ currency, payments, quote }) => ({ currency, payments, totalDebit: quote && minorIn(quote) })),
  );

/** The sums by currency that are more than zero. */
const sumsOf = (batches: readonly BatchRow[], minorIn: (quote: Quote) => bigint) =>
  debitsOf(batches, minorIn).flatMap(({ currency, totalDebit: minor }) => (minor ? [{ currency, minor }] : []));

function waitingBatch(batch: BatchRow, hash: Buffer, approvedFirstBy: string | null): BatchToApprove {
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
    rate: averageRate(
      { currency, minor: BigInt(quote.sendingMinor) - recipientFees(quote) - withheldIn(quote) },
      priced,
    ),
    quoteHoldsUntil: new Date(quote.expiresAt).toISOString(),
    why: note,
    hash: hash.toString('hex'),
    approversNeeded: batch.approvers_needed,
    approvedFirstBy,
  };
}
