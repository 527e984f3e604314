import type { HoldCode } from '../../../messages.ts';
import { sqlMessage } from '../../db/message-sql.ts';
import { normalizePersonName } from '../person-name.ts';

/**
 * Treatment of a row that repeats the amount and memo of another row of the same recipient: put on hold, or paid with a
 * warning.
 */
export type RepeatedInSheet = 'hold' | 'warn';

/**
 * Keys by which rules compare the rows of a sheet with each other: a rule runs only if its key may occur twice. The
 * reference is in its canonical form, a person is an e-mail or a recipient, and `unlinked` is a row with only a
 * referenceId, whose person is looked up first.
 */
export const NOTHING_REPEATED = {
  reference: false,
  person: false,
  personAmount: false,
  account: false,
  accountAmount: false,
  unlinked: false,
} as const;
export type ComparedKey = keyof typeof NOTHING_REPEATED;
export type RepeatedKeys = Readonly<Record<ComparedKey, boolean>>;

/** A rule that compares rows with equal keys. */
export interface RuleWithinSheet {
  readonly compares: ComparedKey;
  readonly sql: string;
}
const comparing = (compares: ComparedKey, statements: readonly string[]): readonly RuleWithinSheet[] =>
  statements.map((sql) => ({ compares, sql }));

const KEY = 'coalesce(reference_key, reference)';
const NEW = `run_id = $1 and state = 'ready'`;

/**
 * SQL condition that row `row` of a rerun was tried before: it passed the hold rules or was released then, so it is not
 * compared with its sheet again.
 */
const triedBefore = (row: string): string => `(not ${row}.corrected and exists (select 1 from payrun.payment was
  where was.id = ${row}.replaces and was.state in ('failed', 'returned')))`;
const TRIED_BEFORE = triedBefore('p');

/** SQL condition that row `row` was tried before, and payment `earlier` is of its sheet. */
export const isTriedNeighbor = (earlier: string, row: string): string =>
  `(${earlier}.run_id is not distinct from (select parent_run from payrun.run where id = $1) and ${triedBefore(row)})`;

/** Gives a row with only a referenceId the e-mail fingerprint of the recipient with that referenceId. */
const LINK_PERSON = `update payrun.payment_row p set person_fp = coalesce((select r.email_fp from payrun.recipient r
     where r.merchant_id = p.merchant_id and r.key_fp = p.recipient_fp), p.recipient_fp)
   where p.run_id = $1 and p.state = 'ready' and p.person_fp is null`;
export const LINK_PERSON_BY_REFERENCE_ID = comparing('unlinked', [LINK_PERSON]);

/**
 * The same reference on equal rows: the first is paid, the copies are put on hold. On different rows all are put on
 * hold, because only a user can say which is right. Compares bytes first: a language's collation takes twice as long.
 */
const SAME_REFERENCE = `update payrun.payment_row p set state = 'held',
     reason_code = case when d.same then 'duplicate_in_sheet' else 'reference_conflict' end,
     reason = case when d.same then ${sqlMessage('held_duplicate_in_sheet', { row: 'd.first_row', reference: 'p.reference' })}
       else ${sqlMessage('held_reference_conflict', { rows: 'd.found_rows', reference: 'p.reference' })} end
   from (select reference, min(row) as first_row, string_agg(row::text, ', ' order by row) as found_rows,
           count(distinct (recipient_fp, account_fp, profile_fp, source_currency, fixed, currency, minor)) = 1 as same
         from payrun.payment_row where run_id = $1 and state = 'ready' and reference in (
           select reference collate "C" from payrun.payment_row where run_id = $1 and state = 'ready' group by 1 having count(*) > 1)
         group by reference) d
   where p.run_id = $1 and p.state = 'ready' and p.reference = d.reference and not (d.same and p.row = d.first_row)`;

/**
 * References that differ only in spelling: if the rows are equal, the first is paid; else none is until a release. At
 * least one of them is not in canonical form, which is rare, so the search starts with those.
 */
const SIMILAR_REFERENCE = `with spelled as materialized (
     select reference_key collate "C" as form from payrun.payment_row where ${NEW} and reference_key is not null),
   repeated as materialized (select form from (
       select form from spelled
       union all select reference from payrun.payment_row where ${NEW} and reference_key is null and reference in (select form from spelled)) used
     group by form having count(*) > 1)
   update payrun.payment_row p set state = 'held', reason_code = 'similar_reference',
     reason = ${sqlMessage('held_similar_reference.in_sheet', { reference: 'p.reference', other: 'd.other', row: 'd.other_row' })}
   from (select id, nth = 1 as is_first, of_key = of_kind as same,
           case when nth = 1 then second_row else first_row end as other_row, case when nth = 1 then second else first end as other
         from (select id, row_number() over (partition by ${KEY} order by row) as nth,
             count(*) over (partition by ${KEY}) as of_key,
             count(*) over (partition by ${KEY}, recipient_fp, account_fp, source_currency, fixed, currency, minor) as of_kind,
             first_value(row) over of_one as first_row, first_value(reference) over of_one as first,
             nth_value(row, 2) over of_one as second_row, nth_value(reference, 2) over of_one as second
           from payrun.payment_row where ${NEW} and ${KEY} in (select form from repeated)
           window of_one as (partition by ${KEY} order by row rows between unbounded preceding and unbounded following)) found) d
   where p.run_id = $1 and p.id = d.id and not (d.same and d.is_first) and not ${TRIED_BEFORE}`;

/**
 * The payout service pays a recipient to one account: a sheet that names two could pay the wrong one. Recipients known
 * only by e-mail are covered by `person_fp`; rows with a referenceId and bank details have an e-mail, which is a second
 * key.
 */
const TWO_ACCOUNTS = [
  { who: 'person_fp', among: '' },
  { who: 'recipient_fp', among: 'and person_fp <> recipient_fp' },
].map(({ who, among }) => {
  const compared = `run_id = $1 and (state = 'ready' or reason_code = 'account_conflict') and account_fp is not null`;
  return `update payrun.payment_row p set state = 'held', reason_code = 'account_conflict',
     reason = ${sqlMessage('held_account_conflict', { rows: 'd.found_rows' })}
   from (select ${who} as who, min(row) || ' and ' || max(row) as found_rows from payrun.payment_row
         where ${compared} and ${who} in (
           select ${who} from payrun.payment_row where ${compared} ${among} group by ${who} having count(*) > 1)
         group by ${who} having count(distinct account_fp) > 1) d
   where p.run_id = $1 and p.state = 'ready' and p.${who} = d.who`;
});

/** SQL for the place of the row that a warning was found against; of the same run if `run` is absent. */
export const comparedWith = ({ row, run }: { readonly row: string; readonly run?: string }): string =>
  run === undefined ? `jsonb_build_object('row', ${row})` : `jsonb_build_object('row', ${row}, 'run', (${run})::text)`;

const REPEATS = { row: 'd.first_row', earlier: 'd.first_reference', reference: 'p.reference' } as const;
const NO_WARNING = `not coalesce(p.problems @> '[{"code": "possible_duplicate"}]', false)`;
/** SQL that puts row `p` on hold, or warns, because it repeats row `d`. */
const becoming = (become: RepeatedInSheet, held: HoldCode, warned: HoldCode): string =>
  become === 'hold'
    ? `state = 'held', reason_code = 'possible_duplicate', twin_row = ${REPEATS.row}, twin_reference = ${REPEATS.earlier},
  reason = ${sqlMessage(held, REPEATS)}`
    : `problems = coalesce(p.problems, '[]') || jsonb_build_array(jsonb_build_object('row', p.row, 'column', null, 'code', 'possible_duplicate',
  'severity', 'warning', 'message', ${sqlMessage(warned, REPEATS)}, 'comparedWith', ${comparedWith(REPEATS)}))`;
/** Includes rows already on hold as possible duplicates, or already paid: a row may be a copy of one of them. */
const COMPARED = `run_id = $1 and (state in ('ready', 'already_paid') or reason_code = 'possible_duplicate')`;

/**
 * The same amount and memo for one recipient under another reference: often one invoice twice in a sheet. Affects all
 * but the first row. Recipients with two accounts in the sheet are already on hold, so the account is the same.
 */
const repeatedMoney = (become: RepeatedInSheet): readonly string[] =>
  [
    { who: 'person_fp', among: '' },
    {
      who: 'recipient_fp',
      among: `and exists (select 1 from payrun.payment_row where ${COMPARED} and person_fp <> recipient_fp)`,
    },
  ].map(
    ({
      who,
      among,
    }) => `update payrun.payment_row p set ${becoming(become, 'held_possible_duplicate.in_sheet', 'held_possible_duplicate.warned')}
   from (select id, first_value(row) over of_one as first_row, first_value(reference) over of_one as first_reference
         from payrun.payment_row where ${COMPARED} and (${who}, money_key) in (
           select ${who}, money_key from payrun.payment_row where ${COMPARED} ${among} group by 1, 2 having count(*) > 1)
         window of_one as (partition by ${who}, money_key order by row)) d
   where p.run_id = $1 and p.state = 'ready' and p.id = d.id and p.row > d.first_row and not ${TRIED_BEFORE}
     and ${NO_WARNING}`,
  );

/** Hold reasons about the account: no user has confirmed yet that the money may go to it. */
export const HELD_FOR_ACCOUNT = `'account_changed', 'account_conflict', 'account_in_flight'`;
/**
 * SQL condition that row `row` is on hold for a reason that a release resolves, and that does not mention duplicates: a
 * row has one reason, so its sentence names the duplicate too.
 */
export const hidesDuplicate = (row: string): string =>
  `${row}.state = 'held' and ${row}.reason_code in ('account_changed', 'similar_reference')`;
/** The same about dismissals and sheets with one account, which the reasons of duplicates leave to a release. */
export const hidesOtherReasons = (row: string): string =>
  `${row}.state = 'held' and ${row}.reason_code = 'account_changed'`;

/**
 * SQL condition for a PayPal account. Its key may be the recipient's name, which proves nothing for two rows with their
 * own references.
 */
export const NAME_IS_ACCOUNT = (payment: string): string => `coalesce(${payment}.account_hint like 'PayPal %', false)`;

/** Rows that are to be paid, may be released, or were paid. */
const PAYABLE = `run_id = $1 and state in ('ready', 'held', 'already_paid')`;

/**
 * The same amount and memo for the same account and name under another e-mail or account number: one person with a
 * corrected e-mail. Affects all but the first row; all of them if the first is on hold because of its account, so that
 * another e-mail does not bypass that hold. Another name is another person, who may share the account: a couple, an
 * agency. Runs after the other rules, because it depends on their holds.
 */
export function samePersonInSheet(repeated: RepeatedInSheet): readonly RuleWithinSheet[] {
  const compared = `${PAYABLE} and account_key is not null and money_key is not null`;
  const heldForAccount = `coalesce(reason_code in (${HELD_FOR_ACCOUNT}), false)`;
  const holdOrWarn = (become: RepeatedInSheet, first: string) => `with found as materialized (
     select id, row, reference, state, reason_code, derived_fp, account_key, money_key, ${normalizePersonName('recipient_name')} as name
     from payrun.payment_row where ${compared} and (account_key, money_key) in (
       select account_key, money_key from payrun.payment_row where ${compared} group by 1, 2 having count(distinct recipient_fp) > 1))
   update payrun.payment_row p set ${becoming(become, 'held_possible_duplicate.person_in_sheet', 'held_possible_duplicate.person_warned')}
   from (select id, first_value(id) over of_one as first_id, first_value(row) over of_one as first_row,
           first_value(reference) over of_one as first_reference, first_value(derived_fp) over of_one as first_derived_fp,
           first_value(${heldForAccount}) over of_one as first_held
         from found where name is not null
         window of_one as (partition by account_key, money_key, name order by ${heldForAccount} desc, state = 'already_paid' desc, row)) d
   where p.run_id = $1 and p.state = 'ready' and p.id = d.id and d.first_id <> p.id and ${first} and not ${TRIED_BEFORE} and ${NO_WARNING}
     and not (${NAME_IS_ACCOUNT('p')} and p.derived_fp is null and d.first_derived_fp is null)`;
  return comparing(
    'accountAmount',
    repeated === 'hold'
      ? [holdOrWarn('hold', 'true')]
      : [holdOrWarn('hold', 'd.first_held'), holdOrWarn('warn', 'not d.first_held')],
  );
}

/** Hold rules for the rows of a sheet against each other, in this order. `$1` is the run. */
export function holdsWithinSheet(repeated: RepeatedInSheet): readonly RuleWithinSheet[] {
  return [
    ...comparing('reference', [SAME_REFERENCE, SIMILAR_REFERENCE]),
    ...comparing('person', TWO_ACCOUNTS),
    ...comparing('personAmount', repeatedMoney(repeated)),
  ];
}

/** More names on one account than this suggest a wrongly mapped column or fraud; two can be a couple. */
export const MOST_NAMES_OF_ONE_ACCOUNT = 2;

const ONE_ACCOUNT = sqlMessage('held_one_account', { names: 'o.names', reference: 'p.reference' });

/** SQL that sets `set` of rows that meet `of`, if all rows of the sheet pay one account. */
const ofOneAccount = (set: string, of: string): RuleWithinSheet => ({
  compares: 'account',
  sql: `with first as materialized (
     select account_key from payrun.payment_row where ${PAYABLE} limit 1),
   one as materialized (select case
       when (select account_key from first) is null
         or exists (select 1 from payrun.payment_row where ${PAYABLE} and account_key is distinct from (select account_key from first))
       then 0
       else (select count(distinct ${normalizePersonName('recipient_name')}) from payrun.payment_row where ${PAYABLE}) end as names)
   update payrun.payment_row p set ${set}
   from one o where o.names > ${MOST_NAMES_OF_ONE_ACCOUNT} and p.run_id = $1 and ${of} and not ${TRIED_BEFORE}`,
});

/**
 * Puts a sheet on hold whose rows all pay one account although they name several recipients: the column may be the
 * merchant's own account. Names are counted only if all accounts are the same.
 */
export const HOLD_ONE_ACCOUNT: readonly RuleWithinSheet[] = [
  ofOneAccount(`state = 'held', reason_code = 'one_account', reason = ${ONE_ACCOUNT}`, `p.state = 'ready'`),
  ofOneAccount(`reason = p.reason || ' ' || ${ONE_ACCOUNT}`, hidesOtherReasons('p')),
];
