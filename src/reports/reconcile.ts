import {
  type ComparedBatch,
  type Comparison,
  compareBatch,
  findBatch,
  findFault,
  findUnknownBatches,
} from '../discrepancies/compare-batch.ts';
import {
  batchUnreadable,
  missingBatch,
  unknownPayment,
  unreadableBatch,
  unsentBatch,
} from '../discrepancies/describe-discrepancy.ts';
import type { ServiceDiscrepancy } from '../discrepancies/service-discrepancy.ts';
import { isError } from '../errors.ts';
import type { Db } from '../ledger/db/db.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { batchesKnownAs, batchesSince } from '../ledger/verifications/reconciliation.ts';
import type { KnownBatch } from '../ledger/verifications/verify-remote.ts';
import { pluralize } from '../platform/pluralize.ts';
import { batchPaymentPages, type OnUnreadable } from '../service/payment-pages.ts';
import { payrunBatch } from '../service/payrun-batches.ts';
import { hasStarted } from '../service/remote-fields.ts';
import type { Service } from '../service/service.ts';
import type { RemoteBatch } from '../service/shapes/answer-shapes.ts';
import { getUnreadableRecords, type UnreadableRecord } from '../service/shapes/unreadable-records.ts';

/** The largest page of the payout service. */
const PAGE = 1_000;

/** The result of comparing one merchant: counts and discrepancies. */
export interface Reconciled {
  readonly batches: number;
  readonly payments: number;
  /** Payments that were compared by account id only, because their rows were purged. */
  readonly rowsRemoved: number;
  readonly found: readonly ServiceDiscrepancy[];
  /** The current balances in the service, as decimal text. The ledger has no balances to compare them with. */
  readonly balances: readonly { readonly currency: string; readonly amount: string; readonly pending: string | null }[];
}

/**
 * The number of calls for a merchant, estimated from the ledger. Batches that Payrun did not create need further calls.
 */
export async function reconcileCalls(db: Db, merchant: string, since: Date): Promise<number> {
  const ledgerBatches = await batchesSince(db, merchant, since);
  return 2 + ledgerBatches.reduce((sum, { payments }) => sum + Math.max(1, Math.ceil(payments / PAGE)), 0);
}

/**
 * Compares the batches and payments of a merchant since `since` in the ledger and in the payout service: those that
 * only one side has, and those that differ in amount, currency, recipient, account or state. Only reads. A payment may
 * change during the comparison, so a discrepancy is reported only if it is found twice.
 */
export async function reconcileMerchant(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  service: Service,
  merchant: string,
  since: Date,
  signal?: AbortSignal,
): Promise<Reconciled> {
  const comparison = { db, vault, service, merchant, signal };
  // Read before the list of the service: a batch created in between is in that list and need not be in this one.
  const expected = await batchesSince(db, merchant, since);
  const listed = await listBatches(comparison);
  const recent = listed.batches.filter((batch) => changedAt(batch) >= since.getTime());
  const known = await batchesKnownAs(
    db,
    merchant,
    [...recent, ...listed.unreadable].flatMap(({ id }) => id ?? []),
    [...recent, ...listed.unreadable].flatMap(({ tags }) => tags ?? []),
  );
  const found: ServiceDiscrepancy[] = [];
  const total = { payments: 0, rowsRemoved: 0 };
  const add = (compared: Compared) => {
    total.payments += compared.listed;
    total.rowsRemoved += compared.rowsRemoved ?? 0;
    found.push(...compared.found);
  };
  const seen = new Set<string>();
  for (const batch of recent) {
    signal?.throwIfAborted();
    const knownBatch = ofThese(known, batch);
    if (knownBatch) seen.add(knownBatch.id);
    add(knownBatch ? await compareOwnBatch(comparison, knownBatch, batch) : await onlyThere(comparison, batch));
  }
  for (const unreadable of listed.unreadable) {
    const knownBatch = ofThese(known, unreadable);
    if (knownBatch) seen.add(knownBatch.id);
    found.push(
      knownBatch
        ? batchUnreadable(knownBatch, unreadable.id ?? null)
        : unreadableBatch(merchant, unreadable.id ?? 'without an id'),
    );
  }
  for (const batch of expected) {
    if (seen.has(batch.id)) continue;
    // At the service it may be older than `since`, or deleted.
    add(await compareByItself(comparison, batch));
  }
  return {
    batches: new Set([...recent.map(({ id }) => id), ...expected.map(({ remote_id }) => remote_id)]).size,
    ...total,
    found,
    balances: await balancesOf(comparison),
  };
}

/** The number of payments that the service listed for a batch, and the discrepancies. */
type Compared = Pick<ComparedBatch, 'listed' | 'found'> & Partial<Pick<ComparedBatch, 'rowsRemoved'>>;

/** The line for payments that could not be compared completely, so that they do not pass as equal. */
export const rowsRemovedLine = (payments: number): string =>
  `The bank details of ${pluralize(payments, 'payment')} can no longer be compared, because their row contents were removed. The account IDs were compared.`;

const ofThese = (known: readonly KnownBatch[], { id, tags }: RemoteBatch | UnreadableRecord) =>
  known.find(({ remote_id }) => remote_id === id) ?? known.find(({ tag }) => tags?.includes(tag));

async function compareByItself(comparison: Comparison, batch: KnownBatch): Promise<Compared> {
  try {
    const listed = await findBatch(comparison, batch.remote_id!);
    return listed ? await compareOwnBatch(comparison, batch, listed) : { listed: 0, found: [missingBatch(batch)] };
  } catch (error) {
    if (!isError(error, 'service_unexpected', 'service_read_refused')) throw error;
    return { listed: 0, found: [batchUnreadable(batch, batch.remote_id)] };
  }
}

/** Reads all batches: an old batch may have been sent yesterday, and the order of the list is not guaranteed. */
async function listBatches({ service, signal }: Comparison) {
  const batches: RemoteBatch[] = [];
  const unreadable: UnreadableRecord[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await service.call('listBatches', { query: { page, pageSize: PAGE } }, { signal });
    pages = answer.meta.pages;
    batches.push(...answer.batches);
    unreadable.push(...getUnreadableRecords(answer));
  }
  return { batches, unreadable };
}

/** The latest time of a remote batch (ms UTC); infinite if it has none, so it is always treated as recent. */
function changedAt({ createdAt, updatedAt, sentAt, completedAt }: RemoteBatch): number {
  const times = [createdAt, updatedAt, sentAt, completedAt].flatMap((time) => (time ? [Date.parse(time)] : []));
  const last = Math.max(...times.filter((time) => !Number.isNaN(time)));
  return Number.isFinite(last) ? last : Number.POSITIVE_INFINITY;
}

/**
 * A batch that the ledger does not know. If another Payrun created it, it is one discrepancy, and `payrun adopt` reads
 * it in. Otherwise each of its payments is a discrepancy.
 */
async function onlyThere(comparison: Comparison, batch: RemoteBatch): Promise<Compared> {
  const { db, merchant } = comparison;
  const { id, status, totalPayments } = batch;
  const own = payrunBatch(batch);
  if (own) return { listed: 0, found: await findUnknownBatches(db, merchant, [own]) };
  if (!hasStarted(status)) {
    const unsent = { id, status, payments: totalPayments ?? null };
    return { listed: 0, found: totalPayments === 0 ? [] : [unsentBatch(merchant, unsent)] };
  }
  const found: ServiceDiscrepancy[] = [];
  let unreadable = 0;
  const countUnreadable: OnUnreadable = ({ length }) => {
    unreadable += length;
  };
  for await (const page of batchPaymentPages(comparison, id, countUnreadable))
    found.push(...page.map((payment) => unknownPayment(merchant, batch, null, payment)));
  return { listed: found.length, found: unreadable > 0 ? [...found, unreadableBatch(merchant, id)] : found };
}

async function compareOwnBatch(comparison: Comparison, knownBatch: KnownBatch, batch: RemoteBatch): Promise<Compared> {
  const fault = await findFault(comparison, knownBatch, batch);
  const found = fault ? [fault] : [];
  // An unsent batch may still change, so only the missing start counts. Of a second batch with the same tag, only its
  // existence counts.
  if (!hasStarted(batch.status) || knownBatch.remote_id !== batch.id) return { listed: 0, found };
  const compared = await compareBatch(comparison, knownBatch, batch);
  return { ...compared, found: [...found, ...compared.found] };
}

async function balancesOf({ service, signal }: Comparison): Promise<Reconciled['balances']> {
  try {
    const { balances } = await service.call('listBalances', {}, { signal });
    return balances.flatMap(({ currency, amount, pendingDebit }) =>
      amount === null ? [] : { currency, amount, pending: pendingDebit ?? null },
    );
  } catch (error) {
    if (isError(error, 'service_not_found', 'service_not_authorized')) return [];
    throw error;
  }
}
