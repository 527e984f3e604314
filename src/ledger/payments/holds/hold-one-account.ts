import { sqlMessage } from '../../db/sql-message.ts';
import { normalizePersonName } from '../person-name.ts';
import { hidesOtherReasons, type RuleWithinSheet, TRIED_BEFORE } from './hold-within-sheet.ts';

/** More names on one account than this suggest a wrongly mapped column or fraud; two can be a couple. */
export const MOST_NAMES_OF_ONE_ACCOUNT = 2;

const COMPARED = `run_id = $1 and state in ('ready', 'held', 'already_paid')`;
const REASON = sqlMessage('held_one_account', { names: 'o.names', reference: 'p.reference' });

/** SQL that sets `set` of rows that meet `of`, if all rows of the sheet pay one account. */
const ofOneAccount = (set: string, of: string): RuleWithinSheet => ({
  compares: 'account',
  sql: `with first as materialized (
     select account_key from payrun.payment_row where ${COMPARED} limit 1),
   one as materialized (select case
       when (select account_key from first) is null
         or exists (select 1 from payrun.payment_row where ${COMPARED} and account_key is distinct from (select account_key from first))
       then 0
       else (select count(distinct ${normalizePersonName('recipient_name')}) from payrun.payment_row where ${COMPARED}) end as names)
   update payrun.payment_row p set ${set}
   from one o where o.names > ${MOST_NAMES_OF_ONE_ACCOUNT} and p.run_id = $1 and ${of} and not ${TRIED_BEFORE}`,
});

/**
 * Puts a sheet on hold whose rows all pay one account although they name several recipients: the column may be the
 * merchant's own account. Names are counted only if all accounts are the same.
 */
export const HOLD_ONE_ACCOUNT: readonly RuleWithinSheet[] = [
  ofOneAccount(`state = 'held', reason_code = 'one_account', reason = ${REASON}`, `p.state = 'ready'`),
  ofOneAccount(`reason = p.reason || ' ' || ${REASON}`, hidesOtherReasons('p')),
];
