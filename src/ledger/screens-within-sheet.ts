import { sqlSentence } from './sql-sentence.ts';

/** What becomes of a row that says the same of the money as another row of the same person: it is held, or paid with a warning. */
export type RepeatedInSheet = 'hold' | 'warn';

const KEY = 'coalesce(reference_key, reference)';
const NEW = `run_id = $1 and state = 'new'`;

/** Row `p` of a rerun was tried before, so nothing held it then, or somebody released it: it is compared with its sheet no more. */
export const TRIED_BEFORE = `exists (select 1 from payrun.run again join payrun.payment was on was.run_id = again.parent_run
  where again.id = p.run_id and again.job = 'rerun-failed' and was.row = p.row and was.state in ('failed', 'returned'))`;

/** A row with only a referenceId is of the person that the service has under it. */
const PERSON_OF_REFERENCE_ID = `update payrun.payment_in p set person_fp = coalesce((select r.email_fp from payrun.recipient r
     where r.merchant_id = p.merchant_id and r.key_fp = p.recipient_fp), p.recipient_fp)
   where p.run_id = $1 and p.state = 'new' and p.person_fp is null`;

/**
 * The same reference on rows that say the same: the first is paid, the copies are held. On rows that differ: nobody but a person can
 * say which is right. Of most sheets no reference stands twice, so that is asked first, of nothing but them, and by their bytes: by
 * the rules of a language it takes twice as long.
 */
const SAME_REFERENCE = `update payrun.payment_in p set state = 'held',
     reason_code = case when d.same then 'duplicate_in_sheet' else 'reference_conflict' end,
     reason = case when d.same then ${sqlSentence('held_duplicate_in_sheet', { row: 'd.first_row', reference: 'p.reference' })}
       else ${sqlSentence('held_reference_conflict', { rows: 'd.found_rows', reference: 'p.reference' })} end
   from (select reference, min(row) as first_row, string_agg(row::text, ', ' order by row) as found_rows,
           count(distinct (recipient_fp, account_fp, profile_fp, source_currency, fixed, currency, minor)) = 1 as same
         from payrun.payment_in where run_id = $1 and state = 'new' and reference in (
           select reference collate "C" from payrun.payment_in where run_id = $1 and state = 'new' group by 1 having count(*) > 1)
         group by reference) d
   where p.run_id = $1 and p.state = 'new' and p.reference = d.reference and not (d.same and p.row = d.first_row)`;

/**
 * References that differ only in their spelling: where the rows say the same, the first is paid; else none is, until somebody releases
 * it. At least one of them is not written in its canonical form, and of most sheets none is, so only their forms are looked for.
 */
const SIMILAR_REFERENCE = `with spelled as materialized (
     select reference_key collate "C" as form from payrun.payment_in where ${NEW} and reference_key is not null),
   repeated as materialized (select form from (
       select form from spelled
       union all select reference from payrun.payment_in where ${NEW} and reference_key is null and reference in (select form from spelled)) used
     group by form having count(*) > 1)
   update payrun.payment_in p set state = 'held', reason_code = 'similar_reference',
     reason = ${sqlSentence('held_similar_reference.in_sheet', { reference: 'p.reference', other: 'd.other', row: 'd.other_row' })}
   from (select id, nth = 1 as is_first, of_key = of_kind as same,
           case when nth = 1 then second_row else first_row end as other_row, case when nth = 1 then second else first end as other
         from (select id, row_number() over (partition by ${KEY} order by row) as nth,
             count(*) over (partition by ${KEY}) as of_key,
             count(*) over (partition by ${KEY}, recipient_fp, account_fp, source_currency, fixed, currency, minor) as of_kind,
             first_value(row) over of_one as first_row, first_value(reference) over of_one as first,
             nth_value(row, 2) over of_one as second_row, nth_value(reference, 2) over of_one as second
           from payrun.payment_in where ${NEW} and ${KEY} in (select form from repeated)
           window of_one as (partition by ${KEY} order by row rows between unbounded preceding and unbounded following)) found) d
   where p.run_id = $1 and p.id = d.id and not (d.same and d.is_first) and not ${TRIED_BEFORE}`;

/**
 * The service pays a recipient to one account: a sheet that names two of them could pay the wrong one. Whoever is known by the
 * e-mail alone was compared as a person, and rows of a referenceId that have bank details have an e-mail, which is another key.
 */
const TWO_ACCOUNTS = [
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
});

const REPEATS = { row: 'd.first_row', earlier: 'd.first_reference', reference: 'p.reference' } as const;
const WARNING = `coalesce(p.problems, '[]') || jsonb_build_array(jsonb_build_object('row', p.row, 'column', null, 'code', 'possible_duplicate',
  'severity', 'warning', 'message', ${sqlSentence('held_possible_duplicate.warned', REPEATS)}))`;
/** Also those that are held as copies of another by now: a row may be a copy of one of them. */
const COMPARED = `run_id = $1 and (state = 'new' or reason_code = 'possible_duplicate')`;
const BECOMES: Readonly<Record<RepeatedInSheet, string>> = {
  hold: `state = 'held', reason_code = 'possible_duplicate', reason = ${sqlSentence('held_possible_duplicate.in_sheet', REPEATS)}`,
  warn: `problems = ${WARNING}`,
};

/**
 * The same money with the same memo to one person under another reference: often one invoice that stands in a sheet twice. All but the
 * first. Whoever has two accounts in the sheet is held already, so the account is the same.
 */
const repeatedMoney = (become: RepeatedInSheet): readonly string[] =>
  [
    { who: 'person_fp', among: '' },
    {
      who: 'recipient_fp',
      among: `and exists (select 1 from payrun.payment_in where ${COMPARED} and person_fp <> recipient_fp)`,
    },
  ].map(
    ({ who, among }) => `update payrun.payment_in p set ${BECOMES[become]}
   from (select id, first_value(row) over of_one as first_row, first_value(reference) over of_one as first_reference
         from payrun.payment_in where ${COMPARED} and (${who}, money_key) in (
           select ${who}, money_key from payrun.payment_in where ${COMPARED} ${among} group by 1, 2 having count(*) > 1)
         window of_one as (partition by ${who}, money_key order by row)) d
   where p.run_id = $1 and p.state = 'new' and p.id = d.id and p.row > d.first_row and not ${TRIED_BEFORE}
     and not coalesce(p.problems @> '[{"code": "possible_duplicate"}]', false)`,
  );

/** What compares the rows of a sheet with each other, in this order. `$1` is the run. */
export function screensWithinSheet(repeated: RepeatedInSheet): readonly string[] {
  return [PERSON_OF_REFERENCE_ID, SAME_REFERENCE, SIMILAR_REFERENCE, ...TWO_ACCOUNTS, ...repeatedMoney(repeated)];
}
