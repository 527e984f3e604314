import {
  type BookedPayment,
  changedJournalAmounts,
  type JournalAmounts,
  paidJournalAmounts,
  returnedJournalAmounts,
} from '../../outcomes/journal-amounts.ts';
import type { Db } from '../db/db.ts';
import type { Scope } from '../merchants/scope.ts';
import { foundEntries, PENDING } from './found-entries.ts';

/** Whole days; `from` null: from the beginning. */
export interface JournalRange {
  readonly from: string | null;
  readonly to: string;
  readonly timeZone: string;
}

const NOT_EXPORTED = `
  with ${foundEntries(PENDING, '$5::timestamptz')}
  select f.*, to_char(f.at at time zone $4, 'YYYY-MM-DD') as day from found f
  where f.at < ($3::date + 1)::timestamp at time zone $4 and ($2::date is null or f.at >= $2::date::timestamp at time zone $4)
  order by f.at, f.id, f.kind`;

interface Found {
  readonly id: string;
  readonly merchant_id: string;
  readonly kind: 'paid' | 'returned' | 'corrected';
  readonly state: 'processed' | 'returned' | 'failed';
  readonly day: string;
  readonly currency: string;
  readonly sent: bigint | null;
  readonly fees: bigint;
  readonly recipient_fees: bigint;
  readonly merchant_fees: bigint;
  readonly withheld: bigint;
  /** The number of its exported entries; null if there are none. */
  readonly seq: number | null;
  readonly booked_payables: bigint;
  readonly booked_fees: bigint;
  readonly booked_withheld: bigint;
  readonly booked_balance: bigint;
}

/**
 * Records the entries that no export has, in the caller's transaction. Returns the export; null if there are no such
 * entries. Two exports at the same time wait for each other.
 */
export async function createJournalExport(
  db: Db,
  scope: Scope,
  { from, to, timeZone }: JournalRange,
  creation: { readonly at: Date; readonly by: string },
): Promise<bigint | null> {
  await db.query('lock table payrun.journal_entry in share row exclusive mode');
  const { rows } = await db.query<Found>(NOT_EXPORTED, [scope, from, to, timeZone, creation.at]);
  if (rows.length === 0) return null;
  const { rows: created } = await db.query<{ id: bigint }>(
    'insert into payrun.journal_export (made_at, made_by, merchants, from_day, to_day) values ($1, $2, $3, $4, $5) returning id',
    [creation.at, creation.by, scope, from, to],
  );
  const { id } = created[0]!;
  const entries = rows.map((row) => ({ ...row, ...amountsOf(row), number: numberOf(row) }));
  const column = <K extends keyof (typeof entries)[number]>(key: K) => entries.map((entry) => entry[key]);
  await db.query(
    `insert into payrun.journal_entry (payment_id, seq, kind, export_id, merchant_id, day, currency, payables_minor, fees_minor,
       withheld_minor, balance_minor)
     select t.payment, t.seq, t.kind, $1, t.merchant, t.day, t.currency, t.payables, t.fees, t.withheld, t.balance
     from unnest($2::uuid[], $3::int[], $4::text[], $5::text[], $6::date[], $7::text[], $8::bigint[], $9::bigint[], $10::bigint[], $11::bigint[])
       as t(payment, seq, kind, merchant, day, currency, payables, fees, withheld, balance)`,
    [
      ...[id, column('id'), column('number'), column('kind'), column('merchant_id'), column('day'), column('currency')],
      ...[column('payables'), column('fees'), column('withheld'), column('balance')],
    ],
  );
  await db.query(
    `insert into payrun.journal_export_sum (export_id, merchant_id, currency, entries, first_day, last_day)
     select export_id, merchant_id, currency, count(*), min(day), max(day) from payrun.journal_entry where export_id = $1 group by 1, 2, 3`,
    [id],
  );
  await forgetExported(db, scope, creation.at);
  return id;
}

/**
 * Payments with nothing left to export leave the pending ones, if they are paid, returned or failed: any other may
 * still get an outcome that has to be exported although it is not marked again. This is one statement, because a change
 * that it does not see adds a row of its own, which it does not see either.
 */
async function forgetExported(db: Db, scope: Scope, now: Date): Promise<void> {
  await db.query(
    `with ${foundEntries(PENDING, '$2::timestamptz')}
     delete from payrun.journal_pending n using payrun.payment p
     where n.payment_id in (select id from pending) and not exists (select 1 from found f where f.id = n.payment_id)
       and p.id = n.payment_id and (p.state in ('returned', 'failed') or p.state = 'processed' and p.paid_source_minor is not null)`,
    [scope, now],
  );
}

/** The number of the entry among those of its payment. */
const numberOf = ({ seq, kind }: Found): number => (seq === null ? (kind === 'paid' ? 1 : 2) : seq + 1);

function amountsOf(row: Found): JournalAmounts {
  if (row.seq === null)
    return row.kind === 'paid' ? paidJournalAmounts(bookedOf(row)) : returnedJournalAmounts(bookedOf(row));
  const booked = {
    payables: row.booked_payables,
    fees: row.booked_fees,
    withheld: row.booked_withheld,
    balance: row.booked_balance,
  };
  const payment = row.state === 'processed' ? bookedOf(row) : null;
  return changedJournalAmounts(booked, { payment, fees: row.merchant_fees });
}

function bookedOf(row: Found): BookedPayment {
  return { ...row, sent: row.sent!, recipientFees: row.recipient_fees };
}
