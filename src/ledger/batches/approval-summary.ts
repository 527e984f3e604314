import type { Db } from '../db/db.ts';
import { mayBeOne, visibleEnd } from '../payments/hold-against-adopted.ts';
import { LAST_PAID, otherThanLastPaid } from '../payments/last-paid-account.ts';
import { hintOf } from '../recipients/account-hint.ts';
import { shownRecipient } from '../recipients/shown-recipient.ts';

/** A payment as the approver sees it. Amounts are minor units as text; bank details are masked. */
export interface SummarizedPayment {
  readonly payment: string;
  readonly row: number;
  readonly reference: string;
  readonly payee: string | null;
  readonly currency: string;
  readonly minor: string;
  readonly account: string | null;
}

/** A payment to other bank details than those last paid. */
export interface ChangedAccount extends SummarizedPayment {
  /** False if the account last paid is known in part only, and may be this one. */
  readonly isCertain: boolean;
  readonly lastAccount: string | null;
  readonly lastRun: number;
  readonly lastRow: number;
  readonly lastPaidAt: string;
  readonly lastCurrency: string;
  readonly lastMinor: string;
  /** Countries of the two accounts; null if not known. */
  readonly country: string | null;
  readonly lastCountry: string | null;
}

/** A payment with its warnings. */
export interface WarnedPayment extends SummarizedPayment {
  readonly messages: readonly string[];
}

/** Codes of warnings about fraud and typing errors, which an approver must see; other warnings are not shown. */
export const WARNED_AT_APPROVAL = [
  'shared_account',
  'amount_unusual',
  'account_from_number',
  'uk_modulus',
  'ifsc_not_listed',
  'bsb_not_listed',
  'account_number_check_digits',
  'possible_duplicate',
  'pain_ultimate_creditor',
] as const;

export interface WaitingPayments {
  readonly payments: number;
  readonly payees: number;
  readonly changed: number;
  /** Of them, those whose account may be the one last paid. */
  readonly uncertain: number;
  readonly changedShown: readonly ChangedAccount[];
  /** Payments released from a hold for a reason other than changed bank details. */
  readonly released: number;
  readonly releasedShown: readonly SummarizedPayment[];
  /** Payments with warnings in `WARNED_AT_APPROVAL`. */
  readonly warned: number;
  readonly warnedShown: readonly WarnedPayment[];
  /** Recipients who were never paid before. */
  readonly newPayees: number;
  readonly newPayments: number;
  readonly newShown: readonly SummarizedPayment[];
  /** The largest payment of each currency, then the second largest of each, and so on. */
  readonly largest: readonly SummarizedPayment[];
}

/**
 * Summary of the payments in these batches: at most `most` payments of each kind (`mostToAsk` of changed bank details,
 * released or warned), and the counts of all. "Last paid" means the same as in the hold rules: the latest started
 * payment to the same person, under any key, that did not fail and was not returned. One statement that looks up only
 * the latest payment of each recipient, so that the cost does not grow with history. 100,000 payments after a year of
 * twelve such runs take about 3 s on Postgres on two busy cores.
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
/** The largest of each currency before the second largest; amounts in different currencies are not compared. */
const BY_SIZE = `order by row_number() over (partition by currency order by minor desc, row), currency`;
const list = (columns: string, from: string, most: '$2' | '$3' = '$2') =>
  `(select coalesce(json_agg(s), '[]') from (select ${columns} from ${from} limit ${most}) s)`;

const WAITING = `
  with mine as materialized (
    select p.id, p.row, p.reference, ${shownRecipient('p')} as payee, p.currency, p.minor, p.recipient_id, p.paid_account_fp,
      p.paid_account_remote_id, p.released_by, r.merchant_id, r.email_fp,
      coalesce(p.paid_account_country, r.account_country) as country, coalesce(p.account_hint, ${hintOf('p.merchant_id', 'p.paid_account_remote_id')}, r.account_hint) as account
    from payrun.payment p join payrun.recipient r on r.id = p.recipient_id where p.batch_id = any($1)),
  who as materialized (select distinct recipient_id, merchant_id, email_fp from mine),
  ${LAST_PAID},
  changed as materialized (
    select m.*, not (l.paid_account_fp is null and ${mayBeOne(visibleEnd('l.account_hint'), visibleEnd('m.account'))}) as "isCertain",
      l.account_hint as "lastAccount", l.run_id as "lastRun", l.row as "lastRow", l.started_at as "lastPaidAt",
      l.currency as "lastCurrency", l.minor::text as "lastMinor", l.paid_account_country as "lastCountry"
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
      m.released_by, m.merchant_id, m.email_fp, m.country, m.account),
  fresh as materialized (
    select m.* from mine m where not exists (select 1 from last l where l.recipient_id = m.recipient_id))
  select (select count(*)::int from mine) as payments, (select count(*)::int from who) as payees,
    (select count(*)::int from changed) as changed,
    (select count(*)::int from changed where not "isCertain") as uncertain,
    ${list(`${SHOWN}, "isCertain", "lastAccount", "lastRun", "lastRow", "lastPaidAt", "lastCurrency", "lastMinor", country, "lastCountry"`, `changed ${BY_SIZE}`, '$3')} as "changedShown",
    (select count(*)::int from released) as released, ${list(SHOWN, 'released order by row', '$3')} as "releasedShown",
    (select count(*)::int from warned) as warned, ${list(`${SHOWN}, messages`, 'warned order by row', '$3')} as "warnedShown",
    (select count(distinct recipient_id)::int from fresh) as "newPayees", (select count(*)::int from fresh) as "newPayments",
    ${list(SHOWN, `fresh ${BY_SIZE}`)} as "newShown", ${list(SHOWN, `mine ${BY_SIZE}`)} as largest`;

/** Who released a payment, when, and why it was on hold; from the audit log. */
export interface Release {
  readonly payment: string;
  readonly by: string;
  readonly at: Date;
  /** Code of the hold reason. */
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
export interface HeldPayment extends Omit<SummarizedPayment, 'account'> {
  readonly code: string;
  readonly reason: string;
}

/** The run's first payments on hold, by row. */
export async function heldPayments(db: Db, run: bigint, most: number): Promise<readonly HeldPayment[]> {
  const { rows } = await db.query<HeldPayment>(
    `select id as payment, row, reference, ${shownRecipient('payment')} as payee, currency, minor::text as minor,
       coalesce(reason_code, 'held') as code, coalesce(reason, '') as reason
     from payrun.payment where run_id = $1 and state = 'held' order by row limit $2`,
    [run, most],
  );
  return rows;
}

/** Number of payments and amount sent, by the currency that pays; minor units as text. */
export type SentByCurrency = Readonly<Record<string, { readonly payments: number; readonly minor: string }>>;

/**
 * The merchant's last comparable run: not a rerun, with a started batch, from the same currencies, or else from one of
 * them. Null if none of the last 50 fits.
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

/** Amount that a run sends, or with `started` has sent, by currency; the quoted amount if a quote exists. */
export async function sentBy(db: Db, run: bigint, started: boolean): Promise<SentByCurrency> {
  const { rows } = await db.query<{ currency: string; payments: number; minor: string }>(
    `select currency, sum(payments)::int as payments,
       sum(coalesce((quote->>'sendingMinor')::bigint, source_minor))::text as minor
     from payrun.batch where run_id = $1 and state <> 'void' and (started_at is not null or not $2) group by currency order by currency`,
    [run, started],
  );
  return Object.fromEntries(rows.map(({ currency, payments, minor }) => [currency, { payments, minor }]));
}

/** Gives the transaction one snapshot, so that a summary and its hash cover the same data. */
export async function readOneMoment(db: Db): Promise<void> {
  await db.query('set transaction isolation level repeatable read');
}
