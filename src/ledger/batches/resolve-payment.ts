import type { Db } from '../db/db.ts';
import type { DecidedPayment } from '../payments/payment-decisions.ts';
import { countOpenPayments } from '../payments/payment-outcome.ts';
import { outdateReport } from '../runs/reported-runs.ts';
import { lockRun } from '../runs/run.ts';
import { getBatch, moveBatch } from './batch.ts';

/** The confirmed outcome of a payment, with the code and sentence of the reason. */
export interface PaymentEnd {
  readonly state: 'processed' | 'failed' | 'discrepancy';
  readonly code: string;
  readonly reason: string;
}

/**
 * Records the outcome that a user confirmed for an unconfirmed payment, and settles its batch if that was the last open
 * payment. Returns false, with no change, if the outcome became known meanwhile.
 */
export async function resolvePayment(
  db: Db,
  payment: DecidedPayment,
  { state, code, reason }: PaymentEnd,
  by: string,
): Promise<boolean> {
  const batchId = payment.batch_id!;
  await lockRun(db, payment.run_id);
  // If two users confirm the last two payments at once, the second one must see that its payment is the last.
  await db.query('select 1 from payrun.batch where id = $1 for no key update', [batchId]);
  const { rowCount } = await db.query(
    `update payrun.payment p set state = $2, reason_code = $4, reason = $3, final_at = now()
     from payrun.payment_status s where p.id = $1 and s.payment = p.id and s.state = 'unknown' and p.state in ('batched', 'unknown')`,
    [payment.id, state, reason, code],
  );
  if (rowCount === 0) return false;
  const batch = await getBatch(db, batchId);
  const isFollowed = batch.state === 'unknown' || batch.state === 'started';
  if (isFollowed && (await countOpenPayments(db, batchId)) === 0)
    await moveBatch(db, batch, 'settled', { resolvedBy: by });
  await outdateReport(db, payment.run_id);
  return true;
}
