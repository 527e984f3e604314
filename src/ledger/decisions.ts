import type { PaymentState } from '../states.ts';
import type { Db } from './open-ledger.ts';

/** A payment that a person decides about. */
export interface DecidedPayment {
  readonly id: string;
  readonly run_id: bigint;
  readonly merchant_id: string;
  readonly row: number;
  readonly reference: string;
  /** As people see it: `unknown` also where its whole batch is. */
  readonly state: PaymentState;
  readonly reason_code: string | null;
  readonly derived_fp: Buffer | null;
  readonly maker: string;
  readonly batch_id: string | null;
}

/** Payments with this reference that are in a state, newest run first. */
export async function paymentsInState(
  db: Db,
  reference: string,
  state: PaymentState,
): Promise<readonly DecidedPayment[]> {
  const { rows } = await db.query<DecidedPayment>(
    `select p.id, p.run_id, p.merchant_id, p.row, p.reference, s.state, p.reason_code, p.derived_fp, r.maker, p.batch_id
     from payrun.payment p join payrun.payment_status s on s.payment = p.id join payrun.run r on r.id = p.run_id
     where p.reference = $1 and s.state = $2 order by p.run_id desc, p.row`,
    [reference, state],
  );
  return rows;
}

/**
 * Makes a held payment payable. A derived reference that is taken gets the next free number behind it; any other reference
 * must be free. Returns the reference, or null when it is taken. The run goes on, so it is not done any more.
 */
export async function releasePayment(db: Db, payment: DecidedPayment, by: string): Promise<string | null> {
  await db.query(`select 1 from payrun.merchant where id = $1 for update`, [payment.merchant_id]);
  const base = payment.reference;
  for (let n = 1; n < 1_000; n++) {
    const reference = n === 1 ? base : `${base}-${n}`;
    const { rows } = await db.query(
      `select 1 from payrun.payment where merchant_id = $1 and reference = $2 and state in ('ready', 'batched', 'processed', 'unknown')`,
      [payment.merchant_id, reference],
    );
    if (rows.length === 0) {
      await db.query(
        `update payrun.payment set state = 'ready', reference = $2, released_by = $3, reason_code = null, reason = null where id = $1 and state = 'held'`,
        [payment.id, reference, by],
      );
      await db.query(
        `update payrun.run set state = 'working', finished_at = null, confirmed_at = coalesce(confirmed_at, now()) where id = $1`,
        [payment.run_id],
      );
      return reference;
    }
    if (!payment.derived_fp) return null;
  }
  return null;
}

/** Writes what a person found out about an unknown payment. A batch that has no open payment left is over. */
export async function resolvePayment(
  db: Db,
  payment: DecidedPayment,
  to: 'processed' | 'failed',
  by: string,
  reason: string,
): Promise<void> {
  await db.query(
    `update payrun.payment set state = $2, reason_code = 'resolved', reason = $3, final_at = now() where id = $1 and state in ('batched', 'unknown')`,
    [payment.id, to, reason],
  );
  await db.query(
    `update payrun.batch b set state = 'settled', settled_at = now(), resolved_by = $2, updated_at = now()
     where b.id = $1 and b.state in ('unknown', 'started')
       and not exists (select 1 from payrun.payment p where p.batch_id = b.id and p.state in ('batched', 'unknown'))`,
    [payment.batch_id, by],
  );
}
