/** The service's statuses of a batch whose start took effect. */
export const BEGUN: ReadonlySet<string> = new Set(['accepted', 'processing', 'complete', 'failed']);
/** The service's statuses of a batch whose start did not take effect. */
export const NOT_BEGUN: ReadonlySet<string> = new Set(['open', 'pending']);
/** The start took effect, and the batch needs an approval at the service. It is not sent again. */
export const AWAITING_APPROVAL = 'awaiting_approval';
