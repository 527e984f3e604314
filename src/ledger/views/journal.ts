import {
  type BookedPayment,
  type JournalAmounts,
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
  readonly kind: 'paid' | 'returned';
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
}

/** Paid and returned payments that no export has. A returned one was debited first: it has both entries. */
const NOT_EXPORTED = `
  with ended as (
    select p.id, p.merchant_id, p.state, p.source_currency as currency, p.paid_source_minor as sent, coalesce(p.paid_fees_minor, 0) as fees,
      coalesce(p.paid_recipient_fees_minor, 0) as recipient_fees, p.fixed = 'target' as owes_target, p.paid_target_currency as target_currency,
      p.paid_target_minor as target, p.paid_market_rate as market_rate, p.final_at as paid_at,
      coalesce((select min(e.at) from payrun.event e where p.state = 'returned' and e.chain = 'run-' || p.run_id and e.kind = 'payments_returned'
        and e.data->'payments' ? p.id::text), p.final_at) as returned_at
    from payrun.payment p where p.state in ('processed', 'returned') and p.paid_source_minor is not null and ${visible('p.merchant_id')}),
  found as (
    select *, 'paid' as kind, paid_at as at from ended
    union all select *, 'returned', returned_at from ended where state = 'returned')
  select f.*, to_char(f.at at time zone $4, 'YYYY-MM-DD') as day from found f
  where f.at < ($3::date + 1)::timestamp at time zone $4 and ($2::date is null or f.at >= $2::date::timestamp at time zone $4)
    and not exists (select 1 from payrun.journal_entry j where j.payment_id = f.id and j.kind = f.kind)
  order by f.at, f.id, f.kind`;

interface Found {
  readonly id: string;
  readonly merchant_id: string;
  readonly kind: 'paid' | 'returned';
  readonly day: string;
  readonly currency: string;
  readonly sent: bigint;
  readonly fees: bigint;
  readonly recipient_fees: bigint;
  readonly owes_target: boolean;
  readonly target_currency: string | null;
  readonly target: bigint | null;
  readonly market_rate: string | null;
}

const AMOUNTS = { paid: journalOfPaid, returned: journalOfReturned } as const;

/** The number of entries that no export has. */
export async function countNotExported(db: Db, scope: Scope, { from, to, timeZone }: JournalRange): Promise<number> {
  const { rows } = await db.query<{ n: number }>(`select count(*)::int as n from (${NOT_EXPORTED}) n`, [
    ...[scope, from, to, timeZone],
  ]);
  return rows[0]!.n;
}

/**
 * Books what no export has, in the caller's transaction. Returns the export; null if there is nothing. Two exports at
 * the same time wait for each other.
 */
export async function bookJournal(
  db: Db,
  scope: Scope,
  { from, to, timeZone }: JournalRange,
  made: { readonly at: Date; readonly by: string },
): Promise<bigint | null> {
  await db.query('lock table payrun.journal_entry in share row exclusive mode');
  const { rows } = await db.query<Found>(NOT_EXPORTED, [scope, from, to, timeZone]);
  if (rows.length === 0) return null;
  const { rows: created } = await db.query<{ id: bigint }>(
    'insert into payrun.journal_export (made_at, made_by, merchants, from_day, to_day) values ($1, $2, $3, $4, $5) returning id',
    [made.at, made.by, scope, from, to],
  );
  const { id } = created[0]!;
  const entries = rows.map((row) => ({ ...row, ...AMOUNTS[row.kind](bookedOf(row)) }));
  const column = <K extends keyof (typeof entries)[number]>(key: K) => entries.map((entry) => entry[key]);
  await db.query(
    `insert into payrun.journal_entry (payment_id, kind, export_id, merchant_id, day, currency, payables_minor, fees_minor,
       rate_difference_minor, balance_minor)
     select t.payment, t.kind, $1, t.merchant, t.day, t.currency, t.payables, t.fees, t.difference, t.balance
     from unnest($2::uuid[], $3::text[], $4::text[], $5::date[], $6::text[], $7::bigint[], $8::bigint[], $9::bigint[], $10::bigint[])
       as t(payment, kind, merchant, day, currency, payables, fees, difference, balance)`,
    [
      ...[id, column('id'), column('kind'), column('merchant_id'), column('day'), column('currency')],
      ...[column('payables'), column('fees'), column('rateDifference'), column('balance')],
    ],
  );
  return id;
}

function bookedOf(row: Found): BookedPayment {
  const { recipient_fees: recipientFees, owes_target: owesTarget, target_currency: targetCurrency } = row;
  return { ...row, recipientFees, owesTarget, targetCurrency, marketRate: row.market_rate };
}

/** The entries of an export that the reader may see, in their order. */
export async function selectJournal(db: Db, scope: Scope, id: bigint): Promise<readonly JournalEntry[]> {
  const { rows } = await db.query<JournalEntry>(
    `select j.export_id as "exportId", j.number, j.kind, j.day::text as day, j.currency, j.payables_minor as payables, j.fees_minor as fees,
       j.rate_difference_minor as "rateDifference", j.balance_minor as balance, p.id as payment, p.reference, p.payee as recipient,
       j.merchant_id as merchant, p.run_id as run, p.paid_rate as rate, p.paid_market_rate as "marketRate"
     from (select *, row_number() over (order by day, payment_id, kind)::int as number from payrun.journal_entry where export_id = $2) j
     join payrun.payment p on p.id = j.payment_id where ${visible('j.merchant_id')} order by j.number`,
    [scope, id],
  );
  return rows;
}

/** The latest exports with entries that the reader may see, newest first. */
export async function selectJournalExports(db: Db, scope: Scope, most: number): Promise<readonly JournalExport[]> {
  const { rows } = await db.query<JournalExport>(
    `select x.id, x.made_at, x.made_by, x.from_day::text as from_day, x.to_day::text as to_day, count(*)::int as entries
     from payrun.journal_export x join payrun.journal_entry j on j.export_id = x.id
     where ${visible('j.merchant_id')} group by x.id order by x.id desc limit $2`,
    [scope, most],
  );
  return rows;
}
