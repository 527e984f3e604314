import { PayrunError } from '../errors.ts';
import { findBatchTag, ledgerOf, PAYRUN_SEARCH, unreadableTag } from '../references/payrun-tags.ts';
import { listedOnce } from './payment-pages.ts';
import type { CallOptions, Service } from './service.ts';
import type { RemoteBatch } from './shapes/answer-shapes.ts';
import { getUnreadableRecords, mayHaveTag, type UnreadableRecord } from './shapes/unreadable-records.ts';

/** The number of batches that the service lists in one answer. */
const PAGE = 1_000;

/** A batch in the payout service that this or another Payrun created. */
export interface PayrunBatch {
  /** The service's id. */
  readonly id: string;
  readonly status: string;
  /** The tag by which the ledger that made it knows it. */
  readonly tag: string;
  /** The identity of that ledger; null if its tags do not say. */
  readonly ledger: string | null;
  readonly currency: string | null;
  readonly totalPayments: number | null;
  readonly createdAt: string | null;
  readonly sentAt: string | null;
  /** False if the service lists it in a form in which only these parts can be read. */
  readonly isReadable: boolean;
}

/** Placeholders for a status or an id that cannot be read. */
const UNREADABLE = 'unreadable';
const NO_ID = 'no id';

/**
 * A merchant's remote batches with a tag of Payrun, newest first, one call per page of 1,000; leaving the loop stops
 * the calls. A record that cannot be read is included, unless it has tags and none of them is Payrun's.
 * `unknownBatches` in src/ledger finds those that the ledger does not know. Throws what a call throws.
 */
export async function* payrunBatchPages({
  service,
  ...how
}: { readonly service: Service } & CallOptions): AsyncGenerator<readonly PayrunBatch[], void> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = { search: PAYRUN_SEARCH, page, pageSize: PAGE };
    const answer = await service.call('listBatches', { query }, { signal: how.signal, permits: how.permits });
    pages = answer.meta.pages;
    yield [
      ...answer.batches.flatMap((batch) => payrunBatch(batch) ?? []),
      ...getUnreadableRecords(answer).flatMap((record) => unreadableBatchOf(record) ?? []),
    ];
  }
}

/** A batch as one of Payrun's; null if it carries no tag of Payrun. */
export function payrunBatch(batch: RemoteBatch): PayrunBatch | null {
  const { id, status, tags, currency, totalPayments, createdAt, sentAt } = batch;
  const tag = findBatchTag(tags);
  if (tag === null) return null;
  return {
    id,
    status,
    tag,
    ledger: ledgerOf(tags),
    currency: currency ?? null,
    totalPayments: totalPayments ?? null,
    createdAt: createdAt ?? null,
    sentAt: sentAt ?? null,
    isReadable: true,
  };
}

/**
 * An unreadable record as one of Payrun's batches, which it may be; null if it has tags and none of them is Payrun's.
 */
function unreadableBatchOf(record: UnreadableRecord): PayrunBatch | null {
  const { id, tags, status } = record;
  const tag = tags === undefined ? unreadableTag(id) : findBatchTag(tags);
  if (tag === null) return null;
  const unsaid = { currency: null, totalPayments: null, createdAt: null, sentAt: null };
  return {
    id: id ?? NO_ID,
    status: status ?? UNREADABLE,
    tag,
    ledger: ledgerOf(tags),
    ...unsaid,
    isReadable: false,
  };
}

/** More copies of a batch than can exist by mistake: one for each time that its creation was sent. */
const MOST = 100;

/**
 * The service's batches with this tag, newest first; several if a creation took effect twice. Throws `batch_unreadable`
 * if a record that may be one of them cannot be read, unless its id is `known`.
 */
export async function listByTag(
  { service, signal }: { readonly service: Service; readonly signal: AbortSignal },
  tag: string,
  known: string | null = null,
): Promise<readonly RemoteBatch[]> {
  const answer = await service.call('listBatches', { query: { search: tag, pageSize: MOST } }, { signal });
  const odd = getUnreadableRecords(answer).find((one) => mayHaveTag(one, tag) && (known === null || one.id !== known));
  if (odd) throw new PayrunError('batch_unreadable', { batch: tag, id: odd.id ? ` (${odd.id})` : '' });
  return listedOnce(
    answer.batches.filter((batch) => batch.tags?.includes(tag)),
    new Set(),
  );
}
