import { keepFoundPayments } from '../../discrepancies/keep-found-payments.ts';
import { isError } from '../../errors.ts';
import { appendEvent } from '../../ledger/audit/events.ts';
import { getBatch } from '../../ledger/batches/batch.ts';
import {
  type PaidAfterAll,
  recordPaidAfterAll,
  reopenRun,
  type SaidByService,
  type SaidUnpaid,
  saidUnpaidBefore,
} from '../../ledger/batches/said-unpaid.ts';
import { orderedPayments } from '../../ledger/payments/payment-outcome.ts';
import { outdateReport } from '../../ledger/runs/reported-runs.ts';
import { batchPaymentPages, paymentPages } from '../../service/payment-pages.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import type { Step, StepDeps } from '../../step.ts';
import { comparedOutcome, orderedOf } from '../outcomes/read-outcomes.ts';
import { isPayable } from './check-outcome.ts';

type Deps = Pick<StepDeps, 'ledger' | 'service' | 'clock' | 'signal'>;

/** The payments of at most this many recipients are listed if their batch does not have them. */
const MOST_RECIPIENTS = 20;

/**
 * Reads payments again that were confirmed as not paid. If the service pays or has paid one after all, it holds its
 * reference again, and an event records it. One call per 1,000 payments of their batches; payments that are not in them
 * are looked for by recipient. Returns the runs that changed.
 */
export async function readSaidUnpaid(deps: Deps, said: readonly SaidUnpaid[]): Promise<ReadonlySet<bigint>> {
  const changed = new Set<bigint>();
  for (const [batch, of] of Map.groupBy(said, (one) => one.batch)) {
    deps.signal.throwIfAborted();
    const found = await findPayments(deps, of);
    for (const run of await recordFound(deps, batch, of, found)) changed.add(run);
  }
  return changed;
}

/**
 * Before references that were confirmed as not paid are paid again, the service is read once more. Rows that it has
 * paid are put on hold.
 */
export const askOnceMore: Step = async (run, deps) => {
  await readSaidUnpaid(deps, await saidUnpaidBefore(deps.ledger.db, { run: run.id }));
};

/** The payments of one batch as the service shows them, by the ledger's ids. */
async function findPayments(deps: Deps, of: readonly SaidUnpaid[]): Promise<ReadonlyMap<string, RemotePayment>> {
  const { service, signal } = deps;
  const ids = new Set(of.map(({ id }) => id));
  const found = new Map<string, RemotePayment>();
  const note = (page: readonly RemotePayment[]) => {
    for (const payment of page) {
      const id = payment.externalId ?? '';
      if (ids.has(id) && !isMade(found.get(id))) found.set(id, payment);
    }
  };
  const unlessNotFound = async (pages: AsyncIterable<readonly RemotePayment[]>) => {
    try {
      for await (const page of pages) note(page);
    } catch (error) {
      // "Not found" adds nothing: the payments were confirmed as not paid.
      if (!isError(error, 'service_not_found')) throw error;
    }
  };
  const remoteId = of[0]!.batchRemoteId;
  // An unreadable record is not one of these, or says nothing.
  if (remoteId !== null) await unlessNotFound(batchPaymentPages({ service, signal }, remoteId, () => {}));
  const missing = of.filter(({ id }) => !found.has(id)).flatMap(({ recipientRemoteId }) => recipientRemoteId ?? []);
  for (const recipientId of [...new Set(missing)].slice(0, MOST_RECIPIENTS))
    await unlessNotFound(
      paymentPages(
        (query) => service.call('listPayments', { query: { ...query, recipientId } }, { signal }),
        () => {},
      ),
    );
  const pending = [...found].filter(([, { status }]) => status === 'pending');
  if (pending.length === 0) return found;
  const batchStatus = remoteId === null ? null : await statusOf(deps, remoteId);
  for (const [id, payment] of pending) if (!isPayable({ payment, batchStatus })) found.delete(id);
  return found;
}

const isMade = (payment: RemotePayment | undefined) =>
  payment !== undefined && (payment.status === 'processed' || payment.status === 'processing');

/** The service's status of a batch; null if the service does not know it. */
async function statusOf({ service, signal }: Deps, id: string): Promise<string | null> {
  try {
    return (await service.call('getBatch', { params: { id } }, { signal })).batch.status;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
}

async function recordFound(
  { ledger, clock }: Deps,
  batchId: string,
  of: readonly SaidUnpaid[],
  found: ReadonlyMap<string, RemotePayment>,
): Promise<readonly bigint[]> {
  const rows = await orderedPayments(ledger.db, batchId, [...found.keys()]);
  const outcomes = of.flatMap(({ id }): readonly SaidByService[] => {
    const [row, payment] = [rows.get(id), found.get(id)];
    const outcome = row && payment ? comparedOutcome(orderedOf(ledger.vault, row), payment) : null;
    return outcome ? [{ ...outcome, status: payment!.status }] : [];
  });
  if (outcomes.length === 0) return [];
  const { run, merchant } = of[0]!;
  const at = new Date(clock.now());
  return ledger.tx(async (db) => {
    const moved: PaidAfterAll[] = [];
    for (const outcome of outcomes) {
      const one = await recordPaidAfterAll(db, { run, merchant }, outcome);
      if (one) moved.push(one);
    }
    if (moved.length === 0) return [];
    for (const [state, some] of Map.groupBy(moved, (one) => one.state)) {
      const data = { batch: batchId, state, payments: some.map(({ id }) => id) };
      await appendEvent(db, { chain: `run-${run}`, at, actor: 'payrun', kind: 'paid_after_all', data });
    }
    const differing = new Set(outcomes.flatMap(({ id, state }) => (state === 'discrepancy' ? id : [])));
    const made = [...found].flatMap(([id, payment]) => (differing.has(id) ? payment : []));
    await keepFoundPayments(db, ledger.vault, await getBatch(db, batchId), made, at);
    await outdateReport(db, run);
    if (moved.some(({ state }) => state === 'discrepancy' || state === 'unknown')) await reopenRun(db, run, REOPENED);
    return [run, ...moved.flatMap(({ held }) => held)];
  });
}

const REOPENED = 'The payout service shows as paid what was said not to be paid.';
