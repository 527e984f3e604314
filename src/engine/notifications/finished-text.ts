import { OUTCOMES } from '../../outcomes/run-outcome.ts';
import { stateCountsText } from '../../outcomes/status-words.ts';
import type { PaymentState } from '../../states.ts';
import type { NotificationContent } from './notification-content.ts';

export const rowsIn = (content: NotificationContent, state: PaymentState) => content.counts[state] ?? 0;
/** "1 row", "2 rows". */
export const countText = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
/** Whether the service paid a row, even if the money was returned. */
export const anyPaid = (content: NotificationContent) => rowsIn(content, 'processed') + rowsIn(content, 'returned') > 0;

/** The action that a finished run requires; empty if it requires none. */
export function requiredAction(content: NotificationContent): readonly string[] {
  if (content.outcome !== 'action_required') return [];
  const held = rowsIn(content, 'held');
  return [held > 0 ? `${countText(held, 'row')} on hold. ${untilReview(content)}` : OUTCOMES.action_required.next];
}

export function untilReview(content: NotificationContent): string {
  const isOne = rowsIn(content, 'held') === 1;
  const [they, them] = isOne ? ['It is', 'it'] : ['They are', 'them'];
  return content.releasable === false
    ? `${they} not paid, and cannot be released: a user must dismiss or correct ${them}.`
    : `${they} not paid until a user releases, dismisses or corrects ${them}.`;
}

/** The outcome of the rows of a finished run. */
export function endOfRows(content: NotificationContent): string {
  const { outcome, counts, rows } = content;
  const [paid, dismissed] = [rowsIn(content, 'processed'), rowsIn(content, 'dismissed')];
  if (anyPaid(content)) {
    if (paid === rows) return rows === 1 ? 'The only row is paid.' : `All ${rows} rows are paid.`;
    return `${paid} of ${countText(rows, 'row')} ${paid === 1 ? 'is' : 'are'} paid. The others: ${stateCountsText({ ...counts, processed: 0 })}.`;
  }
  if ((outcome === 'rejected' || outcome === 'canceled') && rowsIn(content, 'failed') === 0)
    return 'No payments were sent.';
  if (outcome !== 'already_paid')
    return 'No rows in this sheet were paid. The results workbook gives the reason for each.';
  return dismissed > 0
    ? `Earlier runs paid ${countText(rows - dismissed, 'row')} of this sheet, and users dismissed the other ${dismissed}. Nothing is paid again.`
    : 'Earlier runs paid every row of this sheet. Nothing is paid again.';
}
