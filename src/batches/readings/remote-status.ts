/** What the service calls a batch on which its start took effect. */
export const BEGUN: ReadonlySet<string> = new Set(['accepted', 'processing', 'complete', 'failed']);
/** Still waiting at the service: its start did not take effect. */
export const NOT_BEGUN: ReadonlySet<string> = new Set(['open', 'pending']);
/** Its start counts, and somebody at the service has to approve it: it is not sent again. */
export const AWAITING_APPROVAL = 'awaiting_approval';
