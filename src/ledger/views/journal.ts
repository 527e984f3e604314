import {
  type BookedPayment,
  type JournalAmounts,
  journalOfChange,
  journalOfPaid,
  journalOfReturned,
} from '../../outcomes/journal-amounts.ts';
import type { Db } from '../db/db.ts';
import { type Scope, visible } from '../merchants/scope.ts';

/** Whole days; `from` null: from the beginning. */
export interface JournalRange {
  readonly from: string | null;
  readonly to: string;
  readonly timeZone: string;
}

/** An entry of the journal, with what describes it. */
export interface JournalEntry extends JournalAmounts {
  readonly exportId: bigint;
  /** Its number within the export, whoever reads it. */
  readonly number: number;
  /** `corrected`: the payment has other amounts than were exported, or was not paid after all. */
  readonly kind: 'paid' | 'returned' | 'corrected';
  /** YYYY-MM-DD */
  readonly day: string;
  readonly currency: string;
  readonly payment: string;
  readonly reference: string;
  readonly recipient: string | null;
  readonly merchant: string;
  readonly run: bigint;
  readonly rate: string | null;
  readonly marketRate: string | null;
}

export interface JournalExport {
  readonly id: bigint;
  readonly made_at: Date;
  readonly made_by: string;
  readonly from_day: string | null;
  readonly to_day: string;
  readonly entries: number;
  readonly currencies: readonly string[];
  /** The days of its entries, YYYY-MM-DD. */
  readonly firstDay: string;
  readonly lastDay: string;
}

/**
 * Entries that no export has. A returned payment was debited first: it has both. Where entries were exported and the
 * payment has another outcome or other amounts since, the difference: dated by its return, else by this export ($5),
 * because the period of the first entry may be closed.
 */
const NOT_EXPORTED = `
  with booked as (
    select payment_id, max(seq * 2 + (kind = 'returned')::int) as last, sum(payables_minor)::bigint as payables,
      sum(fees_minor)::bigint as fees, sum(rate_difference_minor)::bigint as difference, sum(balance_minor)::bigint as balance
    from payrun.journal_entry where ${visible('merchant_id')} group by payment_id),
  ended as (
    select p.id, p.merchant_id, p.state, p.source_currency as currency, p.paid_source_minor as sent, coalesce(p.paid_fees_minor, 0) as fees,
      coalesce(p.paid_recipient_fees_minor, 0) as recipient_fees, p.fixed = 'target' as owes_target, p.paid_target_currency as target_currency,
      p.paid_target_minor as target, p.paid_market_rate as market_rate, p.final_at as paid_at, b.last / 2 as seq, b.last % 2 = 1 as taken_back,
      b.payables as booked_payables, b.fees as booked_fees, b.difference as booked_difference, b.balance as booked_balance,
      case when p.state = 'failed' then 0 when p.state = 'returned' and p.paid_source_minor is null then b.fees
        else coalesce(p.paid_fees_minor, 0) - coalesce(p.paid_recipient_fees_minor, 0) end as merchant_fees,
      (select max(e.at) from payrun.event e where p.state = 'returned' and e.chain = 'run-' || p.run_id and e.kind = 'payments_returned'
        and e.data->'payments' ? p.id::text) as returned_at
    from payrun.payment p left join booked b on b.payment_id = p.id
    where (p.state in ('processed', 'returned') and p.paid_source_minor is not null or p.state in ('returned', 'failed') and b.last is not null)
      and ${visible('p.merchant_id')}),
  found as (
    select *, 'paid' as kind, paid_at as at from ended where seq is null
    union all select *, 'returned', coalesce(returned_at, paid_at) from ended where seq is null and state = 'returned'
    union all select *, case when state = 'returned' and not taken_back then 'returned' when state = 'processed' and taken_back then 'paid'
        else 'corrected' end, case when state = 'returned' and not taken_back then coalesce(returned_at, $5) else $5 end
      from ended where seq is not null
        and (merchant_fees, case state when 'processed' then sent else 0 end + merchant_fees) is distinct from (booked_fees, booked_balance))
  select f.*, to_char(f.at at time zone $4, 'YYYY-MM-DD') as day from found f
  where f.at < ($3::date + 1)::timestamp at time zone $4 and ($2::date is null or f.at >= $2::date::timestamp at time zone $4)
  order by f.at, f.id, f.kind`;

interface Found {
  readonly id: string;
  readonly merchant_id: string;
  readonly kind: JournalEntry['kind'];
  readonly state: 'processed' | 'returned' | 'failed';
  readonly day: string;
  readonly currency: string;
  readonly sent: bigint | null;
  readonly fees: bigint;
  readonly recipient_fees: bigint;
  readonly merchant_fees: bigint;
  readonly owes_target: boolean;
  readonly target_currency: string | null;
  readonly target: bigint | null;
  readonly market_rate: string | null;
  /** The number of entries that exports have of it; null if none has. */
  readonly seq: number | null;
  readonly booked_payables: bigint;
  readonly booked_fees: bigint;
  readonly booked_difference: bigint;
  readonly booked_balance: bigint;
}

/** What is not exported yet. */
export interface NotExported {
  readonly entries: number;
  /** Paid payments that get no entry, because the payout service has told no amounts of them. */
  readonly withoutAmounts: number;
}

/** The number of entries that no export has at this moment. */
export async function countNotExported(
  db: Db,
  scope: Scope,
  { from, to, timeZone }: JournalRange,
  now: Date,
): Promise<NotExported> {
  const { rows } = await db.query<NotExported>(
    `select (select count(*) from (${NOT_EXPORTED}) n)::int as entries,
       (select count(*) from payrun.payment p where p.state = 'processed' and p.paid_source_minor is null and ${visible('p.merchant_id')}
         and not exists (select 1 from payrun.journal_entry j where j.payment_id = p.id))::int as "withoutAmounts"`,
    [scope, from, to, timeZone, now],
  );
  return rows[0]!;
}

/**
 * Books what no export has, in the caller's transaction. Returns the export; null if there is nothing. Two exports at
 * the same time wait for each other.
 */
export async function createJournalExport(
  db: Db,
  scope: Scope,
  { from, to, timeZone }: JournalRange,
  made: { readonly at: Date; readonly by: string },
): Promise<bigint | null> {
  await db.query('lock table payrun.journal_entry in share row exclusive mode');
  const { rows } = await db.query<Found>(NOT_EXPORTED, [scope, from, to, timeZone, made.at]);
  if (rows.length === 0) return null;
  const { rows: created } = await db.query<{ id: bigint }>(
    'insert into payrun.journal_export (made_at, made_by, merchants, from_day, to_day) values ($1, $2, $3, $4, $5) returning id',
    [made.at, made.by, scope, from, to],
  );
  const { id } = created[0]!;
  const entries = rows.map((row) => ({ ...row, ...amountsOf(row), number: numberOf(row) }));
  const column = <K extends keyof (typeof entries)[number]>(key: K) => entries.map((entry) => entry[key]);
  await db.query(
    `insert into payrun.journal_entry (payment_id, seq, kind, export_id, merchant_id, day, currency, payables_minor, fees_minor,
       rate_difference_minor, balance_minor)
     select t.payment, t.seq, t.kind, $1, t.merchant, t.day, t.currency, t.payables, t.fees, t.difference, t.balance
     from unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::date[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
       as t(payment, seq, kind, merchant, day, currency, payables, fees, difference, balance)`,
    [
      ...[id, column('id'), column('number'), column('kind'), column('merchant_id'), column('day'), column('currency')],
      ...[column('payables'), column('fees'), column('rateDifference'), column('balance')],
    ],
  );
  return id;
}

/** The number of the entry among those of its payment. */
const numberOf = ({ seq, kind }: Found): number => (seq === null ? (kind === 'paid' ? 1 : 2) : seq + 1);

function amountsOf(row: Found): JournalAmounts {
  if (row.seq === null) return row.kind === 'paid' ? journalOfPaid(bookedOf(row)) : journalOfReturned(bookedOf(row));
  const booked = {
    payables: row.booked_payables,
    fees: row.booked_fees,
    rateDifference: row.booked_difference,
    balance: row.booked_balance,
  };
  const payment = row.state === 'processed' ? bookedOf(row) : null;
  return journalOfChange(booked, { payment, fees: row.merchant_fees });
}

function bookedOf(row: Found): BookedPayment {
  const { recipient_fees: recipientFees, owes_target: owesTarget, target_currency: targetCurrency } = row;
  return { ...row, sent: row.sent!, recipientFees, owesTarget, targetCurrency, marketRate: row.market_rate };
}

/** The entries of an export that the reader may see, in their order. */
export async function selectJournal(db: Db, scope: Scope, id: bigint): Promise<readonly JournalEntry[]> {
  const { rows } = await db.query<JournalEntry>(
    `select j.export_id as "exportId", j.number, j.kind, j.day::text as day, j.currency, j.payables_minor as payables, j.fees_minor as fees,
       j.rate_difference_minor as "rateDifference", j.balance_minor as balance, p.id as payment, p.reference, p.payee as recipient,
       j.merchant_id as merchant, p.run_id as run, p.paid_rate as rate, p.paid_market_rate as "marketRate"
     from (select *, row_number() over (order by day, payment_id, seq)::int as number from payrun.journal_entry where export_id = $2) j
     join payrun.payment p on p.id = j.payment_id where ${visible('j.merchant_id')} order by j.number`,
    [scope, id],
  );
  return rows;
}

/** The latest exports with entries that the reader may see, newest first. */
export async function selectJournalExports(db: Db, scope: Scope, most: number): Promise<readonly JournalExport[]> {
  const { rows } = await db.query<JournalExport>(
    `select x.id, x.made_at, x.made_by, x.from_day::text as from_day, x.to_day::text as to_day, count(*)::int as entries,
       array_agg(distinct j.currency) as currencies, min(j.day)::text as "firstDay", max(j.day)::text as "lastDay"
     from payrun.journal_export x join payrun.journal_entry j on j.export_id = x.id
     where ${visible('j.merchant_id')} group by x.id order by x.id desc limit $2`,
    [scope, most],
  );
  return rows;
}

/** Numbers that exports after the backup of a restored ledger may have. */
const SKIPPED = 100;

/**
 * After a restore: the exports since the backup are unknown, and no later one gets the number of one of them, so that
 * the company's ledger takes no entry for another one.
 */
export async function skipExportNumbers(db: Db): Promise<void> {
  await db.query(
    `select setval(pg_get_serial_sequence('payrun.journal_export', 'id'), coalesce(max(id), 0) + ${SKIPPED}) from payrun.journal_export`,
  );
}
