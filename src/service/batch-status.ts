const STARTED: ReadonlySet<string> = new Set(['accepted', 'processing', 'complete', 'failed']);
const ENDED: ReadonlySet<string> = new Set(['complete', 'failed']);
const UNSTARTED: ReadonlySet<string> = new Set(['open', 'pending']);

/** True if the start of a batch with this status took effect: the service pays it, or has paid it. */
export const hasStarted = (status: string): boolean => STARTED.has(status);
/** True if the service is done with a batch of this status: the outcomes of its payments can be read. */
export const hasEnded = (status: string): boolean => ENDED.has(status);
/** True if the start of a batch with this status did not take effect. A status that is not known is neither. */
export const isUnstarted = (status: string): boolean => UNSTARTED.has(status);
/** The start took effect, and the batch needs an approval in the service. It is not sent again. */
export const AWAITING_APPROVAL = 'awaiting_approval';
