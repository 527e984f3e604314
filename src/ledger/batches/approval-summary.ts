import type { PaymentState } from '../../states.ts';
import type { Db } from '../db/db.ts';
import { hintSql } from '../recipients/recipient-account.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A payment as the approver sees it; minor units as text. */
export interface SummarizedPayment {
  readonly payment: string;
  readonly row: number;
  readonly reference: string;
  readonly recipientName: string | null;
  readonly currency: string;
  readonly minor: string;
}

/** These payments that await approval, by id. */
export async function summarizedPayments(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SummarizedPayment>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<SummarizedPayment>(
    `select p.id as payment, p.row, p.reference, ${shownRecipient('p')} as "recipientName", p.currency, p.minor::text as minor
     from payrun.payment p where p.id = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.payment, row]));
}

/** An earlier payment to a recipient: its account, and how much. `minor` as text. */
export interface LastPayment {
  readonly payment: string;
  readonly run: bigint;
  readonly row: number;
  readonly state: PaymentState;
  /** When it was paid, failed or was returned; when it was started if its outcome is not known. */
  readonly at: Date;
  readonly currency: string;
  readonly minor: string;
  readonly reference: string;
  /** The reason of a failure or return, as a sentence, if any. */
  readonly reason: string | null;
  /** Masked; null if only the payout service knows it. */
  readonly account: string | null;
  readonly country: string | null;
}

/** These payments of started batches, by id. */
export async function lastPayments(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, LastPayment>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.query<LastPayment>(
    `select e.id as payment, e.run_id as run, e.row, e.state, e.reference, case when e.state in ('failed', 'returned') then e.reason end as reason,
       case when e.state in ('processed', 'failed', 'returned') then coalesce(e.final_at, b.started_at) else b.started_at end as at, e.currency, e.minor::text as minor,
       coalesce(e.account_hint, ${hintSql('e.merchant_id', 'e.paid_account_remote_id')}) as account, e.paid_account_country as country
     from payrun.payment e join payrun.batch b on b.id = e.batch_id where e.id = any($1)`,
    [ids],
  );
  return new Map(rows.map((row) => [row.payment, row]));
}

/** The user, time and hold reason of a release; from the audit log. */
export interface Release {
  readonly payment: string;
  readonly by: string;
  readonly at: Date;
  /** Code of the hold reason. */
  readonly was: string | null;
}

export async function getReleases(db: Db, run: bigint, payments: readonly string[]): Promise<readonly Release[]> {
  if (payments.length === 0) return [];
  const { rows } = await db.query<Release>(
    `select distinct on (p.payment) p.payment, e.actor as by, e.at, e.data->>'was' as was
     from unnest($2::text[]) as p(payment) join payrun.event e on e.chain = $1
       and (e.kind = 'sheet_released' or (e.kind = 'released' and e.data->>'payment' = p.payment))
     order by p.payment, e.kind, e.seq desc`,
    [`run-${run}`, payments],
  );
  return rows;
}

/** The run's first payments on hold, by row, and why they are. */
export async function heldPayments(
  db: Db,
  run: bigint,
  most: number,
): Promise<readonly (SummarizedPayment & { readonly code: string; readonly reason: string })[]> {
  const { rows } = await db.query<SummarizedPayment & { code: string; reason: string }>(
    `select id as payment, row, reference, ${shownRecipient('payment')} as "recipientName", currency, minor::text as minor,
       coalesce(reason_code, 'held') as code, coalesce(reason, '') as reason
     from payrun.payment where run_id = $1 and state = 'held' order by row limit $2`,
    [run, most],
  );
  return rows;
}

/** Number of payments and total debit by currency; minor units as text. */
export type DebitByCurrency = Readonly<Record<string, { readonly payments: number; readonly minor: string }>>;

/**
 * The merchant's last comparable run: not a rerun, with a started batch, from the same currencies, or else from one of
 * them. Null if none of the last 50 fits.
 */
export async function lastSimilarRun(
  db: Db,
  merchant: string,
  run: bigint,
): Promise<{ run: bigint; sheet: string | null; at: Date; debit: DebitByCurrency } | null> {
  const { rows } = await db.query<{ run: bigint; sheet: string | null; at: Date }>(
    `with this as (select array_agg(distinct currency order by currency) as currencies from payrun.batch
       where run_id = $2 and state <> 'void'),
     others as (select run_id, array_agg(distinct currency order by currency) as currencies from payrun.batch
       where merchant_id = $1 and run_id <> $2 and started_at is not null group by run_id)
     select r.id as run, s.name as sheet, r.created_at as at
     from (select o.* from others o join payrun.run r on r.id = o.run_id where r.parent_run is null
       order by o.run_id desc limit 50) o
     join this t on o.currencies && t.currencies
     join payrun.run r on r.id = o.run_id left join payrun.sheet s on s.id = r.sheet_id
     order by (o.currencies = t.currencies) desc, o.run_id desc limit 1`,
    [merchant, run],
  );
  const found = rows[0];
  return found ? { ...found, debit: await debitBy(db, found.run, true) } : null;
}

/** The total debit of a run, or with `started` of what it has sent, by currency; without fees until it is quoted. */
export async function debitBy(db: Db, run: bigint, started: boolean): Promise<DebitByCurrency> {
  const { rows } = await db.query<{ currency: string; payments: number; minor: string }>(
    `select currency, sum(payments)::int as payments,
       sum(coalesce((quote->>'debitMinor')::bigint, source_minor))::text as minor
     from payrun.batch where run_id = $1 and state <> 'void' and (started_at is not null or not $2) group by currency order by currency`,
    [run, started],
  );
  return Object.fromEntries(rows.map(({ currency, payments, minor }) => [currency, { payments, minor }]));
}

/** Gives the transaction one snapshot, so that a summary and its hash cover the same data. */
export async function useOneSnapshot(db: Db): Promise<void> {
  await db.query('set transaction isolation level repeatable read');
}
