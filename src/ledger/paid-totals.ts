import type { PaymentState } from '../states.ts';
import type { Db } from './db.ts';

export interface PaidByState {
  readonly currency: string;
  readonly state: PaymentState;
  readonly payments: number;
  readonly amount: string;
  readonly fees: string;
  /** What of the fees is taken from what arrives: it does not leave the balance beside the amount. */
  readonly recipientFees: string;
}

/** What was sent to be paid, by source currency and state; decimal text. Payments that the service has said no price of are not in it. */
export async function paidByState(db: Db, runs: readonly bigint[]): Promise<readonly PaidByState[]> {
  const { rows } = await db.query<PaidByState>(
    `select source_currency as currency, state, count(*)::int as payments, sum(paid_amount)::text as amount,
       coalesce(sum(fees), 0)::text as fees, coalesce(sum(recipient_fees), 0)::text as "recipientFees"
     from payrun.payment_status where run = any($1) and paid_amount is not null group by 1, 2 order by 1, 2`,
    [runs],
  );
  return rows;
}
