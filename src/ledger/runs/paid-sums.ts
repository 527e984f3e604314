/**
 * SQL for the sums of payments `p` as the payout service reported them: the number priced, and sums in minor units.
 * Runs and reports share it, so that they cannot differ.
 */
export const PAID_SUMS = `count(p.paid_source_minor) as priced, sum(p.paid_source_minor) as paid_source, sum(p.paid_fees_minor) as fees,
    sum(p.paid_recipient_fees_minor) as recipient_fees, sum(p.paid_target_minor) as paid_target`;
