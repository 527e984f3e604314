import { sqlSentence } from '../db/sql-sentence.ts';
import { personNameOf } from './person-name.ts';
import { TRIED_BEFORE } from './screens-within-sheet.ts';

/** So many names on one account are a column that was mapped wrongly, or a trick; two are a couple. */
export const MOST_NAMES_OF_ONE_ACCOUNT = 2;

const COMPARED = `run_id = $1 and state in ('new', 'held', 'already_paid')`;

/**
 * All rows of a sheet pay to one account, although they name several recipients: the column may be that of whoever
 * pays. Of most sheets the second row has another account, so names are counted only if none has.
 */
export const HOLD_ONE_ACCOUNT = `with first as materialized (
     select account_key from payrun.payment_in where ${COMPARED} limit 1),
   one as materialized (select case
       when (select account_key from first) is null
         or exists (select 1 from payrun.payment_in where ${COMPARED} and account_key is distinct from (select account_key from first))
       then 0
       else (select count(distinct ${personNameOf('payee')}) from payrun.payment_in where ${COMPARED}) end as names)
   update payrun.payment_in p set state = 'held', reason_code = 'one_account',
     reason = ${sqlSentence('held_one_account', { names: 'o.names', reference: 'p.reference' })}
   from one o where o.names > ${MOST_NAMES_OF_ONE_ACCOUNT} and p.run_id = $1 and p.state = 'new' and not ${TRIED_BEFORE}`;
