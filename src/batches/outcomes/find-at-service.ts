import { isError, PayrunError } from '../../errors.ts';
import { abortWithReader, batchPaymentPages, type OnUnreadable, paymentPages } from '../../service/payment-pages.ts';
import type { CallOptions, Service } from '../../service/service.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { mayBePayment } from '../../service/shapes/unreadable-records.ts';

/** A payment to search for. Remote ids are null if the ledger has none. `id` is the ledger's own. */
export interface PaymentToFind {
  readonly id: string;
  readonly batchRemoteId: string | null;
  readonly recipientRemoteId: string | null;
}

/** A payment in the payout service that has an id of the ledger. */
export interface PaymentAtService {
  readonly payment: RemotePayment;
  /** The service's status of its batch; null if the payment was found by its recipient only. */
  readonly batchStatus: string | null;
}

export interface SearchResult {
  readonly found: readonly PaymentAtService[];
  /**
   * The service's id of a record that cannot be read and may be this payment; empty if it has none, null if there is no
   * such record.
   */
  readonly unreadable: string | null;
  /** False if the service does not know the recipient, so that an empty result proves even less. */
  readonly isListed: boolean;
}

/**
 * Every payment that the service has under this id of the ledger: in its batch, and among the payments of its
 * recipient, because it may be in another batch. Costs one call for the batch and one per 1,000 payments of the batch
 * and of the recipient. An empty result alone proves nothing, and a recipient who is "not found" proves even less; with
 * `needsList`, `service_not_found` is thrown then. Throws `payment_unreadable` if a record that may be this payment
 * cannot be read.
 */
export async function findAtService(
  service: Service,
  target: PaymentToFind,
  { needsList = false } = {},
): Promise<readonly PaymentAtService[]> {
  const { found, unreadable } = (await findAllAtService(service, target.batchRemoteId, [target], { needsList })).get(
    target.id,
  )!;
  if (unreadable !== null) throw new PayrunError('payment_unreadable', { id: unreadable && ` (${unreadable})` });
  return found;
}

/**
 * The same for several payments of one batch, by the ledger's ids: one call for the batch, one per 1,000 of its
 * payments, and one per 1,000 payments of each recipient. Leaves it to the caller what an unreadable record means.
 */
export async function findAllAtService(
  service: Service,
  batchRemoteId: string | null,
  payments: readonly Pick<PaymentToFind, 'id' | 'recipientRemoteId'>[],
  { needsList = false, signal }: { readonly needsList?: boolean } & Pick<CallOptions, 'signal'> = {},
): Promise<ReadonlyMap<string, SearchResult>> {
  const found = new Map(payments.map(({ id }) => [id, new Map<string, PaymentAtService>()]));
  const unreadable = new Map<string, string>();
  const unlisted = new Set<string>();
  const noteOdd =
    (ids: readonly string[]): OnUnreadable =>
    (records) => {
      for (const id of ids) {
        const odd = records.find((one) => mayBePayment(one, id));
        if (odd) unreadable.set(id, odd.id ?? '');
      }
    };
  const note = (page: readonly RemotePayment[], batchStatus: string | null) => {
    for (const payment of page) {
      const copies = found.get(payment.externalId ?? '');
      // If two lists say different things of one payment, both count.
      const key = `${payment.status} ${payment.id}`;
      if (copies && !copies.has(key)) copies.set(key, { payment, batchStatus });
    }
  };
  const everyId = payments.map(({ id }) => id);
  if (batchRemoteId !== null) {
    const params = { id: batchRemoteId };
    // A batch that is not found may still list its payments: a single "not found" may be a partial outage.
    const batch = await unlessNotFound(() => service.call('getBatch', { params }, { signal }));
    const status = batch?.batch.status ?? null;
    await unlessNotFound(async () => {
      for await (const page of batchPaymentPages({ service, signal }, batchRemoteId, noteOdd(everyId)))
        note(page, status);
    });
  }
  for (const [recipientId, of] of Map.groupBy(payments, ({ recipientRemoteId }) => recipientRemoteId)) {
    if (recipientId === null) continue;
    const ids = of.map(({ id }) => id);
    const read = async () => {
      const list = (query: { page: number; pageSize: number }, leaving: AbortSignal) =>
        service.call('listPayments', { query: { ...query, recipientId } }, abortWithReader({ signal }, leaving));
      for await (const page of paymentPages(list, noteOdd(ids))) note(page, null);
      return true;
    };
    if (!(await (needsList ? read() : unlessNotFound(read)))) for (const id of ids) unlisted.add(id);
  }
  return new Map(
    [...found].map(([id, copies]) => [
      id,
      { found: [...copies.values()], unreadable: unreadable.get(id) ?? null, isListed: !unlisted.has(id) },
    ]),
  );
}

async function unlessNotFound<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
}
