import { isError } from '../errors.ts';
import { getBatch } from '../ledger/batches/batch.ts';
import type { BatchRow } from '../ledger/batches/batch-row.ts';
import { getBatchRecordedUnpaid, unpaidAtService } from '../ledger/payments/recorded-unpaid.ts';
import { type ProcessedPayment, processedAmong } from '../ledger/payments/returned-payment.ts';
import { getRunHints, type Hint, markDeliveries } from '../ledger/webhooks/webhook-delivery.ts';
import { hasEnded } from '../service/remote-fields.ts';
import type { RemotePayment } from '../service/shapes/answer-shapes.ts';
import { type BatchState, BEFORE_START } from '../states.ts';
import type { ActiveRun, StepDeps } from '../step.ts';
import { recordReturns, recordUnconfirmed } from './outcomes/read-returns.ts';
import { readExternalStart } from './read-external-starts.ts';
import { readUnconfirmedBatch } from './read-unconfirmed.ts';
import { unlessUnreadable } from './reconciliations/unreadable-batch.ts';
import { FOLLOWED } from './settlements/follow-batch.ts';
import { recheckPayments } from './settlements/recheck-payments.ts';

const PAGE = 1_000;
const IS_FOLLOWED: ReadonlySet<BatchState> = new Set(FOLLOWED);
const IS_OVER: ReadonlySet<BatchState> = new Set(['settled', 'void', 'rejected_at_service']);

/**
 * Reads the objects of the run's webhook deliveries: a batch whose end they announce, a batch that has no start in
 * force, and a payment whose outcome differs from the ledger. Payments of a started batch are read with their batch
 * when it ends. The content of a delivery is not recorded, and one whose read fails is read again. `follow` reads a
 * batch in a state of `FOLLOWED`. Returns how many deliveries came, and after how many of them something was read.
 */
export async function readHints(
  run: ActiveRun,
  deps: StepDeps,
  follow: (batch: BatchRow) => Promise<void>,
): Promise<{ readonly came: number; readonly read: number }> {
  const { db } = deps.ledger;
  for (let [came, read] = [0, 0]; ; ) {
    const hints = await getRunHints(db, run.id, PAGE);
    for (const [id, some] of Map.groupBy(hints, ({ batch }) => batch)) {
      deps.signal.throwIfAborted();
      const wasRead = await readHinted(run, deps, await getBatch(db, id), some, follow);
      const ids = some.map((hint) => hint.id);
      await markDeliveries(db, ids, wasRead ? 'read' : 'covered');
      if (wasRead) read += ids.length;
    }
    came += hints.length;
    if (hints.length < PAGE) return { came, read };
  }
}

/** Returns true if the service was read. */
async function readHinted(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  hints: readonly Hint[],
  follow: (batch: BatchRow) => Promise<void>,
): Promise<boolean> {
  const { db } = deps.ledger;
  const isDue = !IS_OVER.has(batch.state) && hints.some((hint) => concernsBatch(hint, batch));
  if (isDue) {
    if (BEFORE_START.includes(batch.state)) await readExternalStart(run, deps, batch);
    if (batch.state === 'unknown') await readUnconfirmedBatch(run, deps, batch);
    const now = await getBatch(db, batch.id);
    if (IS_FOLLOWED.has(now.state)) await follow(now);
  }
  const ids = hints.flatMap((hint) => (contradicts(hint, batch) ? hint.payment! : []));
  if (ids.length === 0) return isDue;
  const leave = async () => {};
  await unlessUnreadable(run, deps, batch, () => readPayments(run, deps, batch.id, ids), leave);
  return true;
}

/** Whether the batch has to be read for it. */
function concernsBatch({ action, payment, payment_state }: Hint, { state, remote_status }: BatchRow): boolean {
  if (state !== 'started') return true;
  if (payment === null) return action !== 'processing';
  return (payment_state === 'batched' || payment_state === 'unknown') && hasEnded(remote_status ?? '');
}

/** Whether it announces another end of a payment than the ledger has. A payment is returned after it was processed. */
function contradicts({ action, payment, payment_state }: Hint, { state }: BatchRow): boolean {
  if (payment === null || payment_state === 'batched') return false;
  if (payment_state === 'unknown') return state === 'settled';
  const same = payment_state === 'discrepancy' ? 'processed' : payment_state;
  return action !== same && !(action === 'processed' && payment_state === 'returned');
}

/** Reads payments with an outcome again: one call for each that was paid, one list for those that were not. */
async function readPayments(run: ActiveRun, deps: StepDeps, batch: string, ids: readonly string[]): Promise<void> {
  const { db } = deps.ledger;
  const paid = await processedAmong(db, run.merchant, ids);
  const others = ids.filter((id) => !paid.some((one) => one.id === id));
  const returned = new Map<string, RemotePayment>();
  const failed: ProcessedPayment[] = [];
  for (const one of paid) {
    const payment = await readPayment(deps, one);
    if (payment?.externalId !== one.id) continue;
    if (payment.status === 'returned') returned.set(one.id, payment);
    if (payment.status === 'failed') failed.push(one);
  }
  const came = paid.filter(({ id }) => returned.has(id));
  await recordReturns(run, deps, came, returned);
  await recordUnconfirmed(run, deps, failed, 'failed_after_paid');
  if (others.length === 0) return;
  const unpaid = await unpaidAtService(db, batch, { failed: others, back: others });
  await recheckPayments(deps, [...(await getBatchRecordedUnpaid(db, batch)), ...unpaid]);
}

/** Null if the service does not show it: the daily reading of returned payments lists it. */
async function readPayment(
  { service, signal }: StepDeps,
  { remoteId }: ProcessedPayment,
): Promise<RemotePayment | null> {
  if (remoteId === null) return null;
  try {
    return (await service.call('getPayment', { params: { paymentId: remoteId } }, { signal })).payment;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
}
