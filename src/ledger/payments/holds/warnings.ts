import type { HoldCode } from '../../../messages.ts';
import { sqlMessage } from '../../db/message-sql.ts';
import type { RuleAgainstEarlier } from '../due-rules.ts';
import { isSameName, normalizePersonName } from '../person-name.ts';
import { firstEarlier, SAME_PERSON } from './hold-against-earlier.ts';
import { comparedWith, type RuleWithinSheet } from './hold-within-sheet.ts';

/** SQL that adds a warning to row `p`, found against the row that the values `row` and `run` name. */
const warned = (code: string, column: string, sentence: HoldCode, values: WarnedAgainst): string =>
  `problems = coalesce(p.problems, '[]') || jsonb_build_array(jsonb_build_object('row', p.row, 'column', '${column}', 'code', '${code}',
     'severity', 'warning', 'message', ${sqlMessage(sentence, values)}, 'comparedWith', ${comparedWith(values)}))`;
type WarnedAgainst = { readonly row: string; readonly run?: string } & Readonly<Record<string, string>>;
const notYet = (code: string): string => `not coalesce(p.problems @> '[{"code": "${code}"}]', false)`;

const WHO = 'coalesce(person_fp, recipient_fp)';
const COMPARED = `run_id = $1 and state in ('ready', 'held', 'already_paid') and account_key is not null and recipient_fp is not null`;
/**
 * SQL condition that two rows have different recipients; a corrected e-mail leaves the same person with the same
 * account.
 */
const otherHolder = (a: string, b: string): string =>
  `(${a}.who <> ${b}.who and coalesce(${a}.name <> ${b}.name, true))`;
/** The row knows which account column it has; warnings always name this one. */
const ACCOUNT = 'accountNum';

/**
 * Warns of several recipients with one account in a sheet, against the first row with another recipient. That is nearly
 * always the first row of the account, so only the other rows are compared with all recipients of their account: it may
 * have a million rows.
 */
export const WARN_OF_SHARED_ACCOUNTS: RuleWithinSheet = {
  compares: 'account',
  sql: `with twice as materialized (
     select id, row, ${normalizePersonName('recipient_name')} as name, account_key, ${WHO} as who from payrun.payment_row where ${COMPARED} and account_key in (
       select account_key from payrun.payment_row where ${COMPARED} group by 1 having count(*) > 1)),
   holders as materialized (
     select account_key, who, name, min(row) as row from twice group by 1, 2, 3),
   firsts as materialized (select distinct on (account_key) * from holders order by account_key, row)
   update payrun.payment_row p set ${warned('shared_account', ACCOUNT, 'held_shared_account.warned', { row: 'o.row' })}
   from (select t.id, f.row from twice t join firsts f using (account_key) where ${otherHolder('f', 't')}
         union all
         select t.id, min(h.row) from twice t join firsts f using (account_key) join holders h using (account_key)
         where not ${otherHolder('f', 't')} and ${otherHolder('h', 't')} group by t.id) o
   where p.run_id = $1 and p.state = 'ready' and p.id = o.id and ${notYet('shared_account')}`,
};

/** Warnings for a merchant with earlier payments. `$1` is the run. */
export const WARNINGS_AGAINST_EARLIER: readonly RuleAgainstEarlier[] = [
  // The account of another recipient who was paid before.
  {
    due: 'sharedAccount',
    sql: `update payrun.payment_row p set ${warned('shared_account', ACCOUNT, 'held_shared_account.earlier', { row: 'o.row', run: 'o.run_id' })}
   from (${firstEarlier('sharedAccount', ['e.account_key = n.account_key'], {
     select: 'e.row, e.run_id',
     where: `e.state = 'processed' and coalesce(e.person_fp, e.recipient_fp) <> coalesce(n.person_fp, n.recipient_fp)
       and coalesce(not (${isSameName('n', 'e')}), true)`,
     order: 'e.run_id desc, e.row',
   })}) o
   where p.run_id = $1 and p.id = o.new_id and ${notYet('shared_account')}`,
  },

  // Ten times the largest amount ever paid to this recipient in the currency: a misplaced decimal point or a
  // compromised mailbox.
  {
    due: 'amount',
    sql: `update payrun.payment_row p set ${warned('amount_unusual', 'amount', 'held_amount_unusual.warned', { row: 'o.row', run: 'o.run_id', currency: 'p.currency' })}
   from (${firstEarlier('amount', SAME_PERSON, {
     select: 'e.minor, e.row, e.run_id',
     where: `e.state = 'processed' and e.currency = n.currency`,
     order: 'e.minor desc, e.run_id',
   })}) o
   where p.run_id = $1 and p.state = 'ready' and p.id = o.new_id and p.minor >= 10 * o.minor and ${notYet('amount_unusual')}`,
  },
];
