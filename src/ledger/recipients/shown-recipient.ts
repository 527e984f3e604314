import { isNumbered } from '../db/dry-run.ts';

/**
 * SQL expression for the recipient's name of payment `p`. If the row has only a referenceId, it is the name from the
 * recipient's latest row that had one, or the one that the payout service confirmed, followed by the referenceId in
 * parentheses. A purge removes names.
 */
export const shownRecipient = (
  p: string,
): string => `case when ${p}.recipient_name is null and ${p}.recipient_name_fp is not null then 'Name removed' when ${p}.profile_fp is null and ${p}.recipient_name is not null then coalesce((
    select e.recipient_name || ' (' || ${p}.recipient_name || ')' from payrun.payment e
    where ${toRecipient('e', `${p}.recipient_fp`)} and e.merchant_id = ${p}.merchant_id and e.profile_fp is not null and e.recipient_name <> ${p}.recipient_name
      and ${isNumbered('e.run_id')}
    order by e.run_id desc, e.row desc limit 1),
    (select o.name || ' (' || ${p}.recipient_name || ')' from payrun.recipient o
      where o.merchant_id = ${p}.merchant_id and o.key_fp = ${p}.recipient_fp and o.name <> ${p}.recipient_name), ${p}.recipient_name) else ${p}.recipient_name end`;

/**
 * SQL condition that payment `p` is to the recipient with the fingerprint `fp`. Ready payments have an index of their
 * own, so each of the two is named.
 */
export const toRecipient = (p: string, fp: string): string =>
  `((${p}.state = 'ready' and ${p}.recipient_fp = ${fp}) or (${p}.state <> 'ready' and ${p}.recipient_fp = ${fp}))`;
