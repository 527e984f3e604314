import { counted } from '../counted.ts';
import { isError } from '../errors.ts';
import { namedAccount } from '../ledger/kept-row.ts';
import type { Db, Ledger } from '../ledger/open-ledger.ts';
import { batchesKnownAs, batchesSince } from '../ledger/reconciliation.ts';
import { batchPayments, type KnownBatch, type KnownPayment, paymentsById } from '../ledger/verify-remote.ts';
import type { RemoteBatch, RemotePayment } from '../service/answer-shapes.ts';
import { batchPaymentPages } from '../service/payment-pages.ts';
import type { Service } from '../service/service.ts';
import { comparePayment, type PaymentDifference } from './compare-payment.ts';

/** The most that a page of the service has. */
const PAGE = 1_000;
/** What the service calls a batch that it pays or has paid. */
const BEGUN: ReadonlySet<string> = new Set(['accepted', 'processing', 'complete', 'failed']);

/** Something that is not the same on both sides. `here` is the ledger, `there` the service. */
export interface Difference {
  readonly kind: 'not here' | 'not there' | 'another batch' | PaymentDifference['kind'];
  readonly of: 'batch' | 'payment';
  readonly run: string | null;
  readonly row: number | null;
  /** The ledger's ids. */
  readonly batch: string | null;
  readonly payment: string | null;
  /** The service's ids. */
  readonly serviceBatch: string | null;
  readonly servicePayment: string | null;
  readonly here: string;
  readonly there: string;
  readonly what: string;
}

/** What was compared of a merchant, and what differs. */
export interface Reconciled {
  readonly batches: number;
  readonly payments: number;
  /** Payments whose account was compared by its id only, because what their rows said was removed. */
  readonly rowsRemoved: number;
  readonly differences: readonly Difference[];
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
  const look = { db, vault, service, merchant, signal, rowsRemoved: new Set<string>() };
  // Before the list is asked for: what is made meanwhile is in the list, and need not be in here.
  const expected = await batchesSince(db, merchant, since);
  const there = (await listBatches(look)).filter((batch) => changedAt(batch) >= since.getTime());
  const known = await batchesKnownAs(
    db,
    merchant,
    there.map(({ id }) => id),
    there.flatMap(({ tags }) => tags ?? []),
  );
  const differences: Difference[] = [];
  let payments = 0;
  const seen = new Set<string>();
  for (const batch of there) {
    signal?.throwIfAborted();
    const ours =
      known.find(({ remote_id }) => remote_id === batch.id) ??
      known.find(({ remote_id, tag }) => remote_id === null && (batch.tags ?? []).includes(tag));
    if (ours) seen.add(ours.id);
    const once = () => (ours ? compareBatch(look, ours, batch) : onlyThere(look, batch));
    const first = await once();
    payments += first.payments;
    if (first.differences.length === 0) continue;
    const again = new Set((await once()).differences.map((one) => JSON.stringify(one)));
    differences.push(...first.differences.filter((one) => again.has(JSON.stringify(one))));
  }
  for (const batch of expected) {
    if (seen.has(batch.id)) continue;
    // It may be older there than the span, or gone.
    const found = await findBatch(look, batch);
    if (!found) differences.push(missing(batch));
    else {
      const compared = await compareBatch(look, batch, found);
      payments += compared.payments;
      differences.push(...compared.differences);
    }
  }
  return {
    batches: new Set([...there.map(({ id }) => id), ...expected.map(({ remote_id }) => remote_id)]).size,
    payments,
    rowsRemoved: look.rowsRemoved.size,
    differences,
    balances: await balancesOf(look),
  };
}

/** Never silently equal: what cannot be compared any more is said. */
export const rowsRemovedLine = (payments: number): string =>
  `The bank details of ${counted(payments, 'payment')} cannot be compared any more: what their rows said was removed. The account ids were compared.`;

interface Look {
  readonly db: Db;
  readonly vault: Ledger['vault'];
  readonly service: Service;
  readonly merchant: string;
  readonly signal: AbortSignal | undefined;
  /** Payments whose account can be compared by its id only, because what their rows said was removed. */
  readonly rowsRemoved: Set<string>;
}

/** All of them: a batch that was made long ago may have been sent yesterday, and the order of the list is not promised. */
async function listBatches({ service, signal }: Look): Promise<readonly RemoteBatch[]> {
  const found: RemoteBatch[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await service.call('listBatches', { query: { page, pageSize: PAGE } }, { signal });
    pages = answer.meta.pages;
    found.push(...answer.batches);
  }
  return found;
}

async function findBatch({ service, signal }: Look, batch: KnownBatch): Promise<RemoteBatch | null> {
  try {
    return (await service.call('getBatch', { params: { id: batch.remote_id! } }, { signal })).batch;
  } catch (error) {
    if (isError(error, 'service_not_found')) return null;
    throw error;
  }
}

/** When something happened to it last, as far as the service says; a batch without any time is of today. */
function changedAt({ createdAt, updatedAt, sentAt, completedAt }: RemoteBatch): number {
  const times = [createdAt, updatedAt, sentAt, completedAt].flatMap((time) => (time ? [Date.parse(time)] : []));
  const last = Math.max(...times.filter((time) => !Number.isNaN(time)));
  return Number.isFinite(last) ? last : Number.POSITIVE_INFINITY;
}

/** A batch that the ledger does not know: somebody made it by other means. What it pays is a line each. */
async function onlyThere(look: Look, batch: RemoteBatch): Promise<{ payments: number; differences: Difference[] }> {
  if (!BEGUN.has(batch.status)) {
    if (batch.totalPayments === 0) return { payments: 0, differences: [] };
    const there = `${batch.totalPayments ?? 'some'} payments, ${batch.status}`;
    const what = `Batch ${batch.id} (${batch.status}) is at the service only: it pays nobody unless somebody sends it.`;
    return { payments: 0, differences: [{ ...ofBatch(null, batch.id), kind: 'not here', here: 'none', there, what }] };
  }
  const differences: Difference[] = [];
  let payments = 0;
  for await (const page of batchPaymentPages(look, batch.id)) {
    payments += page.length;
    differences.push(...page.map((payment) => notHere(payment, batch, null)));
  }
  return { payments, differences };
}

async function compareBatch(
  look: Look,
  ours: KnownBatch,
  batch: RemoteBatch,
): Promise<{ payments: number; differences: Difference[] }> {
  const differences: Difference[] = [];
  const begun = BEGUN.has(batch.status);
  const wrong = stateFault(ours, begun);
  if (wrong !== null)
    differences.push({ ...ofBatch(ours, batch.id), kind: 'state', here: ours.state, there: batch.status, what: wrong });
  // What is not sent at the service may still change; what counts of it is that it is not sent.
  if (!begun) return { payments: 0, differences };
  const seen = new Set<string>();
  let payments = 0;
  for await (const page of batchPaymentPages(look, batch.id)) {
    payments += page.length;
    const known = await paymentsById(
      look.db,
      page.flatMap(({ externalId }) => externalId ?? []),
    );
    for (const listed of page) {
      const mine = known.get(listed.externalId ?? '');
      if (!mine) {
        differences.push(notHere(listed, batch, ours));
        continue;
      }
      seen.add(mine.id);
      const place = { ...ofPayment(mine), serviceBatch: batch.id, servicePayment: listed.id };
      if (mine.batch_id !== ours.id) {
        const here = mine.batch_id ?? 'none';
        const what = `Row ${mine.row} of run ${mine.run_id}: the service has it in batch ${batch.id}, and the ledger in another one or none.`;
        differences.push({ ...place, kind: 'another batch', here, there: batch.id, what });
        continue;
      }
      const named = namedAccount(look.vault, mine.id, mine.row_sealed);
      if (named === undefined) look.rowsRemoved.add(mine.id);
      for (const { kind, here, there } of comparePayment(mine, listed, named ?? null)) {
        const what = `Row ${mine.row} of run ${mine.run_id}: its ${kind} is ${here} here and ${there} at the service.`;
        differences.push({ ...place, kind, here, there, what });
      }
    }
  }
  for (let after = -1; ; ) {
    const page = await batchPayments(look.db, ours.id, after, PAGE);
    for (const mine of page) {
      if (seen.has(mine.id)) continue;
      const what = `Row ${mine.row} of run ${mine.run_id}: the service does not have it in batch ${batch.id}.`;
      const place = { ...ofPayment(mine), serviceBatch: batch.id, servicePayment: null };
      differences.push({ ...place, kind: 'not there', here: mine.state, there: 'none', what });
    }
    if (page.length < PAGE) return { payments, differences };
    after = page.at(-1)!.row;
  }
}

/** What is wrong with where a batch stands; null where both sides may be right. */
function stateFault({ id, state, attempted }: KnownBatch, begun: boolean): string | null {
  if (state === 'void' && begun) return `Batch ${id} is void here, and the service pays it.`;
  if (begun && !attempted) return `Batch ${id} is paid by the service, and Payrun never started it.`;
  if (!begun && (state === 'started' || state === 'settled'))
    return `Batch ${id} is started here, and the service has not begun it.`;
  return null;
}

function missing(batch: KnownBatch): Difference {
  const what = `Batch ${batch.id} of run ${batch.run_id} (${batch.payments} payments, ${batch.state}) is not at the service any more (${batch.remote_id}).`;
  return { ...ofBatch(batch, batch.remote_id), kind: 'not there', here: batch.state, there: 'none', what };
}

function notHere(payment: RemotePayment, batch: RemoteBatch, ours: KnownBatch | null): Difference {
  const { id, status, sourceAmount, sourceCurrency, recipient } = payment;
  const there = `${sourceAmount ?? '?'} ${sourceCurrency ?? ''}`.trim();
  const what = `Payment ${id} of ${there} to recipient ${recipient?.id ?? '?'} (${status}, batch ${batch.id}) is at the service only: somebody paid by other means.`;
  return {
    ...ofBatch(ours, batch.id),
    of: 'payment',
    servicePayment: id,
    kind: 'not here',
    here: 'none',
    there: `${there}, ${status}`,
    what,
  };
}

function ofBatch(ours: KnownBatch | null, serviceBatch: string | null) {
  const run = ours === null ? null : String(ours.run_id);
  return {
    of: 'batch' as const,
    run,
    row: null,
    batch: ours?.id ?? null,
    payment: null,
    serviceBatch,
    servicePayment: null,
  };
}

function ofPayment({ run_id, row, batch_id, id }: KnownPayment) {
  return { of: 'payment' as const, run: String(run_id), row, batch: batch_id, payment: id };
}

async function balancesOf({ service, signal }: Look): Promise<Reconciled['balances']> {
  try {
    const { balances } = await service.call('listBalances', {}, { signal });
    return balances.map(({ currency, amount, pendingDebit }) => ({ currency, amount, pending: pendingDebit ?? null }));
  } catch (error) {
    if (isError(error, 'service_not_found', 'service_not_authorized')) return [];
    throw error;
  }
}
