import type { Db } from '../db/db.ts';
import type { DecidedPayment } from '../payments/payment-decisions.ts';
import { confirmOutcome, countOpenPayments, type PaymentEnd } from '../payments/payment-outcome.ts';
import { lockRun } from '../runs/run.ts';
import { outdateReport } from '../runs/run-looks.ts';
import { getBatch, moveBatch } from './batch.ts';

/**
 * Records the outcome that a user confirmed for an unconfirmed payment, and settles its batch if that was the last open
 * payment. Returns false, with no change, if the outcome became known meanwhile.
 */
export async function resolvePayment(db: Db, payment: DecidedPayment, end: PaymentEnd, by: string): Promise<boolean> {
  const batchId = payment.batch_id!;
  await lockRun(db, payment.run_id);
  // If two users confirm the last two payments at once, the second one must see that its payment is the last.
  await db.query('select 1 from payrun.batch where id = $1 for no key update', [batchId]);
  if (!(await confirmOutcome(db, payment.id, end))) return false;
  const batch = await getBatch(db, batchId);
  const isFollowed = batch.state === 'unknown' || batch.state === 'started';
  if (isFollowed && (await countOpenPayments(db, batchId)) === 0)
    await moveBatch(db, batch, 'settled', { resolvedBy: by });
  await outdateReport(db, payment.run_id);
  return true;
}
