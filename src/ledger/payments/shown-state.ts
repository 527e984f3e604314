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
