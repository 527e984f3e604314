import {
  type ComparedBatch,
  type Comparison,
  compareBatch,
  findBatch,
  findFault,
  findUnknownBatches,
} from '../discrepancies/compare-batch.ts';
import {
  batchGone,
  batchUnreadable,
  hasBegun,
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
import { batchPaymentPages, type OnOdd } from '../service/payment-pages.ts';
import { payrunBatch } from '../service/payrun-batches.ts';
import type { Service } from '../service/service.ts';
import type { RemoteBatch } from '../service/shapes/answer-shapes.ts';
import { type OddRecord, oddRecordsOf } from '../service/shapes/odd-records.ts';

/** The most that a page of the service has. */
const PAGE = 1_000;

/** What was compared of a merchant, and what differs. */
export interface Reconciled {
  readonly batches: number;
  readonly payments: number;
  /** Payments whose account was compared by its id only, because what their rows said was removed. */
  readonly rowsRemoved: number;
  readonly found: readonly ServiceDiscrepancy[];
  /** What the service says is in the balances now, in decimal text; the ledger keeps none to compare it with. */
  readonly balances: readonly { readonly currency: string; readonly amount: string; readonly pending: string | null }[];
}

/** Calls that the comparison of a merchant takes, from the ledger: what was paid by hand there comes on top. */
export async function reconcileCalls(db: Db, merchant: string, since: Date): Promise<number> {
  const ours = await batchesSince(db, merchant, since);
  return 2 + ours.reduce((sum, { payments }) => sum + Math.max(1, Math.ceil(payments / PAGE)), 0);
}

/**
 * Compares what the ledger and the service have of a merchant since then: batches and payments that only one side has, and in
 * which amount, currency, recipient, account or state differ. Only reads. What goes on meanwhile is no difference: what is found counts only
 * where it is found twice.
 */
export async function reconcileMerchant(
  { db, vault }: Pick<Ledger, 'db' | 'vault'>,
  service: Service,
  merchant: string,
  since: Date,
  signal?: AbortSignal,
): Promise<Reconciled> {
  const comparison = { db, vault, service, merchant, signal };
  // Before the list is asked for: what is made meanwhile is in the list, and need not be in here.
  const expected = await batchesSince(db, merchant, since);
  const listed = await listBatches(comparison);
  const there = listed.batches.filter((batch) => changedAt(batch) >= since.getTime());
  const known = await batchesKnownAs(
    db,
    merchant,
    [...there, ...listed.odd].flatMap(({ id }) => id ?? []),
    [...there, ...listed.odd].flatMap(({ tags }) => tags ?? []),
  );
  const found: ServiceDiscrepancy[] = [];
  const total = { payments: 0, rowsRemoved: 0 };
  const add = (compared: Compared) => {
    total.payments += compared.listed;
    total.rowsRemoved += compared.rowsRemoved ?? 0;
    found.push(...compared.found);
  };
  const seen = new Set<string>();
  for (const batch of there) {
    signal?.throwIfAborted();
    const ours = ofThese(known, batch);
    if (ours) seen.add(ours.id);
    add(ours ? await compareOurs(comparison, ours, batch) : await onlyThere(comparison, batch));
  }
  for (const odd of listed.odd) {
    const ours = ofThese(known, odd);
    if (ours) seen.add(ours.id);
    found.push(ours ? batchUnreadable(ours, odd.id ?? null) : unreadableBatch(merchant, odd.id ?? 'without an id'));
  }
  for (const batch of expected) {
    if (seen.has(batch.id)) continue;
    // It may be older there than the span, or gone.
    add(await compareByItself(comparison, batch));
  }
  return {
    batches: new Set([...there.map(({ id }) => id), ...expected.map(({ remote_id }) => remote_id)]).size,
    ...total,
    found,
    balances: await balancesOf(comparison),
  };
}

/** How many payments the service listed of a batch, and what differs. */
type Compared = Pick<ComparedBatch, 'listed' | 'found'> & Partial<Pick<ComparedBatch, 'rowsRemoved'>>;

/** Never silently equal: what cannot be compared any more is said. */
export const rowsRemovedLine = (payments: number): string =>
  `The bank details of ${pluralize(payments, 'payment')} cannot be compared any more: what their rows said was removed. The account ids were compared.`;

const ofThese = (known: readonly KnownBatch[], { id, tags }: RemoteBatch | OddRecord) =>
  known.find(({ remote_id }) => remote_id === id) ?? known.find(({ tag }) => tags?.includes(tag));

async function compareByItself(comparison: Comparison, batch: KnownBatch): Promise<Compared> {
  try {
    const listed = await findBatch(comparison, batch.remote_id!);
    return listed ? await compareOurs(comparison, batch, listed) : { listed: 0, found: [batchGone(batch)] };
  } catch (error) {
    if (!isError(error, 'service_unexpected')) throw error;
    return { listed: 0, found: [batchUnreadable(batch, batch.remote_id)] };
  }
}

/** All of them: a batch that was made long ago may have been sent yesterday, and the order of the list is not promised. */
async function listBatches({ service, signal }: Comparison) {
  const batches: RemoteBatch[] = [];
  const odd: OddRecord[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await service.call('listBatches', { query: { page, pageSize: PAGE } }, { signal });
    pages = answer.meta.pages;
    batches.push(...answer.batches);
    odd.push(...oddRecordsOf(answer));
  }
  return { batches, odd };
}

/** When something happened to it last, as far as the service says; a batch without any time is of today. */
function changedAt({ createdAt, updatedAt, sentAt, completedAt }: RemoteBatch): number {
  const times = [createdAt, updatedAt, sentAt, completedAt].flatMap((time) => (time ? [Date.parse(time)] : []));
  const last = Math.max(...times.filter((time) => !Number.isNaN(time)));
  return Number.isFinite(last) ? last : Number.POSITIVE_INFINITY;
}

/**
 * A batch that the ledger does not know. Of one that a Payrun made it is one discrepancy: `payrun adopt` reads it in. Otherwise somebody made
 * it by other means, and what it pays is a discrepancy each.
 */
async function onlyThere(comparison: Comparison, batch: RemoteBatch): Promise<Compared> {
  const { db, merchant } = comparison;
  const { id, status, totalPayments } = batch;
  const made = payrunBatch(batch);
  if (made) return { listed: 0, found: await findUnknownBatches(db, merchant, [made]) };
  if (!hasBegun(status)) {
    const unsent = { id, status, payments: totalPayments ?? null };
    return { listed: 0, found: totalPayments === 0 ? [] : [unsentBatch(merchant, unsent)] };
  }
  const found: ServiceDiscrepancy[] = [];
  let odd = 0;
  const noteOdd: OnOdd = ({ length }) => {
    odd += length;
  };
  for await (const page of batchPaymentPages(comparison, id, noteOdd))
    found.push(...page.map((payment) => unknownPayment(merchant, batch, null, payment)));
  return { listed: found.length, found: odd > 0 ? [...found, unreadableBatch(merchant, id)] : found };
}

async function compareOurs(comparison: Comparison, ours: KnownBatch, batch: RemoteBatch): Promise<Compared> {
  const fault = await findFault(comparison, ours, batch);
  const found = fault ? [fault] : [];
  // What is not sent at the service may still change; what counts of it is that it is not sent. Of a second one, that it is there.
  if (!hasBegun(batch.status) || ours.remote_id !== batch.id) return { listed: 0, found };
  const compared = await compareBatch(comparison, ours, batch);
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
