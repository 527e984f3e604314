import type { Db } from '../db/db.ts';
import { LIVE } from '../db/state-lists.ts';
import { lockMerchant } from '../merchants/merchant.ts';
import type { DecidedPayment } from '../payments/payment-decisions.ts';
import {
  cancelCopies,
  cancelCopiesOfSheet,
  cancelUnreleased,
  makeReady,
  makeSheetReady,
} from '../payments/released-payments.ts';
import { activateReleased } from '../recipients/doubted-recipient.ts';
import { submitReleased, WAITS_FOR_SUBMISSION } from './run.ts';
import { updateRunStatus } from './run-status.ts';

/**
 * Releases a payment. Its reference must be free; if it is a derived one that is taken, and the hold was about a
 * possible duplicate, it gets the next free numeric suffix. Cancels other copies of the payment on hold, so that a
 * later release cannot pay it again. Returns the reference, or null if it is taken or the payment is not on hold.
 * Continues the run.
 */
export async function releasePayment(db: Db, payment: DecidedPayment, by: string): Promise<string | null> {
  const { id, merchant_id: merchant, run_id: run } = payment;
  await lockMerchant(db, merchant);
  const reference = await freeReference(db, payment);
  if (reference === null) return null;
  await activateReleased(db, id);
  if (!(await makeReady(db, id, reference, by))) return null;
  await continueReleasedRun(db, run, await cancelCopies(db, payment, by));
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
export async function findReferenceHolder(
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
  await lockMerchant(db, merchant);
  const released = await makeSheetReady(db, run, by);
  if (released > 0) await continueReleasedRun(db, run, await cancelCopiesOfSheet(db, merchant, run, by));
  return released;
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
 * Continues a run after some of its payments were released. An upload that was not submitted waits for its uploader,
 * with the released payments among the others. Another run that was interrupted before it was confirmed pays only what
 * was released: its other ready rows are canceled. `runsOfCopies`: of those that were canceled, which may end them.
 */
async function continueReleasedRun(db: Db, run: bigint, runsOfCopies: readonly bigint[]): Promise<void> {
  const { rows } = await db.query(
    `select from payrun.run r where r.id = $1 and r.confirmed_at is null and not ${WAITS_FOR_SUBMISSION}`,
    [run],
  );
  if (rows.length > 0) await cancelUnreleased(db, run);
  await submitReleased(db, run);
  // No process has the run: the release has locked its row.
  await updateRunStatus(db, [run], true);
  await updateRunStatus(db, runsOfCopies);
}
