import type { PaymentState } from '../states.ts';
import type { Db } from './db.ts';

/** What left the balances, by source currency and state; decimal text. Payments that nothing is known to have left for are not in it. */
export async function paidByState(
  db: Db,
  runs: readonly bigint[],
): Promise<readonly { currency: string; state: PaymentState; payments: number; amount: string; fees: string }[]> {
  const { rows } = await db.query<{
    currency: string;
    state: PaymentState;
    payments: number;
    amount: string;
    fees: string;
  }>(
    `select source_currency as currency, state, count(*)::int as payments, sum(paid_amount)::text as amount, coalesce(sum(fees), 0)::text as fees
     from payrun.payment_status where run = any($1) and paid_amount is not null group by 1, 2 order by 1, 2`,
    [runs],
  );
  return rows;
}
