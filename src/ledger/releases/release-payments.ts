import type { Db } from '../db/db.ts';
import { LIVE } from '../db/state-lists.ts';
import { nextNumber } from '../payments/hold-against-earlier.ts';
import type { DecidedPayment } from '../payments/payment-decisions.ts';
import { activateReleased } from '../recipients/doubted-recipient.ts';
import { submitReleased, WAITS_FOR_SUBMISSION } from '../runs/run.ts';
import { updateRunStatus } from '../runs/run-status.ts';

/**
 * Releases a payment. Its reference must be free; if it is a derived one that is taken, and the hold was about a
 * possible duplicate, it gets the next free numeric suffix. Cancels other copies of the payment on hold, so that a
 * later release cannot pay it again. Returns the reference, or null if it is taken or the payment is not on hold any
 * more. Continues the run.
 */
export async function releasePayment(db: Db, payment: DecidedPayment, by: string): Promise<string | null> {
  const { id, merchant_id: merchant, derived_fp: derived, run_id: run } = payment;
  await db.query(`select 1 from payrun.merchant where id = $1 for update`, [merchant]);
  const reference = await freeReference(db, payment);
  if (reference === null) return null;
  await activateReleased(db, id);
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'ready', reference = $2, released_by = $3, reason_code = null, reason = null where id = $1 and state = 'held'`,
    [id, reference, by],
  );
  if (rowCount === 0) return null;
  const copies = await db.query<{ run_id: bigint }>(
    `update payrun.payment set state = 'canceled', reason_code = 'superseded', final_at = now(),
       reason = format('%s released the same payment of run %s.', $5::text, $6::text)
     where merchant_id = $1 and state = 'held' and id <> $2 and (reference = $3 or derived_fp = $4) returning run_id`,
    [merchant, id, payment.reference, derived, by, String(run)],
  );
  await continueReleasedRun(db, run, copies.rows);
  return reference;
}

/** Locks the runs of the copies on hold of these payments, whose statuses change if one of them is released. */
export async function lockRunsOfCopies(db: Db, payments: readonly string[]): Promise<void> {
  await db.query(
    `select from payrun.run where id in (
       select copy.run_id from payrun.payment p join payrun.payment copy on copy.merchant_id = p.merchant_id and copy.state = 'held'
         and copy.run_id <> p.run_id and (copy.reference = p.reference or copy.derived_fp = p.derived_fp)
       where p.id = any($1::uuid[]))
     order by id for no key update`,
    [payments],
  );
}

/** The payment that holds the reference of a payment on hold, which cannot be released therefore; null if none does. */
export async function holderOfReference(
  db: Db,
  { id, merchant_id: merchant, reference, derived_fp: derived }: DecidedPayment,
): Promise<{ readonly row: number; readonly run: bigint } | null> {
  const { rows } = await db.query<{ row: number; run: bigint }>(
    `select row, run_id as run from payrun.payment
     where merchant_id = $1 and state in (${LIVE}) and id <> $2 and (reference = $3 or derived_fp = $4)
     order by reference = $3 desc, run_id desc limit 1`,
    [merchant, id, reference, derived],
  );
  return rows[0] ?? null;
}

/** A payment on hold that is released together with `named`, which may be itself. */
export interface HeldWithSheet {
  readonly named: string;
  readonly id: string;
  readonly run_id: bigint;
  readonly currency: string;
  readonly minor: bigint;
}

/**
 * The payments released together with this one: all of its sheet if the sheet is on hold as a whole, else only itself.
 */
export async function sheetHeldWith(db: Db, payment: DecidedPayment): Promise<readonly HeldWithSheet[]> {
  if (payment.reason_code !== 'same_sheet') return [{ ...payment, named: payment.id }];
  const { rows } = await db.query<HeldWithSheet>(
    `select $2::text as named, id, run_id, currency, minor from payrun.payment
     where run_id = $1 and state = 'held' and reason_code = 'same_sheet'`,
    [payment.run_id, payment.id],
  );
  return rows;
}

/**
 * Releases all payments of a run that are on hold because most of its sheet was paid before. Each gets the next free
 * suffix on its derived reference; those that another run is paying stay on hold. Cancels other copies on hold, so that
 * a later release cannot pay them again. Continues the run. Returns how many were released.
 */
export async function releaseSheet(
  db: Db,
  { run_id: run, merchant_id: merchant }: Pick<DecidedPayment, 'run_id' | 'merchant_id'>,
  by: string,
): Promise<number> {
  await db.query('select 1 from payrun.merchant where id = $1 for update', [merchant]);
  const { rowCount } = await db.query(
    `update payrun.payment p set state = 'ready', released_by = $2, reason_code = null, reason = null,
       reference = p.reference || coalesce('-' || ${nextNumber('p')}, '')
     where p.run_id = $1 and p.state = 'held' and p.reason_code = 'same_sheet'
       and not exists (select 1 from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp
         and o.run_id <> p.run_id and o.state in ('ready', 'batched', 'unknown', 'discrepancy'))`,
    [run, by],
  );
  if (rowCount === 0) return 0;
  const copies = await db.query<{ run_id: bigint }>(
    `update payrun.payment copy set state = 'canceled', reason_code = 'superseded', final_at = now(),
       reason = format('%s released the same payment of run %s.', $3::text, p.run_id)
     from payrun.payment p where p.run_id = $2 and p.state = 'ready' and p.released_by = $3 and p.derived_fp is not null
       and copy.merchant_id = $1 and copy.derived_fp = p.derived_fp and copy.state = 'held' and copy.run_id <> p.run_id
     returning copy.run_id`,
    [merchant, run, by],
  );
  await continueReleasedRun(db, run, copies.rows);
  return rowCount;
}

/** Hold reasons that a release resolves as "this is another payment", so that a derived reference may get a suffix. */
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
 * Sets a run back to work after payments of it were released. An upload that was not submitted waits for its maker,
 * with the released payments among the others. Another run that was interrupted before it was confirmed pays only what
 * was released: its other ready rows are canceled. `copies`: those that were canceled, which may end their runs.
 */
async function continueReleasedRun(db: Db, run: bigint, copies: readonly { readonly run_id: bigint }[]): Promise<void> {
  await db.query(
    `update payrun.payment p set state = 'canceled', reason_code = 'not_confirmed', final_at = now(),
       reason = 'This run was interrupted before it was submitted. Pay its rows in a new run.'
     from payrun.run r where r.id = $1 and r.confirmed_at is null and not ${WAITS_FOR_SUBMISSION}
       and p.run_id = r.id and p.state = 'ready' and p.released_by is null`,
    [run],
  );
  await submitReleased(db, run);
  // No process has the run: the release has locked its row.
  await updateRunStatus(db, [run], true);
  await updateRunStatus(db, [...new Set(copies.map(({ run_id }) => run_id))]);
}
