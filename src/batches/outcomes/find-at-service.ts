import { isError, PayrunError } from '../../errors.ts';
import { batchPaymentPages, type OnOdd, paymentPages } from '../../service/payment-pages.ts';
import type { Service } from '../../service/service.ts';
import type { RemotePayment } from '../../service/shapes/answer-shapes.ts';
import { mayBePayment } from '../../service/shapes/odd-records.ts';

/** A payment to be found at the service. Remote ids are null if the ledger has none. `id` is the ledger's own. */
export interface SoughtPayment {
  readonly id: string;
  readonly batchRemoteId: string | null;
  readonly recipientRemoteId: string | null;
}

/** A payment at the service that has an id of the ledger. */
export interface PaymentAtService {
  readonly payment: RemotePayment;
  /** The service's status of its batch; null if the payment was found by its recipient only. */
  readonly batchStatus: string | null;
}

/**
 * Every payment that the service has under this id of the ledger: in its batch, and among the payments of its
 * recipient, because it may be in another batch. Costs one call for the batch and one per 1,000 payments of the batch
 * and of the recipient. An empty result proves nothing by itself, and a recipient who is "not found" proves even less;
 * with `needsList`, `service_not_found` is thrown then. Throws `payment_unreadable` if a record that may be this
 * payment cannot be read.
 */
export async function findAtService(
  service: Service,
  sought: SoughtPayment,
  { needsList = false } = {},
): Promise<readonly PaymentAtService[]> {
  const { id, batchRemoteId, recipientRemoteId } = sought;
  const found = new Map<string, PaymentAtService>();
  const refuseDoubt: OnOdd = (records) => {
    const odd = records.find((one) => mayBePayment(one, id));
    if (odd) throw new PayrunError('payment_unreadable', { id: odd.id ? ` (${odd.id})` : '' });
  };
  if (batchRemoteId !== null)
    await unlessNotFound(async () => {
      const { batch } = await service.call('getBatch', { params: { id: batchRemoteId } });
      for await (const page of batchPaymentPages({ service }, batchRemoteId, refuseDoubt))
        for (const payment of page)
          if (payment.externalId === id) found.set(payment.id, { payment, batchStatus: batch.status });
    });
  if (recipientRemoteId !== null) {
    const read = async () => {
      const list = (query: { page: number; pageSize: number }) =>
        service.call('listPayments', { query: { ...query, recipientId: recipientRemoteId } });
      for await (const page of paymentPages(list, refuseDoubt))
        for (const payment of page)
          if (payment.externalId === id && !found.has(payment.id))
            found.set(payment.id, { payment, batchStatus: null });
    };
    await (needsList ? read() : unlessNotFound(read));
  }
  return [...found.values()];
}

async function unlessNotFound(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
  }
}
