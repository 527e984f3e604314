import { recordFoundPayments } from '../../discrepancies/found-payments.ts';
import { isError } from '../../errors.ts';
import { recordBatchDiscrepancy } from '../../ledger/batches/batch-discrepancy.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import type { Db } from '../../ledger/db/db.ts';
import { type OrderedPayment, orderedPayments } from '../../ledger/payments/known-payments.ts';
import {
  countOpenPayments,
  markUnknownStatus,
  markUnlisted,
  type PaymentOutcome,
  recordOutcomes,
} from '../../ledger/payments/payment-outcome.ts';
import { type RecordedUnpaid, unpaidAtService } from '../../ledger/payments/recorded-unpaid.ts';
import { namedAccount } from '../../ledger/payments/sealed-row.ts';
import type { Vault } from '../../ledger/vault/vault.ts';
import type { AccountDraft } from '../../model.ts';
import { readServiceAmount, showMoney } from '../../money.ts';
import { pluralize } from '../../platform/pluralize.ts';
import { abortWithReader, listedOnce, pagesAhead } from '../../service/payment-pages.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { getUnreadableRecords } from '../../service/shapes/unreadable-records.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { compareExecuted, reportedName } from './compare-executed-payment.ts';
import { isKnownStatus, isLedgerId, toPaymentOutcome } from './outcome-of.ts';

const PAGE = 1_000;

/**
 * Reads the outcomes of an ended batch, one call per 1,000 payments, and compares each payment with the order. After a
 * crash it continues with the first page that was not recorded, unless the service may have other payments than the
 * ledger (`isWhole` false). If some are still missing then, it reads all pages. Returns payments that the service had
 * reported as failed or returned and now shows differently.
 */
export async function readOutcomes(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  isWhole: boolean,
): Promise<readonly RecordedUnpaid[]> {
  const { service, ledger, signal } = deps;
  const listed = new Set<string>();
  const seen = new Set<string>();
  const strange: { id: string; reason: string }[] = [];
  const contradicted: RecordedUnpaid[] = [];
  let odd = 0;
  const ask = (page: number, leaving: AbortSignal) =>
    service.call(
      'listBatchPayments',
      { params: { id: batch.remote_id! }, query: { page, pageSize: PAGE } },
      abortWithReader({ signal }, leaving),
    );
  const recordPage = async (answer: Awaited<ReturnType<typeof ask>>) => {
    odd += getUnreadableRecords(answer).length;
    const { known, unplanned } = await classifyRecords(deps, batch, listedOnce(answer.payments, seen), listed);
    for (const [{ id }, { status }] of known) if (!isKnownStatus(status)) strange.push(strangeStatus(id, status));
    const outcomes = known.flatMap(([ordered, payment]) => comparedOutcome(ledger.vault, ordered, payment) ?? []);
    const except = (...states: readonly string[]) =>
      outcomes.flatMap(({ id, state }) => (states.includes(state) ? [] : id));
    const unlike = { failed: except('failed'), back: except('failed', 'returned') };
    contradicted.push(...(await unpaidAtService(ledger.db, batch.id, unlike)));
    await fenced(run, deps, async (db) => {
      await recordOutcomes(db, batch.id, outcomes);
      await recordFoundDiscrepancies(db, run, deps, batch, outcomes);
      const differing = new Set(outcomes.flatMap(({ id, state }) => (state === 'discrepancy' ? id : [])));
      const differ = known.flatMap(([{ id }, payment]) => (differing.has(id) ? payment : []));
      const added = unplanned.filter(({ status }) => !NOT_MADE.has(status));
      await recordFoundPayments(db, ledger.vault, batch, [...differ, ...added], new Date(deps.clock.now()));
      for (const payment of added) await noteUnplanned(db, run, deps, batch, payment);
    });
  };

  const open = () => countOpenPayments(ledger.db, batch.id);
  const before = await open();
  if (before === 0 && isWhole) return contradicted;
  // The service lists payments in a stable order, so the recorded pages come first. If it does not, the rest is read
  // below.
  const first = isWhole ? Math.floor((batch.payments - before) / PAGE) + 1 : 1;
  for await (const answer of pagesAhead(ask, first)) await recordPage(answer);
  if (first > 1 && (await open()) === 0) return contradicted;
  for (let page = 1; page < first; page++) await recordPage(await ask(page, signal));

  await fenced(run, deps, async (db) => {
    const unlisted = await markUnlisted(
      db,
      batch.id,
      [...listed],
      odd > 0
        ? 'The payout service shows the outcome of this payment in a format that Payrun cannot read. Check it there, then confirm the outcome.'
        : 'The batch has ended in the payout service, but this payment is not in it. Check it in the payout service.',
    );
    // As many of the unreadable records may be ours as payments of ours are missing.
    const others = odd - (batch.payments - listed.size);
    if (others > 0) await noteOdd(db, run, deps, batch, others);
    const payments = unlisted + (await markUnknownStatus(db, batch.id, strange));
    if (payments > 0) await audit(db, run, deps, 'payments_unknown', { batch: batch.id, payments });
  });
  return contradicted;
}

type Sorted = {
  readonly known: readonly (readonly [OrderedPayment, RemotePayment])[];
  readonly unplanned: readonly RemotePayment[];
};

/**
 * Sorts payments into those that the ledger ordered and those that no one ordered. A second payment under an id of ours
 * is unplanned.
 */
async function classifyRecords(
  { ledger }: StepDeps,
  batch: BatchRow,
  payments: readonly RemotePayment[],
  listed: Set<string>,
): Promise<Sorted> {
  const ids = payments.flatMap(({ externalId }) => (isLedgerId(externalId) ? externalId : []));
  const rows = await orderedPayments(ledger.db, batch.id, ids);
  const known: [OrderedPayment, RemotePayment][] = [];
  const unplanned: RemotePayment[] = [];
  for (const payment of payments) {
    const row = rows.get(payment.externalId ?? '');
    const isOther = row && (listed.has(row.id) || (row.remote_id !== null && row.remote_id !== payment.id));
    if (!row || isOther) unplanned.push(payment);
    else {
      listed.add(row.id);
      known.push([row, payment]);
    }
  }
  return { known, unplanned };
}

/** The bank details of its row, if they can be read; `payrun verify` reports rows that cannot. */
function accountOf(vault: Vault, ordered: OrderedPayment): AccountDraft | null {
  try {
    return namedAccount(vault, ordered) ?? null;
  } catch (error) {
    if (!isError(error, 'vault_damaged')) throw error;
    return null;
  }
}

/**
 * The outcome that the service's payment means for the ledger. A payment that was made differently from its order is a
 * discrepancy, with both figures. A failed or returned payment is not compared: it paid no one. Null for an unknown
 * status.
 */
export function comparedOutcome(vault: Vault, ordered: OrderedPayment, payment: RemotePayment): PaymentOutcome | null {
  const outcome = toPaymentOutcome(payment, ordered.source_currency);
  if (outcome?.state !== 'processed') return outcome;
  const found = compareExecuted(ordered, payment, accountOf(vault, ordered));
  return found ? { ...outcome, state: 'discrepancy', reasonCode: found.code, reason: found.reason } : outcome;
}

/** Records payments that were made differently from their order in the audit. */
export async function recordFoundDiscrepancies(
  db: Db,
  run: ActiveRun,
  deps: StepDeps,
  batch: Pick<BatchRow, 'id'>,
  outcomes: readonly PaymentOutcome[],
): Promise<void> {
  const payments = outcomes.filter(({ state }) => state === 'discrepancy').map(({ id }) => id);
  if (payments.length > 0) await audit(db, run, deps, 'payments_differ', { batch: batch.id, payments });
}

function strangeStatus(id: string, status: string) {
  const reason = `The payout service reports this payment as "${status}", which Payrun does not recognize. Check it in the payout service.`;
  return { id, reason };
}

/** Payments with these statuses paid no one. */
const NOT_MADE: ReadonlySet<string> = new Set(['failed', 'returned']);

async function noteUnplanned(
  db: Db,
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  payment: RemotePayment,
): Promise<void> {
  const what = `${describePayment(payment)} was paid in its batch in the payout service (payment ${payment.id}), which is not in this ledger.`;
  if (await recordBatchDiscrepancy(db, { batch: batch.id, remoteId: payment.id, what }))
    await audit(db, run, deps, 'batch_differs', { batch: batch.id, remoteId: payment.id, what });
}

/** Records unreadable payments that are not among the ledger's own as one discrepancy of the batch. */
async function noteOdd(db: Db, run: ActiveRun, deps: StepDeps, batch: BatchRow, records: number): Promise<void> {
  const [remoteId, count] = [batch.remote_id!, pluralize(records, 'payment')];
  const what = `Batch ${remoteId} in the payout service contains ${count} that Payrun did not order, in a format that Payrun cannot read.`;
  if (await recordBatchDiscrepancy(db, { batch: batch.id, remoteId, what }))
    await audit(db, run, deps, 'batch_differs', { batch: batch.id, remoteId, what });
}

/** For example "50.00 EUR to Eve Example". */
export function describePayment({ sourceAmount, sourceCurrency, recipient }: RemotePayment): string {
  const minor = sourceCurrency ? readServiceAmount(sourceAmount ?? '', sourceCurrency) : null;
  const amount = minor === null ? 'A payment' : showMoney({ minor, currency: sourceCurrency! });
  return `${amount} to ${reportedName(recipient)}`;
}
