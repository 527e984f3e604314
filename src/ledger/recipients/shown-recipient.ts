/**
 * Whom payment `p` pays, as an expression of SQL. A row that has only a referenceId names nobody: its name is that of the last row of
 * the same recipient that had one, with the referenceId behind it.
 */
export const shownRecipient = (
  p: string,
): string => `case when ${p}.profile_fp is null and ${p}.payee is not null then coalesce((
    select e.payee || ' (' || ${p}.payee || ')' from payrun.payment e
    where e.recipient_fp = ${p}.recipient_fp and e.merchant_id = ${p}.merchant_id and e.profile_fp is not null and e.payee <> ${p}.payee
    order by e.run_id desc, e.row desc limit 1), ${p}.payee) else ${p}.payee end`;
