import type { Money } from '../../model.ts';
import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { LIVE } from '../db/live-states.ts';

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
  readonly recipient_remote_id: string | null;
  /** The side that the row says, in minor units. */
  readonly currency: string;
  readonly minor: bigint;
  /** Equal where two payments pay the same money to the same account of the same person. */
  readonly says: string;
}

/** Payments with this reference that are in a state, newest run first; those of a dry run are nothing to decide about. */
export async function paymentsInState(
  db: Db,
  reference: string,
  state: PaymentState,
): Promise<readonly DecidedPayment[]> {
  const { rows } = await db.query<DecidedPayment>(
    `select p.id, p.run_id, p.merchant_id, p.row, p.reference, s.state, p.currency, p.minor, p.reason_code, p.derived_fp, r.maker, p.batch_id,
       p.paid_recipient_remote_id as recipient_remote_id,
       encode(sha256(convert_to(row(p.merchant_id, p.recipient_fp, p.account_fp, p.account_asked, p.fixed, p.currency, p.minor)::text,
         'UTF8')), 'hex') as says
     from payrun.payment p join payrun.payment_status s on s.payment = p.id join payrun.run r on r.id = p.run_id
     where p.reference = $1 and s.state = $2 and not coalesce((r.options->>'dryRun')::boolean, false) order by p.run_id desc, p.row`,
    [reference, state],
  );
  return rows;
}

/**
 * Makes a held payment payable. Its reference must be free; where it is a derived one that is taken, and a person says that
 * this is another payment, it gets the next free number behind it. Other held copies of the same payment are cancelled, so
 * that the next release cannot pay it again. Rows of a run that nobody confirmed are cancelled too: what was released is all
 * that this person said yes to. Returns the reference, or null when it is taken. The run goes on, so it is not done any more.
 */
export async function releasePayment(db: Db, payment: DecidedPayment, by: string): Promise<string | null> {
  const { id, merchant_id: merchant, derived_fp: derived, run_id: run } = payment;
  await db.query(`select 1 from payrun.merchant where id = $1 for update`, [merchant]);
  const reference = await freeReference(db, payment);
  if (reference === null) return null;
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'ready', reference = $2, released_by = $3, reason_code = null, reason = null where id = $1 and state = 'held'`,
    [id, reference, by],
  );
  if (rowCount === 0) return null;
  await db.query(
    `update payrun.payment set state = 'cancelled', reason_code = 'superseded', final_at = now(),
       reason = format('%s released the same payment of run %s.', $5::text, $6::text)
     where merchant_id = $1 and state = 'held' and id <> $2 and (reference = $3 or derived_fp = $4)`,
    [merchant, id, payment.reference, derived, by, String(run)],
  );
  await db.query(
    `update payrun.payment p set state = 'cancelled', reason_code = 'not_confirmed', final_at = now(),
       reason = 'Nobody confirmed this run before it was interrupted. Drop the sheet again.'
     from payrun.run r where r.id = $1 and r.confirmed_at is null and p.run_id = r.id and p.state = 'ready' and p.id <> $2
       and p.released_by is null`,
    [run, id],
  );
  await db.query(
    `update payrun.run set state = 'working', finished_at = null, confirmed_at = coalesce(confirmed_at, now()) where id = $1`,
    [run],
  );
  return reference;
}

/** What people released of a run so far and may still be paid, by currency. */
export async function releasedOf(db: Db, run: bigint): Promise<readonly Money[]> {
  const { rows } = await db.query<Money>(
    `select currency, sum(minor)::bigint as minor from payrun.payment
     where run_id = $1 and released_by is not null and state not in ('held', 'dismissed', 'cancelled') group by currency`,
    [run],
  );
  return rows;
}

/** Who released payments of these batches that were held for changed bank details. Nobody in an installation without users. */
export async function changedAccountReleasers(
  db: Db,
  run: bigint,
  batches: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select distinct e.actor as name from payrun.event e join payrun.payment p on p.id::text = e.data->>'payment'
     where e.chain = 'run-' || $1::bigint and e.kind = 'released' and e.data->>'was' = 'account_changed'
       and p.batch_id = any($2) and exists (select 1 from payrun.user_account) order by 1`,
    [run, batches],
  );
  return rows.map(({ name }) => name);
}

/** Reasons for which a person can say "this is another payment", so that a derived reference may get a number behind it. */
const ANOTHER_PAYMENT: ReadonlySet<string> = new Set(['duplicate_reference', 'possible_duplicate', 'same_sheet']);

async function freeReference(db: Db, payment: DecidedPayment): Promise<string | null> {
  const { merchant_id: merchant, reference: base, derived_fp: derived, reason_code: why } = payment;
  const live = `merchant_id = $1 and state in (${LIVE})`;
  if (derived && !ANOTHER_PAYMENT.has(why ?? '')) {
    const { rows } = await db.query(`select 1 from payrun.payment where ${live} and derived_fp = $2`, [
      merchant,
      derived,
    ]);
    if (rows.length > 0) return null;
  }
  for (let n = 1; n < 1_000; n++) {
    const reference = n === 1 ? base : `${base}-${n}`;
    const { rows } = await db.query(`select 1 from payrun.payment where ${live} and reference = $2`, [
      merchant,
      reference,
    ]);
    if (rows.length === 0) return reference;
    if (!derived || !ANOTHER_PAYMENT.has(why ?? '')) return null;
  }
  return null;
}

/**
 * Whether a process has the run now, say at its question: what it asks about must not change under it. Where none has, none gets
 * it before the end of the transaction.
 */
export async function isLeased(db: Db, run: bigint): Promise<boolean> {
  const { rows } = await db.query<{ leased: boolean }>(
    `select lease_until > clock_timestamp() as leased from payrun.run where id = $1 for no key update`,
    [run],
  );
  return rows[0]?.leased ?? false;
}

/**
 * A payment that was made otherwise than ordered counts as paid from now on, with the figures of the service. False if it is no
 * discrepancy any more.
 */
export async function acceptPayment(db: Db, payment: DecidedPayment, by: string, because: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'processed', reason_code = 'accepted',
       reason = format('%s accepted it: %s. %s', $2::text, rtrim($3::text, '.'), reason)
     where id = $1 and state = 'discrepancy'`,
    [payment.id, by, because],
  );
  return rowCount > 0;
}

/** How an unconfirmed payment ended, and why it is said so. */
export interface PaymentEnd {
  readonly state: 'processed' | 'failed' | 'discrepancy';
  readonly code: string;
  readonly reason: string;
}

/**
 * Writes what a person found out about an unknown payment. A batch that has no open payment left is over. False, and nothing is
 * written, where its end is known meanwhile: by the service, or by somebody else's word.
 */
export async function resolvePayment(
  db: Db,
  payment: DecidedPayment,
  { state, code, reason }: PaymentEnd,
  by: string,
): Promise<boolean> {
  // Of two who say it of the last two payments at once, the second has to see that it is the last.
  await db.query('select 1 from payrun.batch where id = $1 for no key update', [payment.batch_id]);
  const { rowCount } = await db.query(
    `update payrun.payment p set state = $2, reason_code = $4, reason = $3, final_at = now()
     from payrun.payment_status s where p.id = $1 and s.payment = p.id and s.state = 'unknown' and p.state in ('batched', 'unknown')`,
    [payment.id, state, reason, code],
  );
  if (rowCount === 0) return false;
  await db.query(
    `update payrun.batch b set state = 'settled', settled_at = now(), resolved_by = $2, updated_at = now()
     where b.id = $1 and b.state in ('unknown', 'started')
       and not exists (select 1 from payrun.payment p where p.batch_id = b.id and p.state in ('batched', 'unknown'))`,
    [payment.batch_id, by],
  );
  return true;
}
