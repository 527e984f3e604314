import type { FixedSide, Money, Problem } from '../../model.ts';
import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { RECIPIENTS_BY_FINGERPRINT } from '../recipients/recipient.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';
import type { SealedRow } from './sealed-row.ts';

/** The index of recipients starts with the merchant. */
const OF_MERCHANT = 'merchant_id = (select merchant_id from payrun.run where id = $1)';

export interface PayablePayment extends SealedRow {
  readonly row: number;
  readonly recipient_fp: Buffer;
  readonly profile_fp: Buffer | null;
  readonly account_fp: Buffer | null;
  readonly account_hint: string | null;
}

/**
 * SQL conditions that payment `p` names recipient `r` of the payout service, as in `findRecipient`: by key, else the
 * oldest by e-mail.
 */
const NAMED: readonly string[] = [
  'r.key_fp = p.recipient_fp and r.remote_id is not null',
  `r.email_fp = p.recipient_fp and r.remote_id is not null and not exists (select 1 from payrun.recipient k
     where k.merchant_id = p.merchant_id and k.key_fp = p.recipient_fp and k.remote_id is not null)
   and not exists (select 1 from payrun.recipient k where k.merchant_id = p.merchant_id and k.email_fp = p.recipient_fp
     and k.remote_id is not null and (k.created_at, k.id) < (r.created_at, r.id))`,
];

/** SQL condition that the payout service has recipient `r` as payment `p` names it: profile and account. */
const IS_CURRENT = `r.intent is null and r.doubt is null
  and (p.profile_fp is null or p.profile_fp = r.profile_fp)
  and (p.account_fp is null or (p.account_fp = r.account_fp and r.account_remote_id is not null))`;

const UNASSIGNED = `p.run_id = $1 and p.state = 'ready' and p.recipient_id is null`;

/**
 * SQL for the ready payments of run `$1` with their recipients, for its plan. The recipient of a payment without one
 * assigned was found known by `matchKnownRecipients`, or is compared now if the payment was released since.
 */
export const READY_WITH_RECIPIENT = [
  `select p.id, p.row, p.source_currency as currency, p.recipient_id from payrun.payment p
   where p.run_id = $1 and p.state = 'ready' and p.recipient_id is not null`,
  ...NAMED.map(
    (named) =>
      `select p.id, p.row, p.source_currency, r.id from payrun.payment p join payrun.recipient r on r.merchant_id = p.merchant_id and ${named}
       where ${UNASSIGNED} and (p.released_by is null or ${IS_CURRENT})`,
  ),
].join(' union all ');

/**
 * Returns the number of recipients of a run that are to be synced: those of ready payments whose recipient, profile and
 * account are not known in the payout service. If there are none, the plan assigns all recipients. If there are some,
 * syncing them may change what is known of others, so this assigns the recipients of all payments that need no API
 * call.
 */
export async function matchKnownRecipients(db: Db, run: bigint): Promise<number> {
  const unknown = NAMED.map(
    (named) =>
      `not exists (select 1 from payrun.recipient r where r.merchant_id = p.merchant_id and ${named} and ${IS_CURRENT})`,
  );
  const { rows } = await db.query<{ n: number }>(
    `select count(distinct p.recipient_fp)::int as n from payrun.payment p where ${UNASSIGNED} and ${unknown.join(' and ')}`,
    [run],
  );
  const { n } = rows[0]!;
  if (n > 0)
    for (const named of NAMED)
      await db.query(
        `update payrun.payment p set recipient_id = r.id from payrun.recipient r
         where ${UNASSIGNED} and r.merchant_id = p.merchant_id and ${named} and ${IS_CURRENT}`,
        [run],
      );
  return n;
}

/** Rows read per recipient to sync: a recipient with more rows only makes a page smaller. */
const ROWS_A_RECIPIENT = 10;

/**
 * One payment for each of the next recipients to sync, at most `limit`; the row with the most data about the recipient.
 */
export async function unsyncedRecipients(db: Db, run: bigint, limit: number): Promise<readonly PayablePayment[]> {
  const { rows } = await db.query<PayablePayment>(
    `with next as materialized (
       select recipient_fp from (
         select recipient_fp, row from payrun.payment where run_id = $1 and state = 'ready' and recipient_id is null
         order by row limit $2::int * ${ROWS_A_RECIPIENT}) waiting
       group by recipient_fp order by min(row) limit $2)
     select distinct on (p.recipient_fp) p.id, p.merchant_id, p.row, p.row_sealed, p.recipient_fp, p.profile_fp, p.account_fp, p.account_hint
     from next join payrun.payment p on p.${OF_MERCHANT}
       and p.recipient_fp = next.recipient_fp and p.run_id = $1 and p.state = 'ready' and p.recipient_id is null
     order by p.recipient_fp, (p.profile_fp is null), (p.account_fp is null), p.row`,
    [run, limit],
  );
  return rows;
}

/** Whether the run still has payments that are in no batch. */
export async function hasReadyPayments(db: Db, run: bigint): Promise<boolean> {
  const { rows } = await db.query(`select from payrun.payment where run_id = $1 and state = 'ready' limit 1`, [run]);
  return rows.length > 0;
}

/**
 * Among the recipients still to be synced: the number unknown to the ledger, how many of these have only a referenceId,
 * and the number whose known data differs.
 */
export async function countRecipientWork(
  db: Db,
  run: bigint,
): Promise<{ unknown: number; nameless: number; changed: number }> {
  const { rows } = await db.query<{ unknown: number; nameless: number; changed: number }>(
    `with wanted as (
       select distinct p.merchant_id, p.recipient_fp, p.profile_fp, p.account_fp from payrun.payment p
       where p.run_id = $1 and p.state = 'ready' and p.recipient_id is null)
     select count(distinct w.recipient_fp) filter (where r.remote_id is null)::int as unknown,
       (count(distinct w.recipient_fp) filter (where r.remote_id is null)
         - count(distinct w.recipient_fp) filter (where r.remote_id is null and w.profile_fp is not null))::int as nameless,
       count(distinct w.recipient_fp) filter (where r.remote_id is not null and not (r.intent is null and r.doubt is null
         and (w.profile_fp is null or w.profile_fp is not distinct from r.profile_fp)
         and (w.account_fp is null or w.account_fp is not distinct from r.account_fp)))::int as changed
     from wanted w left join ${RECIPIENTS_BY_FINGERPRINT} r on r.merchant_id = w.merchant_id and r.fingerprint = w.recipient_fp`,
    [run],
  );
  return rows[0]!;
}

/** Assigns a recipient to payments that name the recipient's current account or none. */
export async function assignRecipient(db: Db, run: bigint, recipientFp: Buffer, recipientId: string): Promise<void> {
  await db.query(
    `update payrun.payment p set recipient_id = r.id from payrun.recipient r
     where p.run_id = $1 and p.merchant_id = r.merchant_id and p.recipient_fp = $2 and p.state = 'ready' and p.recipient_id is null and r.id = $3
       and (p.account_fp is null or p.account_fp = r.account_fp)`,
    [run, recipientFp, recipientId],
  );
}

/** Fails the ready payments of a recipient that the payout service refuses. Returns how many. */
export async function failPaymentsOf(
  db: Db,
  run: bigint,
  recipientFp: Buffer,
  code: string,
  reason: string,
): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'failed', reason_code = $3, reason = $4, final_at = now()
     where run_id = $1 and ${OF_MERCHANT} and recipient_fp = $2 and state = 'ready'`,
    [run, recipientFp, code, reason],
  );
  return rowCount;
}

/** Puts the ready payments of a recipient on hold; `ofAccount`: only those that name bank details. Returns how many. */
export async function holdPaymentsOf(
  db: Db,
  run: bigint,
  recipientFp: Buffer,
  { code, reason, ofAccount }: { readonly code: string; readonly reason: string; readonly ofAccount: boolean },
): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'held', recipient_id = null, reason_code = $3, reason = $4
     where run_id = $1 and ${OF_MERCHANT} and recipient_fp = $2 and state = 'ready' and (account_fp is not null or not $5)`,
    [run, recipientFp, code, reason, ofAccount],
  );
  return rowCount;
}

/** Fails ready payments whose recipient has only an unknown referenceId. Returns the row numbers, ascending. */
export async function failNameless(db: Db, run: bigint, code: string, reason: string): Promise<readonly number[]> {
  const { rows } = await db.query<{ row: number }>(
    `update payrun.payment p set state = 'failed', reason_code = $2, reason = $3, final_at = now()
     where p.run_id = $1 and p.state = 'ready' and p.recipient_id is null and p.recipient_fp in (
         select recipient_fp from payrun.payment where run_id = $1 and state = 'ready'
         group by recipient_fp having bool_and(profile_fp is null))
       and not exists (select 1 from ${RECIPIENTS_BY_FINGERPRINT} r where r.merchant_id = p.merchant_id and r.remote_id is not null
         and r.fingerprint = p.recipient_fp)
     returning p.row`,
    [run, code, reason],
  );
  return rows.map(({ row }) => row).sort((a, b) => a - b);
}

/** States that a user cancels with their run. One on hold could be released and paid afterwards. */
export const ENDS_WITH_RUN: readonly PaymentState[] = ['ready', 'held'];

/** Cancels payments of the run in the states `from` that are in no batch. Returns how many. */
export async function cancelPayments(
  db: Db,
  run: bigint,
  from: readonly PaymentState[],
  code: string,
  reason: string,
): Promise<number> {
  const { rowCount } = await db.query(
    `update payrun.payment set state = 'canceled', reason_code = $3, reason = $4, final_at = now()
     where run_id = $1 and state = any($2) and batch_id is null`,
    [run, from, code, reason],
  );
  return rowCount;
}

export interface BatchedPayment extends SealedRow {
  readonly row: number;
  readonly reference: string;
  readonly fixed: FixedSide;
  readonly currency: string;
  readonly minor: bigint;
  readonly recipient_remote_id: string;
  readonly account_remote_id: string | null;
  readonly account_fp: Buffer | null;
}

/**
 * The payments of a batch that are to be paid, in row order, with the remote ids of recipient and account: none that a
 * user confirmed as paid or not paid, because another payment may have its reference by now. Paged, so that memory
 * stays bounded; the next page is read while the caller handles the one before.
 */
export async function* streamBatchPayments(
  db: Db,
  batch: string,
  pageSize = 5_000,
): AsyncGenerator<readonly BatchedPayment[]> {
  // By id: without an index of a batch's rows, every page by row number would read and sort the whole batch.
  const { rows: ids } = await db.query<{ id: string }>(
    'select id from payrun.payment where batch_id = $1 order by row',
    [batch],
  );
  const read = (from: number) => {
    const page = readBatched(
      db,
      batch,
      ids.slice(from, from + pageSize).map(({ id }) => id),
    );
    page.catch(() => {});
    return page;
  };
  let next = read(0);
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = await next;
    if (from + pageSize < ids.length) next = read(from + pageSize);
    if (page.length > 0) yield page;
  }
}

async function readBatched(db: Db, batch: string, ids: readonly string[]): Promise<readonly BatchedPayment[]> {
  if (ids.length === 0) return [];
  const { rows } = await db.query<BatchedPayment>(`${BATCHED} and p.id = any($2::uuid[]) order by p.row`, [batch, ids]);
  return rows;
}

export async function getFirstBatchPayment(db: Db, batch: string): Promise<BatchedPayment | null> {
  const { rows } = await db.query<BatchedPayment>(`${BATCHED} order by p.row limit 1`, [batch]);
  return rows[0] ?? null;
}

const BATCHED = `select p.id, p.merchant_id, p.row, p.reference, p.fixed, p.currency, p.minor, p.paid_recipient_remote_id as recipient_remote_id,
    p.paid_account_remote_id as account_remote_id, p.paid_account_fp as account_fp, p.row_sealed
  from payrun.payment p where p.batch_id = $1 and p.state = 'batched'`;

/** The reasons that all ready rows of a run are canceled if it is tried or discarded. */
const NOT_SUBMITTED: readonly string[] = ['dry_run', 'declined'];

/**
 * Errors and warnings of a run in row order: those of cells, and the reasons of rows on hold, canceled, failed or
 * returned. A run that was only tried, or discarded, has those of cells only: nothing else is wrong. Reads at most
 * `limit` rows.
 */
export async function getProblems(db: Db, run: bigint, limit: number): Promise<readonly Problem[]> {
  const { rows } = await db.query<{
    row: number;
    state: string;
    problems: readonly Problem[] | null;
    code: string | null;
    reason: string | null;
    recipient: string | null;
    reference: string | null;
  }>(
    `select row, state, problems, reason_code as code, reason, ${shownRecipient('payment')} as recipient,
       case state when 'held' then reference end as reference from payrun.payment
     where run_id = $1 and state not in ('already_paid', 'dismissed') and (problems is not null or reason is not null and not coalesce(state = 'canceled' and reason_code = any($3), false))
     order by row limit $2`,
    [run, limit, NOT_SUBMITTED],
  );
  return rows.flatMap(({ row, state, problems, code, reason, recipient, reference }) => {
    const own: Problem[] =
      reason && state !== 'invalid' && !(state === 'canceled' && code !== null && NOT_SUBMITTED.includes(code))
        ? [
            {
              row,
              code: code ?? state,
              column: null,
              // Said of a payment that is made: it is in transit, or tax was withheld.
              severity: state === 'batched' || state === 'processed' ? 'warning' : 'error',
              message: reason,
              ...(reference && { reference }),
              ...((state === 'unknown' || state === 'discrepancy') && { mayBePaid: true as const }),
            },
          ]
        : [];
    const found = [...(problems ?? []), ...own];
    return recipient === null ? found : found.map((problem) => ({ ...problem, recipient }));
  });
}

/** The largest amount of a batch by fixed side and currency; amounts in different currencies are not compared. */
export async function largestPayments(
  db: Db,
  batch: string,
): Promise<readonly (Money & { readonly fixed: FixedSide })[]> {
  const { rows } = await db.query<Money & { fixed: FixedSide }>(
    `select fixed, currency, max(minor) as minor from payrun.payment where batch_id = $1 group by fixed, currency order by currency, fixed`,
    [batch],
  );
  return rows;
}
