import type { Db } from './open-ledger.ts';

/**
 * Moves a run's new payments to ready or held, by comparing them with each other and with everything paid before.
 * The statements run in this order inside one transaction that holds the merchant's row, so that two sheets of a
 * merchant are screened one after the other and see each other's result.
 */
const SCREENS: readonly string[] = [
  // The same reference on rows that say the same: the first is paid, the copies are held.
  `update payrun.payment p set state = 'held', reason_code = 'duplicate_in_sheet',
     reason = format('Row %s has the same reference %s and says the same. Only that row is paid; remove this one.', d.first_row, p.reference)
   from (select reference, min(row) as first_row from payrun.payment where run_id = $1 and state = 'new'
         group by reference having count(*) > 1
           and count(distinct (recipient_fp, account_fp, profile_fp, source_currency, fixed, currency, minor)) = 1) d
   where p.run_id = $1 and p.state = 'new' and p.reference = d.reference and p.row <> d.first_row`,

  // The same reference on rows that differ: nobody but a person can say which is right.
  `update payrun.payment p set state = 'held', reason_code = 'reference_conflict',
     reason = format('Rows %s have the same reference %s but differ. None of them is paid: give each payment its own reference.', d.found_rows, p.reference)
   from (select reference, string_agg(row::text, ', ' order by row) as found_rows from payrun.payment where run_id = $1 and state = 'new'
         group by reference having count(*) > 1) d
   where p.run_id = $1 and p.state = 'new' and p.reference = d.reference`,

  // The service pays a recipient to one account: a sheet that names two of them could pay the wrong one.
  `update payrun.payment p set state = 'held', reason_code = 'account_conflict',
     reason = format('This recipient has different bank details in rows %s. None of them is paid: which account is right?', d.found_rows)
   from (select recipient_fp, (array_agg(row order by row))[1] || ' and ' || (array_agg(row order by row desc))[1] as found_rows
         from payrun.payment where run_id = $1 and state = 'new' and account_fp is not null
         group by recipient_fp having count(distinct account_fp) > 1) d
   where p.run_id = $1 and p.state = 'new' and p.recipient_fp = d.recipient_fp`,

  // A derived reference that was paid longer ago than the window: this is a new payment of the same kind.
  `update payrun.payment p set reference = p.reference || '-' || (1 + (
     select count(*) from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp and o.run_id <> p.run_id
       and o.state in ('batched', 'processed')))
   where p.run_id = $1 and p.state = 'new' and p.derived_fp is not null
     and exists (select 1 from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp and o.run_id <> p.run_id
       and o.state in ('batched', 'processed'))
     and not exists (select 1 from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp
       and o.run_id <> p.run_id and (o.state in ('ready', 'unknown')
         or (o.state in ('batched', 'processed') and o.created_at > now() - $2 * interval '1 day')))`,

  // A reference that is being paid or was paid.
  `update payrun.payment p set state = 'held', reason_code = 'duplicate_reference', held_for = o.id,
     reason = format(case when p.derived_fp is null then 'Reference %s was already used for row %s of run %s (%s, %s). It is not paid again.'
         else 'The same payment (reference %s) is row %s of run %s (%s, %s). It is not paid again: give it a paymentReference of its own if it is meant to be.' end,
       p.reference, o.row, o.run, o.state, to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD'))
   from (select s.payment as id, s.reference, s.row, s.run, s.state, s.created_at, s.merchant from payrun.payment_status s
         where s.state in ('ready', 'batched', 'started', 'processed', 'unknown')) o
   where p.run_id = $1 and p.state = 'new' and o.merchant = p.merchant_id and o.reference = p.reference`,

  // Bank details that differ from those last paid to: the oldest trick to steal a payment. Someone else than the maker looks.
  `update payrun.payment p set state = 'held', reason_code = 'account_changed', held_for = last.id,
     reason = format('The bank details differ from those this recipient was last paid to on %s (row %s of run %s). Someone else than the maker must release it: payrun release %s --as NAME.',
       to_char(last.started_at at time zone 'UTC', 'YYYY-MM-DD'), last.row, last.run_id, p.reference)
   from (select distinct on (n.id) n.id as new_id, e.id, e.row, e.run_id, e.paid_account_fp, b.started_at
         from payrun.payment n
         join payrun.recipient r on r.merchant_id = n.merchant_id and (r.key_fp = n.recipient_fp or r.email_fp = n.recipient_fp)
         join payrun.payment e on e.recipient_id = r.id and e.run_id <> n.run_id and e.paid_account_fp is not null
         join payrun.batch b on b.id = e.batch_id and b.started_at is not null
         where n.run_id = $1 and n.state = 'new' and n.account_fp is not null
           and e.state in ('batched', 'processed', 'unknown')
         order by n.id, b.started_at desc) last
   where p.run_id = $1 and p.state = 'new' and p.id = last.new_id and p.account_fp <> last.paid_account_fp`,

  // The same money to the same person under another reference, a few days ago: often the same invoice twice.
  `update payrun.payment p set state = 'held', reason_code = 'possible_duplicate', held_for = o.id,
     reason = format('This recipient got the same amount on %s (row %s of run %s, reference %s). If it is meant to be paid again: payrun release %s --as NAME.',
       to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD'), o.row, o.run_id, o.reference, p.reference)
   from (select distinct on (n.id) n.id as new_id, e.id, e.row, e.run_id, e.reference, e.created_at
         from payrun.payment n join payrun.payment e on e.merchant_id = n.merchant_id and e.recipient_fp = n.recipient_fp
           and e.minor = n.minor and e.currency = n.currency and e.fixed = n.fixed and e.run_id <> n.run_id
         where n.run_id = $1 and n.state = 'new' and e.state in ('ready', 'batched', 'processed', 'unknown')
           and e.created_at > now() - $2 * interval '1 day'
         order by n.id, e.created_at desc) o
   where p.run_id = $1 and p.state = 'new' and p.id = o.new_id`,

  // What is left is payable. A reference whose earlier payment failed, returned or was cancelled starts a new generation.
  `update payrun.payment p set state = 'ready', previous_id = o.id, generation = o.generation + 1
   from payrun.payment o
   where p.run_id = $1 and p.state = 'new' and o.merchant_id = p.merchant_id and o.reference = p.reference and o.run_id <> p.run_id
     and o.state in ('failed', 'returned', 'cancelled', 'held', 'invalid')
     and o.id = (select e.id from payrun.payment e where e.merchant_id = o.merchant_id and e.reference = o.reference
       and e.run_id <> p.run_id order by e.generation desc, e.created_at desc, e.id limit 1)`,
  `update payrun.payment set state = 'ready' where run_id = $1 and state = 'new'`,
];

/** Takes `duplicateDays`, the window in which a derived reference that is seen again is held. */
export async function screenPayments(db: Db, run: bigint, merchant: string, duplicateDays: number): Promise<void> {
  await db.query(`select 1 from payrun.merchant where id = $1 for update`, [merchant]);
  for (const sql of SCREENS) await db.query(sql, sql.includes('$2') ? [run, duplicateDays] : [run]);
}
