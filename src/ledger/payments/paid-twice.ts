import type { Db } from '../db/db.ts';
import { LIVE } from '../db/state-lists.ts';

/** SQL condition that payments `p` and `o` have the same reference in any spelling. */
export const SAME_REFERENCE = `o.merchant_id = p.merchant_id and o.id <> p.id
  and (o.reference = p.reference or o.reference_key = coalesce(p.reference_key, p.reference) or o.reference = p.reference_key)`;

/** The codes of a payment whose reference was paid, or is being paid, by another payment as well. */
export const PAID_TWICE = { paid: 'paid_twice', processing: 'being_paid_twice' } as const;

/** The first sentence of the reason, about the other payment. */
const TWICE = /^Row \d+ of run \d+ (was|is being) paid under the same reference: (being )?paid twice\. /;

/** A payment that was found to be paid in addition to another one with its reference. */
interface PaidBeside {
  readonly id: string;
  readonly run: bigint;
  readonly batch: string;
  readonly state: 'processed' | 'discrepancy';
  readonly code: string | null;
  readonly reason: string;
  readonly otherRow: number | null;
  readonly otherRun: bigint | null;
  readonly isOtherPaid: boolean | null;
}

/**
 * Marks payments that were found to be paid as paid twice if another payment with their reference is paid or in
 * processing, and removes the mark if none is, unless it was accepted. `id` null: all payments of the merchant. Returns
 * those that changed.
 */
export async function markPaidTwice(
  db: Db,
  merchant: string,
  id: string | null = null,
): Promise<readonly Pick<PaidBeside, 'id' | 'run' | 'batch' | 'state'>[]> {
  const { rows } = await db.query<PaidBeside>(
    `select p.id, p.run_id as run, p.batch_id as batch, p.state, p.reason_code as code, p.reason, t.row as "otherRow", t.run_id as "otherRun",
       t.paid as "isOtherPaid"
     from payrun.payment p left join lateral (
       select o.row, o.run_id, o.state in ('processed', 'discrepancy') as paid from payrun.payment o left join payrun.batch b on b.id = o.batch_id
       where ${SAME_REFERENCE} and (o.state in ('processed', 'discrepancy') or (o.state = 'batched' and b.state = 'started'))
       order by paid desc, o.run_id, o.row limit 1) t on true
     where p.merchant_id = $1 and p.paid_beside > 0 and p.state in ('processed', 'discrepancy') and ($2::uuid is null or p.id = $2)
     order by p.run_id, p.row for update of p`,
    [merchant, id],
  );
  const changed: Pick<PaidBeside, 'id' | 'run' | 'batch' | 'state'>[] = [];
  for (const before of rows) {
    const after = followedOf(before);
    if (!after || (after.code === before.code && after.reason === before.reason)) continue;
    await db.query('update payrun.payment set state = $2, reason_code = $3, reason = $4 where id = $1', [
      before.id,
      after.state,
      after.code,
      after.reason,
    ]);
    changed.push({ id: before.id, run: before.run, batch: before.batch, state: after.state });
  }
  return changed;
}

/** Null if a user has decided about the payment. */
function followedOf({
  state,
  code,
  reason,
  otherRow,
  otherRun,
  isOtherPaid,
}: PaidBeside): Pick<PaidBeside, 'state' | 'code' | 'reason'> | null {
  const codes: readonly (string | null)[] = ['paid_after_all', PAID_TWICE.paid, PAID_TWICE.processing];
  // A user confirmed that it was paid, and could not know of the other payment.
  const isConfirmed = state === 'processed' && code === 'resolved' && isOtherPaid !== null;
  const isKnownByCode = codes.includes(code) || isConfirmed;
  if (!isKnownByCode && state !== 'discrepancy') return null;
  const alone = reason.replace(TWICE, '');
  const twice =
    isOtherPaid === null
      ? ''
      : `Row ${otherRow} of run ${otherRun} ${isOtherPaid ? 'was' : 'is being'} paid under the same reference: ${isOtherPaid ? '' : 'being '}paid twice. `;
  const now = { reason: `${twice}${alone}` };
  // A payment that was made differently from its order stays that discrepancy.
  if (!isKnownByCode) return { ...now, state, code };
  if (isOtherPaid === null) return { ...now, state: 'processed', code: 'paid_after_all' };
  return { ...now, state: 'discrepancy', code: isOtherPaid ? PAID_TWICE.paid : PAID_TWICE.processing };
}

/** Clears `paid_beside` of payments whose reference no other live payment shares. */
export async function clearOtherPaid(db: Db, merchant: string): Promise<void> {
  await db.query(
    `update payrun.payment p set paid_beside = 0 where p.merchant_id = $1 and p.paid_beside > 0 and p.state in (${LIVE})
       and not exists (select 1 from payrun.payment o where ${SAME_REFERENCE} and o.state in (${LIVE}))`,
    [merchant],
  );
}
