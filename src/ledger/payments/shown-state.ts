import { STATES_OF_BATCH } from '../../outcomes/total-debits.ts';

/**
 * SQL for the state of payment `payment` as users see it: its batch `batch` says whether it was started. The same as in
 * the view payrun.payment_status.
 */
export const shownState = (payment: string, batch: string): string =>
  `case when ${payment}.state = 'batched' and ${batch}.state in ('started', 'settled') then 'started'
    when ${payment}.state = 'batched' and ${batch}.state = 'unknown' then 'unknown' else ${payment}.state end`;

/** SQL columns of batch `batch` from which `awaits` tells what its payments wait for. */
export const awaitedBy = (batch: string): string =>
  `${batch}.state as batch_state, coalesce(${batch}.state = 'approved' and ${batch}.missing_minor is not null, false) as is_short`;

/** SQL for what `awaits` computes: from a state, and the columns of `awaitedBy`. */
export const awaitedState = (state: string, awaited: string): string =>
  `case when ${state} <> 'batched' or ${awaited}.batch_state is null then ${state}
    when ${awaited}.is_short then 'awaiting_funds'
    else coalesce('${JSON.stringify(STATES_OF_BATCH)}'::jsonb->>${awaited}.batch_state, 'batched') end`;

/** The next step for a payment in an unconfirmed batch, for readers on any channel. */
const CORRECT_THERE =
  'Correct the batch in the payout service. The run continues once the batch matches the plan. Until then, do not pay it another way.';
const WAIT_FOR_OUTCOME = 'Do not pay it another way until its outcome is known.';

/** SQL condition that a batch was compared with the plan before any start, and differs from it. */
const differsBeforeStart = (batch: string): string =>
  `${batch}.start_attempted_at is null and ${batch}.started_outside_at is null and ${batch}.resolved_by is null and ${batch}.remote_status in ('open', 'pending')`;

/** SQL for why a payment that was not sent is held up by its run; null if the run does not wait for a user. */
const heldUpByRun = (payment: string, batch: string): string =>
  `case when ${payment}.state in ('ready', 'batched') and ${batch}.started_at is null then (
    select 'Its run requires action: ' || held_up.note from payrun.run held_up where held_up.id = ${payment}.run_id and held_up.status = 'action_required') end`;

/**
 * SQL for the reason of payment `payment` in batch `batch` (null if it has none): its own, why its batch is
 * unconfirmed, or why its run requires action.
 */
export function shownReason(payment: string, batch: string): string {
  return `coalesce(${payment}.reason, case when ${payment}.state = 'batched' and ${batch}.state = 'unknown'
    then concat_ws(' ', ${batch}.note, case when ${differsBeforeStart(batch)} then '${CORRECT_THERE}' else '${WAIT_FOR_OUTCOME}' end) end, ${heldUpByRun(payment, batch)})`;
}
