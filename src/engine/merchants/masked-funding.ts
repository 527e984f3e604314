/** Shown with funding accounts whose numbers the payout service itself masks, so Payrun does not know them. */
export const MASKED_FUNDING = 'The payout service returns masked account numbers. Its website shows the full numbers.';
