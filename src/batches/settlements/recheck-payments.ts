import { recordFoundPayments } from '../../discrepancies/found-payments.ts';
import { appendEvent } from '../../ledger/audit/audit-chain.ts';
import { getBatch } from '../../ledger/batches/batch.ts';
import { orderedPayments } from '../../ledger/payments/known-payments.ts';
import {
  equalDays,
  type RecordedUnpaid,
  type ReportedPaid,
  recordedUnpaidBeforePaying,
  recordReportedPaid,
  type ServiceReport,
} from '../../ledger/payments/recorded-unpaid.ts';
import { outdateReport } from '../../ledger/runs/run-looks.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import type { ActiveRun, StepDeps } from '../../step.ts';
import { findAllAtService, type PaymentAtService, type SearchResult } from '../outcomes/find-at-service.ts';
import { comparedOutcome } from '../outcomes/read-outcomes.ts';
import { toNoAnswer } from '../reconciliations/unreadable-batch.ts';
import { isPayable } from './check-outcome.ts';

type Deps = Pick<StepDeps, 'ledger' | 'service' | 'clock' | 'signal'>;

/**
 * Reads payments again that were confirmed as not paid. If the service pays or has paid one after all, it holds its
 * reference again, and an event records it. Before a reference is paid again, a payment that may have been paid becomes
 * unconfirmed. One call per batch, one per 1,000 of its payments, and one per recipient. Returns the runs that changed.
 */
export async function recheckPayments(
  deps: Deps,
  payments: readonly RecordedUnpaid[],
  { isBeforePaying = false } = {},
): Promise<ReadonlySet<bigint>> {
  const changed = new Set<bigint>();
  for (const [batch, of] of Map.groupBy(payments, (one) => one.batch)) {
    deps.signal.throwIfAborted();
    const shown = await findPayments(deps, of, isBeforePaying);
    for (const run of await recordFound(deps, batch, of, shown)) changed.add(run);
  }
  return changed;
}

/**
 * Before payments that were not paid are paid again, under their reference or another one, the service is read again.
 * Rows that it has paid are put on hold. All rows of the run, or those of one of its batches.
 */
export async function recheckUnpaid(run: Pick<ActiveRun, 'id'>, deps: StepDeps, batch?: string): Promise<void> {
  const days = equalDays((await deps.rules()).duplicateDays, deps.config.returnDays);
  const unpaid = await recordedUnpaidBeforePaying(deps.ledger.db, { run: run.id, batch: batch ?? null, days });
  await recheckPayments(deps, unpaid, { isBeforePaying: true });
}

/** The service's view of payments that were confirmed as not paid, by the ledger's ids. */
interface Shown {
  readonly found: ReadonlyMap<string, RemotePayment>;
  /** Reasons, as sentences, to doubt that a payment was not paid. */
  readonly doubts: ReadonlyMap<string, string>;
}

/**
 * Reads the payments of one batch by the same calls that confirmed them as not paid. Doubts count only before a
 * reference is paid again: until then no money depends on them.
 */
async function findPayments(deps: Deps, of: readonly RecordedUnpaid[], isBeforePaying: boolean): Promise<Shown> {
  const { service, signal } = deps;
  let at: ReadonlyMap<string, SearchResult>;
  try {
    at = await findAllAtService(service, of[0]!.batchRemoteId, of, { signal });
  } catch (error) {
    const how = isBeforePaying ? toNoAnswer(error) : null;
    if (!how) throw error;
    const doubt = `It may have been paid after all: ${how.reason}.`;
    return { found: new Map(), doubts: new Map(of.map(({ id }) => [id, doubt])) };
  }
  const found = new Map<string, RemotePayment>();
  const doubts = new Map<string, string>();
  for (const [id, result] of at) {
    const copy = strongest(result.found);
    if (copy) found.set(id, copy.payment);
    const doubt = isBeforePaying && (copy === null || !isPayable(copy)) ? doubtOf(result) : null;
    if (doubt !== null) doubts.set(id, doubt);
  }
  return { found, doubts };
}

/** Ranks the remote copies of a payment: money that has left outranks money that may still leave. */
function rankOf(copy: PaymentAtService): number {
  const { status } = copy.payment;
  if (status === 'processed') return 5;
  if (status === 'processing') return 4;
  if (isPayable(copy)) return 3;
  if (status === 'returned') return 2;
  return status === 'pending' ? 0 : 1;
}

/** The copy that decides; null if no copy was or can be paid. */
function strongest(copies: readonly PaymentAtService[]): PaymentAtService | null {
  const [first] = copies.toSorted((a, b) => rankOf(b) - rankOf(a));
  return first && rankOf(first) > 0 ? first : null;
}

function doubtOf({ unreadable, found, isListed }: SearchResult): string | null {
  if (unreadable !== null)
    return `The payout service shows a payment that may be this one in a format that Payrun cannot read${unreadable && ` (${unreadable})`}.`;
  if (found.length === 0 && !isListed) return 'The payout service no longer lists its recipient’s payments.';
  return null;
}

async function recordFound(
  { ledger, clock }: Deps,
  batchId: string,
  of: readonly RecordedUnpaid[],
  { found, doubts }: Shown,
): Promise<readonly bigint[]> {
  const rows = await orderedPayments(ledger.db, batchId, [...found.keys()]);
  const outcomes = of.flatMap(({ id }): readonly ServiceReport[] => {
    const doubt = doubts.get(id);
    if (doubt !== undefined) return [doubted(id, doubt)];
    const [row, payment] = [rows.get(id), found.get(id)];
    const outcome = row && payment ? comparedOutcome(ledger.vault, row, payment) : null;
    return outcome ? [{ ...outcome, status: payment!.status, doubt: null }] : [];
  });
  if (outcomes.length === 0) return [];
  const { run, merchant } = of[0]!;
  const at = new Date(clock.now());
  return ledger.tx(async (db) => {
    const moved: ReportedPaid[] = [];
    for (const outcome of outcomes) {
      const one = await recordReportedPaid(db, { run, merchant }, outcome);
      if (one) moved.push(one);
    }
    if (moved.length === 0) return [];
    for (const [state, some] of Map.groupBy(moved, (one) => one.state)) {
      const data = { batch: batchId, state, payments: some.map(({ id }) => id) };
      await appendEvent(db, { chain: `run-${run}`, at, actor: 'payrun', kind: 'paid_after_all', data });
    }
    const differing = new Set(outcomes.flatMap(({ id, state }) => (state === 'discrepancy' ? id : [])));
    const differingPayments = [...found].flatMap(([id, payment]) => (differing.has(id) ? payment : []));
    await recordFoundPayments(db, ledger.vault, await getBatch(db, batchId), differingPayments, at);
    await outdateReport(db, run);
    return [run, ...moved.flatMap(({ held }) => held)];
  });
}

/** A payment that may or may not have been paid, which cannot be determined. */
function doubted(id: string, doubt: string): ServiceReport {
  const amounts = { sourceMinor: null, feesMinor: null, recipientFeesMinor: null, rate: null, targetCurrency: null };
  return {
    id,
    state: 'batched',
    remoteId: null,
    ...amounts,
    targetMinor: null,
    reasonCode: null,
    reason: null,
    status: '',
    doubt,
  };
}
