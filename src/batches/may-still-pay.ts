import { isError } from '../errors.ts';
import type { RemotePayment } from '../service/answer-shapes.ts';
import { batchPaymentPages, paymentPages } from '../service/payment-pages.ts';
import type { Service } from '../service/service.ts';
import { ENDED } from './follow-batch.ts';

/** Words of the service for a batch that waits, may begin by itself when money arrives, or is at work. */
const ALIVE: ReadonlySet<string> = new Set(['open', 'awaiting_approval', 'pending', 'accepted', 'processing']);
/** Words of the service for a payment that was made, or is still to be. */
const PAYABLE: ReadonlySet<string> = new Set(['pending', 'processing', 'processed']);

/** Where the service may have a payment: ids of the service, null where the ledger has none. `id` is the ledger's own. */
export interface SoughtPayment {
  readonly id: string;
  readonly batchRemoteId: string | null;
  readonly recipientRemoteId: string | null;
}

/**
 * What the service says of a payment that it has paid, or could pay yet; null where it has it no more, or says that it was not
 * paid, and where it says a word that no table has: of that a person knows more. Costs a call, and one for each 1,000 payments of
 * the batch, or of the recipient where the ledger does not know the batch.
 */
export async function mayStillPay(service: Service, sought: SoughtPayment): Promise<string | null> {
  const { id, batchRemoteId, recipientRemoteId } = sought;
  try {
    if (batchRemoteId === null) {
      if (recipientRemoteId === null) return null;
      const recipientId = recipientRemoteId;
      return payable(
        await findListed(
          id,
          paymentPages((query) => service.call('listPayments', { query: { ...query, recipientId } })),
        ),
      );
    }
    const { batch } = await service.call('getBatch', { params: { id: batchRemoteId } });
    if (!ALIVE.has(batch.status) && !ENDED.has(batch.status)) return null;
    const said = payable(await findListed(id, batchPaymentPages({ service }, batchRemoteId)));
    return said && `${said}, in a batch that is "${batch.status}"`;
  } catch (error) {
    if (!isError(error, 'service_not_found')) throw error;
    return null;
  }
}

const payable = (listed: RemotePayment | null) => (listed && PAYABLE.has(listed.status) ? `"${listed.status}"` : null);

async function findListed(id: string, pages: AsyncIterable<readonly RemotePayment[]>): Promise<RemotePayment | null> {
  for await (const page of pages) {
    const listed = page.find(({ externalId }) => externalId === id);
    if (listed) return listed;
  }
  return null;
}
