import { sqlMessage } from '../../db/message-sql.ts';
import { isDue, type RuleAgainstEarlier } from '../due-rules.ts';
import { hidesOtherReasons } from './hold-within-sheet.ts';

/** A later release of the reference overrides the dismissal. */
const DECIDED_SINCE = `exists (select 1 from payrun.payment l where l.merchant_id = o.merchant_id and l.reference = o.reference
  and l.created_at > o.created_at and l.released_by is not null)`;

const REASON = sqlMessage('held_dismissed_before', {
  reference: 'p.reference',
  by: 'o.dismissed_by',
  row: 'o.row',
  run: 'o.run_id',
  day: `to_char(o.final_at at time zone 'UTC', 'YYYY-MM-DD')`,
});

/** SQL that sets `set` of rows that meet `of` and whose reference was dismissed, by payment `o`. */
const ofDismissed = (set: string, of: (row: string) => string): RuleAgainstEarlier => ({
  due: 'reference',
  sql: `update payrun.payment_row p set ${set}
  from (select n.id as new_id, o.* from payrun.payment_row n cross join lateral (
          select o.* from payrun.payment o
          where o.merchant_id = n.merchant_id and o.reference = n.reference and o.state = 'dismissed'
            and o.run_id <> n.run_id and o.derived_fp is null and not ${DECIDED_SINCE}
          order by o.run_id desc limit 1) o
        where n.run_id = $1 and ${of('n')} and ${isDue('reference', 'n')} and n.derived_fp is null) o
  where p.run_id = $1 and p.id = o.new_id`,
});

/**
 * Puts rows on hold whose reference was dismissed, even if no other rule does: the duplicate may be gone from the sheet
 * or too old by now, but someone decided that the row must not be paid. Runs after all other holds.
 */
export const HOLD_DISMISSED: readonly RuleAgainstEarlier[] = [
  ofDismissed(
    `state = 'held', reason_code = 'dismissed_before', held_for = o.id, reason = ${REASON}`,
    (row) => `${row}.state = 'ready'`,
  ),
  ofDismissed(`reason = p.reason || ' ' || ${REASON}`, hidesOtherReasons),
];
