/**
 * Tags that Payrun sets on remote objects, to recognize its batches and payments without the ledger.
 * - On a batch: `payrun-<id>` (the ledger's id of the batch) and `payrun:ledger:<identity>` (the ledger that created
 * it).
 * - On a payment: `payrun:ref:<reference>`, percent-encoded, because a service may split tags at a comma.
 * No tag contains a bank detail.
 */

/** The search text for descriptions and tags of Payrun's batches in a list of the service. */
export const PAYRUN_SEARCH = 'payrun';

const BATCH = 'payrun-';
const LEDGER = 'payrun:ledger:';
const REFERENCE = 'payrun:ref:';
const UNREADABLE = 'unreadable:';

/** The tag that identifies a batch. It is unique in a ledger and never written on two batches. */
export const batchTag = (batchId: string): string => `${BATCH}${batchId}`;

export const ledgerTag = (identity: string): string => `${LEDGER}${identity}`;

export const referenceTag = (reference: string): string =>
  `${REFERENCE}${encodeURIComponent(reference.toWellFormed())}`;

/** The tag that identifies a batch in the ledger that made it; null if Payrun did not make it. */
export const findBatchTag = (tags: readonly string[] | null | undefined): string | null =>
  tags?.find((tag) => tag.startsWith(BATCH)) ?? null;

/**
 * A placeholder for the tags of a batch that cannot be read. `id` is the service's id, if it can be read. The service
 * never has this tag.
 */
export const unreadableTag = (id: string | undefined): string => `${UNREADABLE}${id ?? ''}`;

export const isUnreadableTag = (tag: string): boolean => tag.startsWith(UNREADABLE);

/** The identity of the ledger that made a batch; null if no tag has it. */
export const ledgerOf = (tags: readonly string[] | null | undefined): string | null =>
  tags?.find((tag) => tag.startsWith(LEDGER))?.slice(LEDGER.length) ?? null;

/** The reference of a payment in the ledger that made it; null if no tag has it. */
export function findReferenceTag(tags: unknown): string | null {
  if (!Array.isArray(tags)) return null;
  const tag = tags.find((one): one is string => typeof one === 'string' && one.startsWith(REFERENCE));
  if (tag === undefined) return null;
  try {
    return decodeURIComponent(tag.slice(REFERENCE.length)) || null;
  } catch {
    return null;
  }
}
