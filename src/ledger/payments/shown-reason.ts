/** What to do about a payment in an unconfirmed batch, for readers on any channel. */
const NEXT =
  'Correct it in the payout service; it goes on when the batch there is the one that was planned. Until then, do not pay it in another way.';

/**
 * SQL for the reason of payment `payment` in batch `batch` (null if it has none): its own, or why its batch is
 * unconfirmed.
 */
export function shownReason(payment: string, batch: string): string {
  return `coalesce(${payment}.reason, case when ${payment}.state = 'batched' and ${batch}.state = 'unknown'
    then concat_ws(' ', ${batch}.note, '${NEXT}') end)`;
}
