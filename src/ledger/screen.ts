import { corrected } from './correction.ts';
import type { Db } from './db.ts';
import { startsOfOthers } from './last-paid.ts';
import { countStagedForPlanner } from './planner-statistics.ts';
import { sqlSentence } from './sql-sentence.ts';

/**
 * Screens hold some of a run's new payments, by comparing them with each other and with everything paid before.
 * The statements run in this order inside one transaction that holds the merchant's row, so that two sheets of a
 * merchant are screened one after the other and see each other's result.
 */
/**
 * Payments of other runs to the same person: under the same key, or with the same e-mail. Who was known by the e-mail alone is
 * found under it as a key; the index of e-mails is of the others.
 */
const EARLIER = `(${[
  `(select id, merchant_id, account_fp, minor, currency, fixed, recipient_fp as who, true as by_key from payrun.payment_in
       where run_id = $1 and state = 'new'
     union all
     select id, merchant_id, account_fp, minor, currency, fixed, person_fp, false from payrun.payment_in
       where run_id = $1 and state = 'new' and person_fp <> recipient_fp) n
     join payrun.payment e on e.merchant_id = n.merchant_id and e.recipient_fp = n.who and (n.by_key or e.person_fp = n.who)`,
  `payrun.payment_in n
     join payrun.payment e on e.merchant_id = n.merchant_id and e.person_fp = n.person_fp and e.person_fp <> e.recipient_fp
       and n.run_id = $1 and n.state = 'new'`,
]
  .map(
    (
      found,
    ) => `select n.id as new_id, n.account_fp as new_account_fp, e.id, e.row, e.run_id, e.reference, e.state, e.account_fp,
       e.paid_account_fp, e.paid_account_remote_id, e.created_at, e.final_at, b.started_at, b.start_no,
       (e.minor = n.minor and e.currency = n.currency and e.fixed = n.fixed) as same_amount
     from ${found}
     left join payrun.batch b on b.id = e.batch_id
     where e.run_id <> $1`,
  )
  .join(' union all ')})`;

const dayOf = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD')`;
/** The payment `o` that has the reference already. */
const USED_BY = {
  reference: 'o.reference',
  row: 'o.row',
  run: 'o.run_id',
  state: 's.state',
  day: dayOf('o.created_at'),
} as const;

/** Within the sheet. */
const OF_THE_SHEET: readonly string[] = [
  // A row with only a referenceId is of the person that the service has under it.
  `update payrun.payment_in p set person_fp = coalesce((select r.email_fp from payrun.recipient r
       where r.merchant_id = p.merchant_id and r.key_fp = p.recipient_fp), p.recipient_fp)
   where p.run_id = $1 and p.state = 'new' and p.person_fp is null`,

  // The same reference on rows that say the same: the first is paid, the copies are held. On rows that differ: nobody but a
  // person can say which is right. Of most sheets no reference stands twice, so that is asked first, of nothing but them,
  // and by their bytes: by the rules of a language it takes twice as long.
  `update payrun.payment_in p set state = 'held',
     reason_code = case when d.same then 'duplicate_in_sheet' else 'reference_conflict' end,
     reason = case when d.same then ${sqlSentence('held_duplicate_in_sheet', { row: 'd.first_row', reference: 'p.reference' })}
       else ${sqlSentence('held_reference_conflict', { rows: 'd.found_rows', reference: 'p.reference' })} end
   from (select reference, min(row) as first_row, string_agg(row::text, ', ' order by row) as found_rows,
           count(distinct (recipient_fp, account_fp, profile_fp, source_currency, fixed, currency, minor)) = 1 as same
         from payrun.payment_in where run_id = $1 and state = 'new' and reference in (
           select reference collate "C" from payrun.payment_in where run_id = $1 and state = 'new' group by 1 having count(*) > 1)
         group by reference) d
   where p.run_id = $1 and p.state = 'new' and p.reference = d.reference and not (d.same and p.row = d.first_row)`,

  // The service pays a recipient to one account: a sheet that names two of them could pay the wrong one. Whoever is known by the
  // e-mail alone was compared as a person, and rows of a referenceId that have bank details have an e-mail, which is another key.
  ...[
    { who: 'person_fp', among: '' },
    { who: 'recipient_fp', among: 'and person_fp <> recipient_fp' },
  ].map(({ who, among }) => {
    const compared = `run_id = $1 and (state = 'new' or reason_code = 'account_conflict') and account_fp is not null`;
    return `update payrun.payment_in p set state = 'held', reason_code = 'account_conflict',
     reason = ${sqlSentence('held_account_conflict', { rows: 'd.found_rows' })}
   from (select ${who} as who, min(row) || ' and ' || max(row) as found_rows from payrun.payment_in
         where ${compared} and ${who} in (
           select ${who} from payrun.payment_in where ${compared} ${among} group by ${who} having count(*) > 1)
         group by ${who} having count(distinct account_fp) > 1) d
   where p.run_id = $1 and p.state = 'new' and p.${who} = d.who`;
  }),
];

/** Against everything that the merchant paid before. */
const OF_EARLIER_RUNS: readonly string[] = [
  // A derived reference that was paid longer ago than the window: this is a new payment of the same kind. Never in a rerun:
  // there the row is the old payment itself.
  `update payrun.payment_in p set reference = p.reference || '-' || (1 + (
     select count(*) from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp and o.run_id <> p.run_id
       and o.state = 'processed'))
   where p.run_id = $1 and p.state = 'new' and p.derived_fp is not null and not $3
     and exists (select 1 from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp and o.run_id <> p.run_id
       and o.state = 'processed')
     and not exists (select 1 from payrun.payment o where o.merchant_id = p.merchant_id and o.derived_fp = p.derived_fp
       and o.run_id <> p.run_id and (o.state in ('ready', 'batched', 'unknown', 'discrepancy')
         or (o.state = 'processed' and coalesce(o.final_at, o.created_at) > now() - $2 * interval '1 day')))`,

  // A reference that is being paid or was paid.
  `update payrun.payment_in p set state = 'held', reason_code = 'duplicate_reference', held_for = o.id,
     reason = case when p.derived_fp is null then ${sqlSentence('held_duplicate_reference', USED_BY)}
       else ${sqlSentence('held_duplicate_reference.derived', USED_BY)} end
   from payrun.payment o join payrun.payment_status s on s.payment = o.id
   where p.run_id = $1 and p.state = 'new' and o.run_id <> p.run_id and o.merchant_id = p.merchant_id
     and (o.reference = p.reference or (o.derived_fp = p.derived_fp and (o.state <> 'processed'
       or $3 or coalesce(o.final_at, o.created_at) > now() - $2 * interval '1 day')))
     and o.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy')`,

  // A rerun has read its rows before it came here: one that was corrected meanwhile is paid by the run that was made of that. Whoever
  // corrects a row waits for this transaction, or has ended before it.
  `update payrun.payment_in p set state = 'held', reason_code = 'reference_conflict', held_for = e.id,
     reason = ${sqlSentence('held_reference_conflict.corrected', { row: 'p.row', run: 'r.parent_run' })}
   from payrun.run r join payrun.payment e on e.run_id = r.parent_run
   where r.id = $1 and r.job = 'rerun-failed' and p.run_id = $1 and p.state = 'new' and e.row = p.row and ${corrected('e')}`,

  // Another run is about to pay this person to other bank details, and the service pays a person to one account.
  `update payrun.payment_in p set state = 'held', reason_code = 'account_in_flight', held_for = o.id,
     reason = ${sqlSentence('held_account_in_flight', { row: 'o.row', run: 'o.run_id' })}
   from (select distinct on (a.new_id) a.new_id, a.id, a.row, a.run_id from ${EARLIER} a
         where a.new_account_fp is not null and ((a.state = 'ready' and a.account_fp <> a.new_account_fp)
           or (a.state = 'batched' and a.started_at is null and a.paid_account_fp is distinct from a.new_account_fp))
         order by a.new_id, a.created_at desc) o
   where p.run_id = $1 and p.state = 'new' and p.id = o.new_id`,

  // Bank details that differ from those last paid to: the oldest trick to steal a payment. Someone else than the maker looks.
  // Those that only the service knows cannot be compared, so they count as others. Rows without any are compared once it is
  // known where the service pays them: hold-moved-accounts.ts.
  `update payrun.payment_in p set state = 'held', reason_code = 'account_changed', held_for = o.id,
     account_asked = encode(p.account_fp, 'hex'),
     reason = ${sqlSentence('held_account_changed', { day: dayOf('o.started_at'), row: 'o.row', run: 'o.run_id', reference: 'p.reference' })}
   from (select distinct on (a.new_id) a.new_id, a.id, a.row, a.run_id, a.paid_account_fp, a.started_at, a.start_no from ${EARLIER} a
         where (a.paid_account_fp is not null or a.paid_account_remote_id is not null) and a.started_at is not null and a.state in ('batched', 'processed', 'unknown', 'discrepancy')
         order by a.new_id, a.start_no desc nulls last) o
   where p.run_id = $1 and p.state = 'new' and p.id = o.new_id and p.account_fp is not null
     and p.account_fp is distinct from o.paid_account_fp`,

  // The same money to the same person under another reference, a few days ago: often the same invoice twice.
  `update payrun.payment_in p set state = 'held', reason_code = 'possible_duplicate', held_for = o.id,
     reason = ${sqlSentence('held_possible_duplicate', { ...USED_BY, earlier: 'o.reference', reference: 'p.reference' })}
   from (select distinct on (a.new_id) a.new_id, a.id, a.row, a.run_id, a.reference, a.created_at from ${EARLIER} a
         where a.same_amount and a.state in ('ready', 'batched', 'processed', 'unknown', 'discrepancy')
           and coalesce(a.final_at, a.created_at) > now() - $2 * interval '1 day'
         order by a.new_id, a.created_at desc) o
   where p.run_id = $1 and p.state = 'new' and p.id = o.new_id`,

  // A reference whose earlier payment failed, returned or was cancelled starts a new generation.
  `update payrun.payment_in p set previous_id = o.id, generation = o.generation + 1
   from payrun.payment o
   where p.run_id = $1 and p.state = 'new' and o.merchant_id = p.merchant_id and o.reference = p.reference and o.run_id <> p.run_id
     and o.state in ('failed', 'returned', 'cancelled', 'held', 'invalid')
     and o.id = (select e.id from payrun.payment e join payrun.run r on r.id = e.run_id and r.intake_at is not null
       where e.merchant_id = o.merchant_id and e.reference = o.reference and e.run_id <> p.run_id
       order by e.generation desc, e.created_at desc, e.id limit 1)`,
];

/**
 * Screens what of a run came into `payment_in`. Takes `duplicateDays`, the window in which a derived reference or an equal payment
 * that is seen again is held, and whether the run pays rows of an earlier run again.
 */
export async function screenPayments(
  db: Db,
  { run, merchant, duplicateDays, rerun }: { run: bigint; merchant: string; duplicateDays: number; rerun: boolean },
): Promise<void> {
  await db.query(`select 1 from payrun.merchant where id = $1 for update`, [merchant]);
  const { rows } = await db.query<{ earlier: boolean }>(
    'select exists (select 1 from payrun.payment where merchant_id = $1) as earlier',
    [merchant],
  );
  const earlier = rows[0]!.earlier;
  // Counted before anything is compared: whoever is started from now on counts as not seen.
  await db.query(`update payrun.run r set starts_seen = ${startsOfOthers('r')} where r.id = $1`, [run]);
  // Also of a merchant's first sheet: planned for no rows, 10,000 were compared with each other, which took minutes.
  await countStagedForPlanner(db);
  for (const sql of earlier ? [...OF_THE_SHEET, ...OF_EARLIER_RUNS] : OF_THE_SHEET) {
    const used = sql.includes('$3') ? 3 : sql.includes('$2') ? 2 : 1;
    await db.query(sql, [run, duplicateDays, rerun].slice(0, used));
  }
}
