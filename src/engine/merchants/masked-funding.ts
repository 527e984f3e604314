/** Said beside funding accounts if the payout service itself masks their numbers: Payrun does not know them. */
export const MASKED_FUNDING = 'The payout service returns account numbers masked; its website shows the full numbers.';
