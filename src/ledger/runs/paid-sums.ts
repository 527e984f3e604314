/**
 * What the service said of payments `p` that are added: how many it said it of, and the sums in minor units. A run and the reports
 * add by it, so that they cannot differ.
 */
export const PAID_SUMS = `count(p.paid_source_minor) as priced, sum(p.paid_source_minor) as paid_source, sum(p.paid_fees_minor) as fees,
    sum(p.paid_recipient_fees_minor) as recipient_fees, sum(p.paid_target_minor) as paid_target`;
