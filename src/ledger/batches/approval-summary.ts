import type { Db } from '../db/db.ts';
import { LAST_PAID, otherThanLastPaid } from '../payments/last-paid.ts';
import { hintOf } from '../recipients/account-hint.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A payment as the approver sees it. Amounts are minor units as text; bank details are masked. */
export interface SummarisedPayment {
  readonly payment: string;
  readonly row: number;
  readonly reference: string;
  readonly payee: string | null;
  readonly currency: string;
  readonly minor: string;
  readonly account: string | null;
}

/** A payment to other bank details than those last paid to. */
export interface ChangedAccount extends SummarisedPayment {
  readonly lastAccount: string | null;
  readonly lastRun: number;
  readonly lastRow: number;
  readonly lastPaidAt: string;
}

/** A payment with what it is warned of. */
export interface WarnedPayment extends SummarisedPayment {
  readonly messages: readonly string[];
}

/** Warnings of fraud and slips; of all others nobody needs to think before an approval. */
export const WARNED_AT_APPROVAL = [
  'shared_account',
  'amount_unusual',
  'account_from_number',
  'uk_modulus',
  'ifsc_not_listed',
  'account_number_check_digits',
  'possible_duplicate',
  'pain_ultimate_creditor',
] as const;

export interface WaitingPayments {
  readonly payments: number;
  readonly payees: number;
  readonly changed: number;
  readonly changedShown: readonly ChangedAccount[];
  /** Released by a person, for another reason than changed bank details. */
  readonly released: number;
  readonly releasedShown: readonly SummarisedPayment[];
  /** With warnings that somebody should have seen before anything is paid. */
  readonly warned: number;
  readonly warnedShown: readonly WarnedPayment[];
  /** Payees who were never paid before. */
  readonly newPayees: number;
  readonly newPayments: number;
  readonly newShown: readonly SummarisedPayment[];
  /** The largest of every currency, then the second largest, and so on. */
  readonly largest: readonly SummarisedPayment[];
}

/**
 * What waits in these batches, at most `most` of each kind by name (`mostToAsk` of those with changed bank details or released) and
 * the rest as a count. "Last paid" is as the screen has it: the latest payment to the same person, under any key, that was started and did not fail or come back.
 * One statement: of everybody only the latest payment is looked up, so that years of history cost nothing. 100,000 payments
 * after a year of twelve such runs: about 3 s on Postgres on two busy cores.
 */
export async function waitingPayments(
  db: Db,
  batches: readonly string[],
  most: number,
  mostToAsk: number,
): Promise<WaitingPayments> {
  const { rows } = await db.query<WaitingPayments>(WAITING, [batches, most, mostToAsk]);
  return rows[0]!;
}

const SHOWN = `id as payment, row, reference, payee, currency, minor::text as minor, account`;
/** The largest of each currency before the second largest: a yen is not a cent, so they are not compared. */
const BY_SIZE = `order by row_number() over (partition by currency order by minor desc, row), currency`;
const list = (columns: string, from: string, most: '$2' | '$3' = '$2') =>
  `(select coalesce(json_agg(s), '[]') from (select ${columns} from ${from} limit ${most}) s)`;

const WAITING = `
  with mine as materialized (
    select p.id, p.row, p.reference, ${shownRecipient('p')} as payee, p.currency, p.minor, p.recipient_id, p.paid_account_fp,
      p.paid_account_remote_id, p.released_by, r.merchant_id, r.email_fp,
      coalesce(p.account_hint, ${hintOf('p.merchant_id', 'p.paid_account_remote_id')}, r.account_hint) as account
    from payrun.payment p join payrun.recipient r on r.id = p.recipient_id where p.batch_id = any($1)),
  who as materialized (select distinct recipient_id, merchant_id, email_fp from mine),
  ${LAST_PAID},
  changed as materialized (
    select m.*, l.account_hint as "lastAccount", l.run_id as "lastRun", l.row as "lastRow", l.started_at as "lastPaidAt"
    from mine m join last l on l.recipient_id = m.recipient_id
    where ${otherThanLastPaid('m.paid_account_fp', 'm.paid_account_remote_id')}),
  released as materialized (
    select * from mine m where released_by is not null and not exists (select 1 from changed c where c.id = m.id)),
  warned as materialized (
    select m.*, array_agg(distinct w.message) as messages
    from mine m join payrun.payment p on p.id = m.id
      cross join lateral jsonb_to_recordset(p.problems) as w (code text, severity text, message text)
    where jsonb_typeof(p.problems) = 'array' and p.problems @> '[{"severity": "warning"}]'
      and w.severity = 'warning' and w.code in (${WARNED_AT_APPROVAL.map((code) => `'${code}'`).join(', ')})
    group by m.id, m.row, m.reference, m.payee, m.currency, m.minor, m.recipient_id, m.paid_account_fp, m.paid_account_remote_id,
      m.released_by, m.merchant_id, m.email_fp, m.account),
  fresh as materialized (
    select m.* from mine m where not exists (select 1 from last l where l.recipient_id = m.recipient_id))
  select (select count(*)::int from mine) as payments, (select count(*)::int from who) as payees,
    (select count(*)::int from changed) as changed,
    ${list(`${SHOWN}, "lastAccount", "lastRun", "lastRow", "lastPaidAt"`, `changed ${BY_SIZE}`, '$3')} as "changedShown",
    (select count(*)::int from released) as released, ${list(SHOWN, 'released order by row', '$3')} as "releasedShown",
    (select count(*)::int from warned) as warned, ${list(`${SHOWN}, messages`, 'warned order by row', '$3')} as "warnedShown",
    (select count(distinct recipient_id)::int from fresh) as "newPayees", (select count(*)::int from fresh) as "newPayments",
    ${list(SHOWN, `fresh ${BY_SIZE}`)} as "newShown", ${list(SHOWN, `mine ${BY_SIZE}`)} as largest`;

/** Who released a payment, when, and what it was held for; from the audit. */
export interface Release {
  readonly payment: string;
  readonly by: string;
  readonly at: Date;
  /** The code of the reason. */
  readonly was: string | null;
}

export async function releasesOf(db: Db, run: bigint, payments: readonly string[]): Promise<readonly Release[]> {
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

/** A payment that is on hold, and why. */
export interface HeldPayment extends Omit<SummarisedPayment, 'account'> {
  readonly code: string;
  readonly reason: string;
}

/** The first of the run's payments that are on hold, by row. */
export async function heldPayments(db: Db, run: bigint, most: number): Promise<readonly HeldPayment[]> {
  const { rows } = await db.query<HeldPayment>(
    `select id as payment, row, reference, ${shownRecipient('payment')} as payee, currency, minor::text as minor,
       coalesce(reason_code, 'held') as code, coalesce(reason, '') as reason
     from payrun.payment where run_id = $1 and state = 'held' order by row limit $2`,
    [run, most],
  );
  return rows;
}

/** Payments and what is sent for them, by the currency that pays; minor units as text. */
export type SentByCurrency = Readonly<Record<string, { readonly payments: number; readonly minor: string }>>;

/**
 * The last run of the merchant like this one: not a rerun, something of it was started, and it paid from the same currencies;
 * else from one of them. Null where there is none among the last 50.
 */
export async function lastSimilarRun(
  db: Db,
  merchant: string,
  run: bigint,
): Promise<{ run: bigint; sheet: string | null; at: Date; sent: SentByCurrency } | null> {
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
  return found ? { ...found, sent: await sentBy(db, found.run, true) } : null;
}

/** What a run sends, or where `started` is asked for has started, by currency. As the service priced it, where it did. */
export async function sentBy(db: Db, run: bigint, started: boolean): Promise<SentByCurrency> {
  const { rows } = await db.query<{ currency: string; payments: number; minor: string }>(
    `select currency, sum(payments)::int as payments,
       sum(coalesce((quote->>'sendingMinor')::bigint, source_minor))::text as minor
     from payrun.batch where run_id = $1 and state <> 'void' and (started_at is not null or not $2) group by currency order by currency`,
    [run, started],
  );
  return Object.fromEntries(rows.map(({ currency, payments, minor }) => [currency, { payments, minor }]));
}

/** Makes the rest of the transaction see one moment: a summary and its hash are of the same bytes. */
export async function readOneMoment(db: Db): Promise<void> {
  await db.query('set transaction isolation level repeatable read');
}
