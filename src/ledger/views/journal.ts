import type { JournalAmounts } from '../../outcomes/journal-amounts.ts';
import type { Db } from '../db/db.ts';
import { foundEntries } from '../journal/found-entries.ts';
import { type Scope, visible } from '../merchants/scope.ts';

/** An entry of the journal, with what describes it. */
export interface JournalEntry extends JournalAmounts {
  readonly exportId: bigint;
  /** Its number within the export, the same for every reader. */
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
  /** The amount that recipients get for one unit of `currency`, in `targetCurrency`. */
  readonly rate: string | null;
  readonly targetCurrency: string | null;
}

export interface JournalExport {
  readonly id: bigint;
  readonly made_at: Date;
  readonly made_by: string;
  readonly from_day: string | null;
  readonly to_day: string;
  readonly entries: number;
  readonly entriesByCurrency: Readonly<Record<string, number>>;
  /** The days of its entries, YYYY-MM-DD. */
  readonly firstDay: string;
  readonly lastDay: string;
}

export interface NotExported {
  /** At most those of `most` payments; if `areMore`, the number is a lower bound. */
  readonly entries: number;
  readonly areMore: boolean;
  /** Paid payments that get no entry, because the payout service has reported no amounts of them; at most `most`. */
  readonly withoutAmounts: number;
}

/**
 * Counts the entries that no export has at this moment, of at most `most` payments: an exact count of a million would
 * take seconds, and no one acts on it.
 */
export async function countNotExported(db: Db, scope: Scope, now: Date, most: number): Promise<NotExported> {
  // Reads pending rows in any order, so that no others are read. Payments without amounts get no entry and do not
  // count; they are read in the order of their index, because any other order would read all payments.
  const noted = (limit: string) =>
    `(select n.payment_id as id from payrun.journal_pending n join payrun.payment p on p.id = n.payment_id
       where ${visible('n.merchant_id')} and not (p.state = 'processed' and p.paid_source_minor is null) limit ${limit}) n`;
  const { rows } = await db.query<Omit<NotExported, 'areMore'> & { readonly pending: number }>(
    `with ${foundEntries(`select distinct id from ${noted('$3')}`, '$2::timestamptz')}
     select (select count(*) from ${noted('$3::int + 1')})::int as pending, (select count(*) from found)::int as entries,
       (select count(*) from (select 1 from payrun.payment p where p.state = 'processed' and p.paid_source_minor is null
         and ${visible('p.merchant_id')} and not exists (select 1 from payrun.journal_entry j where j.payment_id = p.id)
         order by p.merchant_id limit $3) w)::int
         as "withoutAmounts"`,
    [scope, now, most],
  );
  const { pending, ...counts } = rows[0]!;
  return { ...counts, areMore: pending > most };
}

/** The entries of an export that the reader may see, in their order. */
export async function selectJournal(db: Db, scope: Scope, id: bigint): Promise<readonly JournalEntry[]> {
  const { rows } = await db.query<JournalEntry>(
    `select j.export_id as "exportId", j.number, j.kind, j.day::text as day, j.currency, j.payables_minor as payables, j.fees_minor as fees,
       j.withheld_minor as withheld, j.balance_minor as balance, p.id as payment, p.reference, p.recipient_name as recipient,
       j.merchant_id as merchant, p.run_id as run, p.paid_rate as rate,
       p.paid_target_currency as "targetCurrency"
     from (select *, row_number() over (order by day, payment_id, seq)::int as number from payrun.journal_entry where export_id = $2) j
     join payrun.payment p on p.id = j.payment_id where ${visible('j.merchant_id')} order by j.number`,
    [scope, id],
  );
  return rows;
}

/** The latest exports with entries that the reader may see, newest first. */
export async function selectJournalExports(
  db: Db,
  scope: Scope,
  { before, most }: { readonly before: bigint | null; readonly most: number },
): Promise<readonly JournalExport[]> {
  const { rows } = await db.query<JournalExport>(
    `select x.id, x.made_at, x.made_by, x.from_day::text as from_day, x.to_day::text as to_day, sum(j.entries)::int as entries,
       jsonb_object_agg(j.currency, j.entries) as "entriesByCurrency", min(j.first_day)::text as "firstDay", max(j.last_day)::text as "lastDay"
     from payrun.journal_export x join (
       select export_id, currency, sum(entries)::int as entries, min(first_day) as first_day, max(last_day) as last_day
       from payrun.journal_export_sum where ${visible('merchant_id')} group by 1, 2) j on j.export_id = x.id
     where $2::bigint is null or x.id < $2 group by x.id order by x.id desc limit $3`,
    [scope, before, most],
  );
  return rows;
}
