import { isError } from '../../errors.ts';
import { moveBatch } from '../../ledger/batches/batch.ts';
import { recordBatchDiscrepancy, wasRefusedFirst } from '../../ledger/batches/batch-discrepancy.ts';
import type { BatchRow } from '../../ledger/batches/batch-row.ts';
import type { Db } from '../../ledger/db/db.ts';
import { countOpenPayments, getBatchCounts, takenByService } from '../../ledger/payments/payment-outcome.ts';
import { alreadyPaidIn, getBatchRecordedUnpaid } from '../../ledger/payments/recorded-unpaid.ts';
import { showMoney } from '../../money.ts';
import { AWAITING_APPROVAL, hasEnded } from '../../service/remote-fields.ts';
import type { RemoteBatch } from '../../service/shapes/answer-shapes.ts';
import type { BatchState } from '../../states.ts';
import { type ActiveRun, audit, fenced, type StepDeps } from '../../step.ts';
import { leaveUnconfirmed } from '../cancellations/cancel-batch.ts';
import { readOutcomes } from '../outcomes/read-outcomes.ts';
import { REFUSED_AND_WAITS, SENT_OUTSIDE } from '../reconciliations/external-start.ts';
import { readBack } from '../reconciliations/read-back.ts';
import { readServiceApproval } from '../reconciliations/service-approval.ts';
import { recheckPayments } from './recheck-payments.ts';

/** States of batches that are followed: started, or awaiting an approval in the payout service. */
export const FOLLOWED = ['started', 'awaiting_service_approval'] as const satisfies readonly BatchState[];

/** Reads the remote status of a batch and, if it has ended, the final outcomes of its payments. */
export async function followBatch(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { service, signal } = deps;
  const params = { id: batch.remote_id! };
  let remote: RemoteBatch;
  try {
    remote = (await service.call('getBatch', { params }, { signal })).batch;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    if (batch.state === 'awaiting_service_approval') {
      await readServiceApproval(run, deps, batch, 'gone');
      return;
    }
    const note =
      'The payout service no longer shows this batch, although it was started. Check it on the payout service’s website.';
    return leaveUnconfirmed(run, deps, batch, { note });
  }
  const { status, totalPayments } = remote;
  const started = batch.state === 'started' ? batch : await resolveServiceApproval(run, deps, batch, status);
  if (!started || !hasEnded(status)) return;

  const contradicted = await readOutcomes(run, deps, started, totalPayments === started.payments);
  await recheckPayments(deps, [...(await getBatchRecordedUnpaid(deps.ledger.db, started.id)), ...contradicted]);
  await settleIfFinal(run, deps, started, status);
}

/** The batch if it has been sent after an approval in the payout service, else null. */
async function resolveServiceApproval(
  run: ActiveRun,
  deps: StepDeps,
  batch: BatchRow,
  status: string,
): Promise<BatchRow | null> {
  if (status === AWAITING_APPROVAL) {
    await compareAwaiting(run, deps, batch);
    return null;
  }
  const now = await readServiceApproval(run, deps, batch, status);
  return now.state === 'started' ? now : null;
}

/**
 * The service pays such a batch unchanged once approved. So it is compared each time, and no one approves payments that
 * were not ordered (G2).
 */
async function compareAwaiting(run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { difference, gone } = await readBack(deps, batch);
  if (gone) return;
  const [paid] = await alreadyPaidIn(deps.ledger.db, batch.id);
  const note = paid
    ? `Do not approve it in the payout service: row ${paid.otherRow} of run ${paid.otherRun} duplicates one of its payments, and ${paid.isPaid ? 'was paid' : 'may have been paid'}. Reject it there.`
    : difference
      ? `Do not approve it in the payout service: ${difference}. Reject it there, or restore what was ordered.`
      : batch.started_outside_at
        ? (await wasRefusedFirst(deps.ledger.db, run.id, batch.id))
          ? REFUSED_AND_WAITS
          : SENT_OUTSIDE
        : null;
  if (note !== batch.note) await fenced(run, deps, (db) => moveBatch(db, batch, batch.state, { note }));
}

/**
 * A started batch that has ended -> settled, if all its payments are final. If not, a webhook about one of them is
 * read.
 */
async function settleIfFinal(run: ActiveRun, deps: StepDeps, batch: BatchRow, remoteStatus: string): Promise<void> {
  const isOpen = (await countOpenPayments(deps.ledger.db, batch.id)) > 0;
  if (isOpen && batch.remote_status === remoteStatus) return;
  await fenced(run, deps, async (db) => {
    if (isOpen) return void (await moveBatch(db, batch, 'started', { remoteStatus }));
    await recordTotalDiscrepancy(db, run, deps, batch);
    const counts = await getBatchCounts(db, batch.id);
    await audit(db, run, deps, 'batch_settled', { batch: batch.id, remoteId: batch.remote_id, remoteStatus, counts });
    await moveBatch(db, batch, 'settled', { remoteStatus });
  });
}

/**
 * The debit must equal the approved quote to the cent. Differences of single payments are recorded with each payment.
 */
async function recordTotalDiscrepancy(db: Db, run: ActiveRun, deps: StepDeps, batch: BatchRow): Promise<void> {
  const { id, remote_id: remoteId } = batch;
  const what = await describeTotalDiscrepancy(db, batch);
  if (what !== null && remoteId !== null && (await recordBatchDiscrepancy(db, { batch: id, remoteId, what })))
    await audit(db, run, deps, 'batch_differs', { batch: id, remoteId, what });
}

/**
 * Describes a debit or fees that differ from the quote; null if neither does. If target sides are fixed, the sum is
 * compared before the fees.
 */
async function describeTotalDiscrepancy(
  db: Db,
  { id, quote, currency, target_minor }: BatchRow,
): Promise<string | null> {
  if (!quote) return null;
  const { source, fees, withheld, isWhole } = await takenByService(db, id);
  const money = (minor: bigint) => showMoney({ minor, currency });
  const sending = BigInt(quote.sendingMinor);
  if (Object.keys(target_minor).length > 0) {
    if (source === null) return null;
    if (source !== sending)
      return `The payout service debited ${money(source)} for the payments of a batch; the approved quote was ${money(sending)}.`;
  }
  const tax = BigInt(quote.withheldMinor ?? 0n);
  // Nothing is withheld from a failed payment.
  if (withheld !== null && withheld !== tax && (withheld > tax || isWhole))
    return `The payout service withheld ${money(withheld)} in tax from the recipients of a batch; the approved quote said ${money(tax)}.`;
  if (fees === null || quote.merchantFeesMinor === undefined) return null;
  const quoted = BigInt(quote.merchantFeesMinor);
  // Failed payments may have cost no fees.
  if (fees === quoted || (fees < quoted && !isWhole)) return null;
  return `The payout service charged ${money(fees)} in fees to the balance for a batch; the approved quote said ${money(quoted)}.`;
}
