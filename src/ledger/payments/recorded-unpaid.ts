import { AFTER_ALL, PAYMENT_MOVES, type PaymentState } from '../../states.ts';
import { REPORTS_RETURNS } from '../audit/audit-chain.ts';
import type { Db } from '../db/db.ts';
import { LIVE } from '../db/state-lists.ts';
import { lockMerchant } from '../merchants/merchant.ts';
import { explainHeld } from './adopted-payments.ts';
import { EQUAL_FOUND_PAID, EQUAL_REASON, READY_EQUAL, unpaidEqualTo } from './equal-payments.ts';
import { markPaidTwice, SAME_REFERENCE } from './paid-twice.ts';
import { type PaymentOutcome, recordAmounts } from './payment-outcome.ts';

/** A payment that a user confirmed as not paid, although the payout service may pay it after all. */
export interface RecordedUnpaid {
  readonly id: string;
  readonly run: bigint;
  readonly merchant: string;
  readonly batch: string;
  readonly batchRemoteId: string | null;
  readonly recipientRemoteId: string | null;
}

/**
 * SQL condition that payment `p` was confirmed as not paid, or was found being paid since then. Matches the condition
 * of its index.
 */
const RECORDED_UNPAID = `p.state in ('failed', 'unknown') and p.reason_code in ('resolved', 'may_be_paid')`;
/**
 * SQL condition that payment `p` ended unpaid in its batch as the payout service reported: failed, returned, rejected.
 */
const UNPAID_AT_SERVICE = `p.state in ('failed', 'returned') and p.batch_id is not null and not (${RECORDED_UNPAID})`;
/** The remote batch shows the payment, so its recipient need not be read. */
const SELECTED = `select p.id, p.run_id as run, p.merchant_id as merchant, p.batch_id as batch, b.remote_id as "batchRemoteId",
    case when ${RECORDED_UNPAID} then p.paid_recipient_remote_id end as "recipientRemoteId"
  from payrun.payment p join payrun.batch b on b.id = p.batch_id`;

/**
 * Runs with such payments whose outcome was confirmed in the last `days` days, or that ended unpaid in the payout
 * service in the last `failedDays` days, oldest first: a returned payment is final since it was paid.
 */
export async function runsRecordedUnpaid(db: Db, days: number, failedDays: number): Promise<readonly bigint[]> {
  const { rows } = await db.query<{ run: bigint }>(
    `select p.run_id as run from payrun.payment p
     where ${RECORDED_UNPAID} and p.batch_id is not null and coalesce(p.final_at, now()) > now() - $1::int * interval '1 day'
     union select p.run_id from payrun.payment p where ${UNPAID_AT_SERVICE} and p.final_at > now() - $2::int * interval '1 day'
     union select b.run_id from payrun.event e join payrun.batch b on b.id = (e.data->>'batch')::uuid
       where ${REPORTS_RETURNS} and e.at > now() - $2::int * interval '1 day'
         and exists (select 1 from payrun.payment p where p.batch_id = b.id and p.state = 'returned')
     order by 1`,
    [days, failedDays],
  );
  return rows.map(({ run }) => run);
}

/** Such payments of a run, and those that ended unpaid in the payout service. */
export async function getRunRecordedUnpaid(db: Db, run: bigint): Promise<readonly RecordedUnpaid[]> {
  const { rows } = await db.query<RecordedUnpaid>(
    `${SELECTED} where (${RECORDED_UNPAID} or ${UNPAID_AT_SERVICE}) and p.run_id = $1 order by p.batch_id, p.row`,
    [run],
  );
  return rows;
}

/** Such payments of a batch. */
export async function getBatchRecordedUnpaid(db: Db, batch: string): Promise<readonly RecordedUnpaid[]> {
  const { rows } = await db.query<RecordedUnpaid>(
    `${SELECTED} where ${RECORDED_UNPAID} and p.batch_id = $1 order by p.row`,
    [batch],
  );
  return rows;
}

/** Those of these payments of a batch that the payout service had reported as failed or, of `back`, as returned. */
export async function unpaidAtService(
  db: Db,
  batch: string,
  { failed, back = [] }: { readonly failed: readonly string[]; readonly back?: readonly string[] },
): Promise<readonly RecordedUnpaid[]> {
  if (failed.length + back.length === 0) return [];
  const which = `p.id = any($2::uuid[]) and p.state = 'failed' or p.id = any($3::uuid[]) and p.state = 'returned'`;
  return (
    await db.query<RecordedUnpaid>(
      `${SELECTED} where ${UNPAID_AT_SERVICE} and p.batch_id = $1 and (${which}) order by p.row`,
      [batch, failed, back],
    )
  ).rows;
}

/** `SAME_REFERENCE` in parts, each of which an index answers: many payments of a run may be compared. */
const SAME_SPELLINGS = [
  'p.reference = o.reference',
  'p.reference = o.reference_key',
  'p.reference_key = coalesce(o.reference_key, o.reference)',
];

/**
 * Such payments, and those that ended unpaid in the payout service, that another payment is about to pay again: under
 * the same reference in any spelling, or with the same amount to the same person or account.
 */
export async function recordedUnpaidBeforePaying(
  db: Db,
  { run, batch = null, days }: PaidNext,
): Promise<readonly RecordedUnpaid[]> {
  return (await db.query<RecordedUnpaid>(`${BEFORE} order by batch, id`, [run, batch, days])).rows;
}

/** The payments that are about to be paid: the ready ones of the run, or those of one of its batches. */
interface PaidNext {
  readonly run: bigint;
  readonly batch?: string | null;
  /** For how many days after its end a payment under another reference is asked about; see `equalDays`. */
  readonly days: number;
}

/** A payment comes back in `returnDays` days at most, and is a possible duplicate for `duplicateDays` more. */
export const equalDays = (duplicateDays: number, returnDays: number): number => duplicateDays + returnDays;

const ABOUT = `o.run_id = $1 and o.state in (${LIVE}) and case when $2::uuid is null then o.state = 'ready' else o.batch_id = $2 end`;
const BEFORE = [
  `${SELECTED} where ${RECORDED_UNPAID} and exists (select 1 from payrun.payment o where ${SAME_REFERENCE} and ${ABOUT})`,
  ...SAME_SPELLINGS.map(
    (same) =>
      `${SELECTED} join payrun.payment o on o.merchant_id = p.merchant_id and o.id <> p.id and ${same} where ${UNPAID_AT_SERVICE} and ${ABOUT}`,
  ),
  `${SELECTED} where p.id in (${unpaidEqualTo(ABOUT, '$3::int')})`,
].join(' union ');

/** The remote records to read before these payments are paid. */
export interface AskedBefore {
  readonly batches: readonly number[];
  /** The recipients to read, once for each earlier batch. */
  readonly recipients: number;
}

export async function countAskedBefore(db: Db, { run, batch = null, days }: PaidNext): Promise<AskedBefore> {
  const { rows } = await db.query<{ payments: number | null; recipients: number }>(
    `select case when b.remote_id is not null then b.payments end as payments, count(distinct asked."recipientRemoteId")::int as recipients
     from (${BEFORE}) asked join payrun.batch b on b.id = asked.batch group by b.id`,
    [run, batch, days],
  );
  return {
    batches: rows.flatMap(({ payments }) => payments ?? []),
    recipients: rows.reduce((sum, { recipients }) => sum + recipients, 0),
  };
}

/** The new state of a payment that was confirmed as not paid. */
export interface ReportedPaid {
  readonly id: string;
  readonly state: PaymentOutcome['state'] | 'unknown';
  /** Runs with a row that was about to pay it again and is now on hold. */
  readonly held: readonly bigint[];
}

/** The payout service's current report of such a payment; `status` is the service's own value. */
export interface ServiceReport extends Omit<PaymentOutcome, 'remoteId'> {
  readonly remoteId: string | null;
  readonly status: string;
  /** The reason why it is unknown whether it was paid, as a sentence; null if the service reports it. */
  readonly doubt: string | null;
}

/**
 * Records that the payout service is paying, has paid or got back a payment that was confirmed as not paid. The payment
 * holds its reference again; ready rows with that reference, or that pay the same, are put on hold. If the reference
 * was paid meanwhile, it becomes a discrepancy: paid twice. Null if nothing changed.
 */
export async function recordReportedPaid(
  db: Db,
  { merchant, run }: Pick<RecordedUnpaid, 'merchant' | 'run'>,
  report: ServiceReport,
): Promise<ReportedPaid | null> {
  // Lock the run first, then the merchant, as the process of a run does. No sheet is screened meanwhile.
  await db.query('select 1 from payrun.run where id = $1 for no key update', [run]);
  await lockMerchant(db, merchant);
  const { rows: is } = await db.query<{ state: PaymentState; reason: string }>(
    `select p.state, case when p.reason_code in ('failed', 'returned') then format('the payout service showed it as %s: ', p.state) else '' end || p.reason as reason
     from payrun.payment p where p.id = $1 and (${RECORDED_UNPAID} or ${UNPAID_AT_SERVICE}) for update`,
    [report.id],
  );
  const [before] = is;
  const shown = report.state === 'batched' ? 'unknown' : report.state;
  if (!before || !(AFTER_ALL[before.state] ?? PAYMENT_MOVES.unknown).includes(shown)) return null;
  const isLive = shown !== 'failed' && shown !== 'returned';
  const held = isLive ? await holdReady(db, report.id) : [];
  const paidBeside = isLive ? await placeBeside(db, report.id) : 0;
  const { code, reason } = ending(report, shown, before.reason);
  await recordAmounts(db, report);
  await db.query(
    `update payrun.payment set state = $2, reason_code = $3, reason = $4, paid_beside = $5, found_paid = $6,
       final_at = case when $2 = 'unknown' then null else now() end
     where id = $1`,
    [report.id, shown, code, reason, paidBeside, isLive],
  );
  await explainReady(db, report.id, held);
  const [followed] = await markPaidTwice(db, merchant, report.id);
  return { id: report.id, state: followed?.state ?? shown, held: [...new Set(held.map((one) => one.run))] };
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function ending(
  { reasonCode, reason, status, doubt }: ServiceReport,
  shown: ReportedPaid['state'],
  before: string,
): { code: string | null; reason: string | null } {
  if (shown === 'failed' || shown === 'returned') return { code: reasonCode, reason };
  const was = `Before that, ${sentence(before)}`;
  if (doubt !== null)
    return { code: 'may_be_paid', reason: `${doubt} Check it there, then confirm the outcome. ${was}` };
  if (shown === 'unknown') return { code: 'may_be_paid', reason: `The payout service shows it as "${status}". ${was}` };
  const paid = 'The payout service paid it after all.';
  if (shown === 'discrepancy') return { code: reasonCode, reason: `${paid}${reason && ` ${sentence(reason)}`} ${was}` };
  return { code: 'paid_after_all', reason: `${paid} ${was}` };
}

interface HeldReady {
  readonly id: string;
  readonly run: bigint;
}

/** Puts ready rows on hold that have the reference of payment `id`, or pay the same; `explainReady` says why. */
export async function holdReady(db: Db, id: string): Promise<readonly HeldReady[]> {
  const hold = async (code: string, which: string) =>
    (
      await db.query<HeldReady>(
        `update payrun.payment o set state = 'held', reason_code = '${code}', reason = null, held_for = null
         where o.state = 'ready' and o.id in (${which}) returning o.id, o.run_id as run`,
        [id],
      )
    ).rows;
  const sameReference = `select o.id from payrun.payment p join payrun.payment o on ${SAME_REFERENCE} where p.id = $1 and o.state = 'ready'`;
  return [...(await hold('duplicate_reference', sameReference)), ...(await hold('possible_duplicate', READY_EQUAL))];
}

/** Adds the reason to rows that `holdReady` put on hold for payment `id`, which is live now. */
export async function explainReady(db: Db, id: string, held: readonly HeldReady[]): Promise<void> {
  const ids = held.map((one) => one.id);
  await explainHeld(db, ids);
  await db.query(
    `update payrun.payment p set held_for = o.id, reason = ${EQUAL_REASON}
     from payrun.payment o join payrun.payment_status s on s.payment = o.id
     where o.id = $1 and p.id = any($2::uuid[]) and p.reason_code = 'possible_duplicate' and p.held_for is null`,
    [id, ids],
  );
}

/** The number that tells payment `id` from other live payments of its reference; 0 if there are none. */
async function placeBeside(db: Db, id: string): Promise<number> {
  const { rows } = await db.query<{ place: number }>(
    `select coalesce(max(o.paid_beside) + 1, 0)::int as place from payrun.payment p join payrun.payment o on ${SAME_REFERENCE} and o.state in (${LIVE})
     where p.id = $1`,
    [id],
  );
  return rows[0]!.place;
}

/** A payment of a batch that pays the same as one that was found to be paid. */
export interface AlreadyPaid {
  readonly id: string;
  readonly otherRow: number;
  readonly otherRun: bigint;
  /** Their common feature: the reference, or the amount and the recipient or account. */
  readonly same: 'reference' | 'amount';
  /** False if it is unknown whether that payment was paid. */
  readonly isPaid: boolean;
}

/** Payments of an unstarted batch that pay the same as a payment that was found to be paid. */
export async function alreadyPaidIn(db: Db, batch: string): Promise<readonly AlreadyPaid[]> {
  const { rows } = await db.query<AlreadyPaid>(
    `select distinct on (found.id) found.id, p.row as "otherRow", p.run_id as "otherRun", found.same,
       p.state in ('processed', 'discrepancy') as "isPaid"
     from (select o.id, p.id as other, 'reference' as same from payrun.payment p
             join payrun.payment o on ${SAME_REFERENCE} and o.batch_id = $1 and o.state = 'batched'
           where p.paid_beside > 0 and p.state in (${LIVE})
           union all select later, earlier, 'amount' from (${EQUAL_FOUND_PAID}) equal) found
       join payrun.payment p on p.id = found.other
     order by found.id, found.same desc, p.run_id`,
    [batch],
  );
  return rows;
}

/** Records that a user accepted a payment as paid. It holds its reference again. */
export async function markAccepted(db: Db, id: string, by: string, because: string): Promise<void> {
  await db.query(
    `update payrun.payment set state = 'processed', reason_code = 'accepted', found_paid = true, paid_beside = $4, final_at = now(),
       reason = format('%s accepted it as paid: %s.', $2::text, rtrim($3::text, '.')) || coalesce(' Before that, ' || reason, '')
     where id = $1`,
    [id, by, because, await placeBeside(db, id)],
  );
}
