/**
 * Tags that Payrun writes at the service, so that what it made there can be recognized and read back without the ledger.
 * On a batch: `payrun-<id>` (the ledger's id of the batch) and `payrun:ledger:<identity>` (which ledger made it; older versions
 * did not write it). On a payment: `payrun:ref:<reference>`, percent-encoded, because a service may split tags at a comma.
 * None of them holds a bank detail.
 */

/** Finds descriptions and tags of Payrun's batches in a list of the service. */
export const PAYRUN_SEARCH = 'payrun';

const BATCH = 'payrun-';
const LEDGER = 'payrun:ledger:';
const REFERENCE = 'payrun:ref:';
const UNREADABLE = 'unreadable:';

/** The tag by which a batch is found again; unique in a ledger, and never written on two batches. */
export const batchTag = (batchId: string): string => `${BATCH}${batchId}`;

export const ledgerTag = (identity: string): string => `${LEDGER}${identity}`;

export const referenceTag = (reference: string): string =>
  `${REFERENCE}${encodeURIComponent(reference.toWellFormed())}`;

/** The tag by which the ledger that made a batch knows it; null if Payrun did not make it. */
export const batchTagOf = (tags: readonly string[] | null | undefined): string | null =>
  tags?.find((tag) => tag.startsWith(BATCH)) ?? null;

/** Stands for the tags of a batch that cannot be read; `id` is the service's, if that can be. No service has it. */
export const unreadableTag = (id: string | undefined): string => `${UNREADABLE}${id ?? ''}`;

export const isUnreadableTag = (tag: string): boolean => tag.startsWith(UNREADABLE);

/** The identity of the ledger that made a batch; null if the batch does not say. */
export const ledgerOf = (tags: readonly string[] | null | undefined): string | null =>
  tags?.find((tag) => tag.startsWith(LEDGER))?.slice(LEDGER.length) ?? null;

/** The reference under which a ledger made a payment; null if the payment does not say. */
export function referenceOfTags(tags: unknown): string | null {
  if (!Array.isArray(tags)) return null;
  const tag = tags.find((one): one is string => typeof one === 'string' && one.startsWith(REFERENCE));
  if (tag === undefined) return null;
  try {
    return decodeURIComponent(tag.slice(REFERENCE.length)) || null;
  } catch {
    return null;
  }
}
